import { sendEvent } from '../events/deliveries.js';
import { refundEvent } from '../events/refund.js';
import { Refusal } from '../http/refusal.js';
import { REFUND_FEE_KOBO } from '../money/fees.js';
import { accounts, type Line } from '../money/ledger.js';
import { postWalletEntry, walletBalance } from '../money/wallet.js';
import { merchantById } from '../people/merchants.js';
import { nameAt } from '../people/names.js';
import { courseOf, ENQUIRY_DOWN_ACCOUNT, pendingMs } from '../people/scenario-accounts.js';
import { type BankAccount } from '../types/bank-account.js';
import { keyOf } from '../types/key.js';
import { type Merchant } from '../types/merchant.js';
import { type Refund } from '../types/refund.js';
import { type Transaction } from '../types/transaction.js';
import { type World } from '../world.js';

export type RefundTerms = Pick<
  Refund,
  'refundReference' | 'transactionReference' | 'amountKobo' | 'reason' | 'customerNote'
> & {
  readonly destination?: { readonly bankCode: string; readonly accountNumber: string };
};

const SMALLEST_KOBO = 100_00;
const TAKES_MS = 10_000;

const refuse = (code: string, reason: string): Refusal =>
  new Refusal(code === 'R1' ? 404 : 400, reason, code);

/** Runs inside a commit: debits the wallet and schedules the refund's completion. */
export function beginRefund(world: World, merchant: Merchant, terms: RefundTerms): Refund {
  const transaction = refundable(world, merchant, terms);
  const destination = destinationOf(world, transaction, terms);
  const totalKobo = terms.amountKobo + REFUND_FEE_KOBO;
  if (walletBalance(world, merchant.id) < totalKobo) throw refuse('R5', 'Insufficient funds');
  changeWallet(world, terms, {
    merchant,
    cause: 'refund-sent',
    lines: [
      { account: accounts.wallet(merchant.id), amountKobo: -totalKobo },
      { account: accounts.transit(merchant.id), amountKobo: totalKobo },
    ],
  });
  const refund: Refund = {
    ...terms,
    key: keyOf(merchant.id, terms.refundReference),
    merchantId: merchant.id,
    destination,
    full: terms.amountKobo === transaction.paidKobo,
    status: 'PENDING',
    comment: 'Transaction refund request processing.',
    createdAt: world.clock.now(),
    completedAt: null,
  };
  world.refunds.put(refund);
  world.agenda.add({
    kind: 'decide-refund',
    subject: refund.key,
    dueAt: world.clock.now() + (pendingMs(destination.accountNumber) ?? TAKES_MS),
  });
  return refund;
}

function refundable(world: World, merchant: Merchant, terms: RefundTerms): Transaction {
  if (world.refunds.get(keyOf(merchant.id, terms.refundReference))) {
    throw refuse('R9', 'Refund reference already exists');
  }
  const transaction = world.transactions.get(terms.transactionReference);
  if (transaction?.merchantId !== merchant.id) throw refuse('R1', 'Transaction does not exist');
  if (transaction.method !== 'ACCOUNT_TRANSFER' || transaction.paidKobo === 0) {
    throw refuse('R2', 'Refund is not permitted for this transaction');
  }
  const refundedKobo = refundedOf(world, transaction.transactionReference);
  if (refundedKobo >= transaction.paidKobo) throw refuse('R12', 'Transaction has been refunded already');
  if (terms.amountKobo > transaction.paidKobo - refundedKobo) {
    throw refuse('R3', 'Refund amount is above the transaction amount');
  }
  if (terms.amountKobo < SMALLEST_KOBO) throw refuse('R4', 'Refund amount is below the minimum');
  return transaction;
}

/** The amount refunded or pending. */
export function refundedOf(world: World, transactionReference: string): number {
  const refunds = [...world.refunds.filter('transaction', transactionReference)];
  return refunds.reduce((total, refund) => total + (refund.status === 'FAILED' ? 0 : refund.amountKobo), 0);
}

/** The requested account, never a virtual one, or the payer's; several payers need a requested account. */
function destinationOf(world: World, transaction: Transaction, { destination }: RefundTerms): BankAccount {
  if (!destination) {
    const payer = onlyPayerOf(transaction);
    if (!payer) throw refuse('R6', 'Customer account details are invalid or missing');
    return payer;
  }
  const { bankCode, accountNumber } = destination;
  if (accountNumber === ENQUIRY_DOWN_ACCOUNT) throw refuse('R11', 'Name enquiry failed, please try again');
  const accountName = nameAt(world, bankCode, accountNumber);
  if (accountName === undefined || world.virtualAccounts.get(accountNumber)) {
    throw refuse('R6', 'Customer account details are invalid or missing');
  }
  return { bankCode, accountNumber, accountName };
}

function onlyPayerOf({ accountPayments }: Transaction): BankAccount | undefined {
  const [first, ...others] = accountPayments.map(({ from }) => from);
  const isSame = (other: BankAccount): boolean =>
    other.bankCode === first?.bankCode && other.accountNumber === first.accountNumber;
  return others.every(isSame) ? first : undefined;
}

/** Runs inside a commit: completes or fails a refund when it is due. */
export function decideRefund(world: World, key: string): void {
  const refund = world.refunds.get(key);
  if (!refund) return;
  const { end, message } = courseOf(refund.destination.accountNumber);
  const failed = end === 'FAILED';
  const merchant = merchantById(world, refund.merchantId);
  const { destination, amountKobo } = refund;
  const totalKobo = amountKobo + REFUND_FEE_KOBO;
  changeWallet(world, refund, {
    merchant,
    cause: failed ? 'refund-failed' : 'refund-arrived',
    lines: [
      { account: accounts.transit(merchant.id), amountKobo: -totalKobo },
      { account: accounts.wallet(merchant.id), amountKobo: failed ? totalKobo : 0 },
      {
        account: accounts.bank(destination.bankCode, destination.accountNumber),
        amountKobo: failed ? 0 : amountKobo,
      },
      { account: accounts.fees, amountKobo: failed ? 0 : REFUND_FEE_KOBO },
    ],
  });
  const decided: Refund = {
    ...refund,
    status: failed ? 'FAILED' : 'COMPLETED',
    comment: failed ? message : 'Transaction refund was successful',
    completedAt: world.clock.now(),
  };
  world.refunds.put(decided);
  sendEvent(world, merchant, refundEvent(decided));
}

function changeWallet(
  world: World,
  { refundReference: reference, reason: narration }: RefundTerms,
  { merchant, ...change }: { merchant: Merchant; cause: string; lines: readonly Line[] },
): void {
  postWalletEntry(world, merchant, { ...change, reference, narration });
}
