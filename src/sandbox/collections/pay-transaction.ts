import { sendEvent } from '../events/deliveries.js';
import { rejectedPayment } from '../events/rejected-payment.js';
import { accounts } from '../money/ledger.js';
import { merchantById } from '../people/merchants.js';
import { type Merchant } from '../types/merchant.js';
import { type TransferOutcome } from '../types/receipt.js';
import { type AccountPayment, type PaymentStatus, type Transaction } from '../types/transaction.js';
import { type VirtualAccount } from '../types/virtual-account.js';
import { type World } from '../world.js';
import { collect } from './collect.js';
import { hasMoney, payableKobo, statusOf } from './transactions.js';
import { refused } from './transfer-outcome.js';

export interface Arrival {
  readonly account: VirtualAccount;
  readonly payment: AccountPayment;
}

/** Runs inside a commit: a bank transfer for one transaction: PAID, PARTIALLY_PAID or OVERPAID by its amount. */
export function payTransaction(world: World, transaction: Transaction, arrival: Arrival): TransferOutcome {
  const { account, payment } = arrival;
  const merchant = merchantById(world, transaction.merchantId);
  const closed = closedReason(transaction, merchant, world.clock.now());
  if (closed) return refused(closed);
  const status = statusAfter(transaction, payment.amountKobo);
  if (status === 'PARTIALLY_PAID' && merchant.switches.underPayment === 'REJECTED_PAYMENT') {
    sendEvent(
      world,
      merchant,
      rejectedPayment({ ...transaction, account, payment, reason: 'UNDER_PAYMENT' }),
    );
    return refused('The merchant accepts the exact amount only, and the transfer is too small');
  }
  postBankTransfer(world, arrival, transaction.transactionReference);
  const paid = collect(world, {
    transaction,
    amountKobo: payment.amountKobo,
    from: accounts.virtual(account.accountNumber),
    status,
    facts: {
      method: 'ACCOUNT_TRANSFER',
      accountNumber: account.accountNumber,
      accountPayments: [...transaction.accountPayments, payment],
    },
  });
  return { accepted: true, status, transactionReference: paid.transactionReference };
}

/** Runs inside a commit: posts the transfer from the payer's bank to the virtual account. */
export function postBankTransfer(
  { ledger, clock }: World,
  { account, payment }: Arrival,
  reference: string,
): void {
  const { from, amountKobo } = payment;
  ledger.post({
    at: clock.now(),
    cause: 'bank-transfer',
    reference,
    lines: [
      { account: accounts.bank(from.bankCode, from.accountNumber), amountKobo: -amountKobo },
      { account: accounts.virtual(account.accountNumber), amountKobo },
    ],
  });
}

/** The reason that a transaction no longer accepts money; undefined while it does. */
export function closedReason(transaction: Transaction, merchant: Merchant, now: number): string | undefined {
  const status = statusOf(transaction, now);
  if (now >= transaction.expiresAt && ['EXPIRED', 'PARTIALLY_PAID'].includes(status)) {
    const lateIsFine = merchant.switches.latePayment === 'ACCEPTED' && !hasMoney(transaction);
    return lateIsFine ? undefined : 'The account has expired';
  }
  const open = status === 'PENDING' || status === 'PARTIALLY_PAID';
  return open ? undefined : `The transaction is ${status}, so its account is closed`;
}

/** Transfers add up: a second one can complete an underpayment. */
function statusAfter(transaction: Transaction, amountKobo: number): PaymentStatus {
  const missing = payableKobo(transaction) - transaction.paidKobo - amountKobo;
  if (missing === 0) return 'PAID';
  return missing > 0 ? 'PARTIALLY_PAID' : 'OVERPAID';
}
