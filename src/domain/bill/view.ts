import { toApprovalView } from '../approval/view.js';
import { toStanding } from '../lifecycle/state-view.js';
import { type Kobo, toNaira } from '../money.js';
import { toPayoutView } from '../payout/view.js';
import type { BillReceipt, BillSnapshot } from './bill.js';

const naira = (amount: Kobo | undefined) => (amount === undefined ? undefined : toNaira(amount));

function toReceipt({ payableKobo, commissionKobo, ...rest }: BillReceipt) {
  return {
    ...rest,
    payable: naira(payableKobo),
    payableKobo,
    commission: naira(commissionKobo),
    commissionKobo,
  };
}

/** A bill as merchants see it, in replies and in webhooks. */
export function toBill(bill: BillSnapshot) {
  const { terms, validation, receipt } = bill;
  return {
    reference: terms.reference,
    state: bill.state,
    reason: bill.reason,
    ...toPayoutView(bill),
    amount: toNaira(terms.amountKobo),
    amountKobo: terms.amountKobo,
    currency: terms.currency,
    productCode: terms.productCode,
    customerId: terms.customerId,
    customerName: validation?.customerName,
    email: terms.email,
    phone: terms.phone,
    notAfter: terms.notAfter,
    withoutValidation: terms.withoutValidation,
    approval: toApprovalView(bill.approval),
    sentAt: bill.sentAt,
    transactionReference: bill.transactionReference,
    receipt: receipt && toReceipt(receipt),
    ...toStanding(bill),
  };
}
