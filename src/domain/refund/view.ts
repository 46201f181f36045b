import { toApprovalView } from '../approval/view.js';
import { toStanding } from '../lifecycle/state-view.js';
import { toNaira } from '../money.js';
import { inKey, isItemAbout } from '../lifecycle/review.js';
import { toPayoutView } from '../payout/view.js';
import { boundsOf } from './bounds.js';
import type { Refund, RefundsSnapshot } from './refund.js';

/** All refunds of a transaction as merchants see them, in replies and in webhooks. */
export function toRefunds(snapshot: RefundsSnapshot) {
  const { terms, payment, owner, refunds } = snapshot;
  const { least: refunded } = boundsOf(refunds);
  return {
    transactionReference: terms.reference,
    state: snapshot.state,
    reason: snapshot.reason,
    owner,
    paid: payment && toNaira(payment.amountKobo),
    paidKobo: payment?.amountKobo,
    refunded: toNaira(refunded),
    refundedKobo: refunded,
    refunds: refunds.map(toRefundRow),
    ...toStanding(snapshot),
  };
}

/** One refund as merchants see it, with the review items about it; undefined when the transaction has no such refund. */
export function toRefund(snapshot: RefundsSnapshot, refundReference: string) {
  const refund = snapshot.refunds.find(({ terms }) => terms.refundReference === refundReference);
  if (!refund) return undefined;
  const review = snapshot.review.filter((item) => isItemAbout(item, inKey(refundReference)));
  const { reviewItems } = toStanding({ ...snapshot, review });
  return {
    ...toRefundRow(refund),
    transactionReference: snapshot.terms.reference,
    owner: snapshot.owner,
    ...(reviewItems && { reviewItems }),
  };
}

export function toRefundRow(refund: Refund) {
  const { terms, name } = refund;
  return {
    reference: terms.refundReference,
    state: refund.state,
    reason: refund.reason,
    ...toPayoutView(refund),
    amount: toNaira(terms.amountKobo),
    amountKobo: terms.amountKobo,
    refundReason: terms.refundReason,
    customerNote: terms.customerNote,
    destination: terms.destination && {
      ...terms.destination,
      ...(name && { nameAtBank: name.held, nameMatches: name.matches }),
    },
    requestedAt: refund.requestedAt,
    notAfter: refund.notAfter,
    sentAt: refund.sentAt,
    approval: toApprovalView(refund.approval),
    foreign: refund.unexpected,
    byPolicy: refund.byPolicy,
  };
}
