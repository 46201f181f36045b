import { sendEvent } from '../events/deliveries.js';
import { rejectedPayment, type Rejection } from '../events/rejected-payment.js';
import { accounts } from '../money/ledger.js';
import { merchantById } from '../people/merchants.js';
import { plainName } from '../people/names.js';
import { type TransferOutcome } from '../types/receipt.js';
import { type ReservedAccount } from '../types/reserved-account.js';
import { transactionReference } from '../wire/references.js';
import { type World } from '../world.js';
import { collect } from './collect.js';
import { pendingInvoiceOf } from './invoices.js';
import { overLimit } from './limit-profiles.js';
import { type Arrival, postBankTransfer, payTransaction } from './pay-transaction.js';
import { openTransaction, payableKobo } from './transactions.js';
import { refused } from './transfer-outcome.js';

/** Runs inside a commit: money for a reserved account, or for the invoice attached to it. */
export function creditReservedAccount(
  world: World,
  reserved: ReservedAccount,
  arrival: Arrival,
): TransferOutcome {
  const invoice = pendingInvoiceOf(world, reserved);
  const due = invoice && world.transactions.get(invoice.transactionReference);
  const isForInvoice =
    due && (reserved.type === 'INVOICE' || payableKobo(due) === arrival.payment.amountKobo);
  if (isForInvoice) return payTransaction(world, due, arrival);
  if (reserved.type === 'INVOICE') return refused('The account has no pending invoice');
  if (!isAllowed(reserved, arrival)) {
    return reject(world, reserved, { ...arrival, reason: 'PAYMENT_SOURCE_NOT_ALLOWED' });
  }
  if (overLimit(world, reserved, arrival.payment.amountKobo)) {
    return reject(world, reserved, { ...arrival, reason: 'LIMIT_EXCEEDED' });
  }
  return credit(world, reserved, arrival);
}

/** Each credit is a separate transaction; its payment reference is its transaction reference. */
function credit(world: World, reserved: ReservedAccount, arrival: Arrival): TransferOutcome {
  const { account, payment } = arrival;
  const reference = transactionReference(world);
  const merchant = merchantById(world, reserved.merchantId);
  const transaction = openTransaction(world, merchant, {
    paymentReference: reference,
    amountKobo: payment.amountKobo,
    description: reserved.accountName,
    customer: reserved.customer,
    methods: ['ACCOUNT_TRANSFER'],
    split: reserved.split,
    metaData: {},
    special: { transactionReference: reference, surchargeKobo: 0, product: productOf(reserved) },
  });
  postBankTransfer(world, arrival, reference);
  collect(world, {
    transaction,
    amountKobo: payment.amountKobo,
    from: accounts.virtual(account.accountNumber),
    status: 'PAID',
    facts: { method: 'ACCOUNT_TRANSFER', accountNumber: account.accountNumber, accountPayments: [payment] },
  });
  return { accepted: true, status: 'PAID', transactionReference: reference };
}

function isAllowed({ restricted, allowedSources }: ReservedAccount, { payment: { from } }: Arrival): boolean {
  if (!restricted) return true;
  const { bvns, bankAccounts, accountNames } = allowedSources;
  return (
    bvns.includes(from.bvn ?? '') ||
    bankAccounts.some((one) => one.accountNumber === from.accountNumber && one.bankCode === from.bankCode) ||
    accountNames.some((name) => plainName(name) === plainName(from.accountName))
  );
}

function reject(
  world: World,
  reserved: ReservedAccount,
  why: Arrival & Pick<Rejection, 'reason'>,
): TransferOutcome {
  const reference = transactionReference(world);
  const merchant = merchantById(world, reserved.merchantId);
  const event = rejectedPayment({
    ...why,
    transactionReference: reference,
    paymentReference: reference,
    product: productOf(reserved),
    amountKobo: why.payment.amountKobo,
    description: reserved.accountName,
    customer: reserved.customer,
    metaData: {},
  });
  sendEvent(world, merchant, event);
  return refused(`The account does not accept this payment (${why.reason})`);
}

const productOf = ({ accountReference }: ReservedAccount) => ({
  type: 'RESERVED_ACCOUNT',
  reference: accountReference,
});
