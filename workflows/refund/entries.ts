import { inWords } from '../../src/domain/lifecycle/webhook.js';
import { isState, isWarning, type PayoutNews } from '../../src/domain/payout/webhooks-due.js';
import { type Refund, toRefundState } from '../../src/domain/refund/refund.js';
import { toRefundRow } from '../../src/domain/refund/view.js';
import { refusal } from '../shared/run/commands.js';
import { isText } from '../shared/run/shapes.js';
import type { RefundsLifecycle } from './lifecycle.js';

/** Refuses a command that names no refund. */
export function refundOf(lifecycle: RefundsLifecycle, refundReference: unknown): Refund {
  if (!isText(refundReference)) throw refusal('invalid', 'expected the reference of a refund');
  const refund = lifecycle.subject().find(refundReference);
  if (!refund) throw refusal('invalid', `the transaction has no refund ${refundReference}`);
  return refund;
}

/** Tells the merchant about one of the refunds. */
export function notify(
  lifecycle: RefundsLifecycle,
  refundReference: string,
  news: PayoutNews | 'PENDING',
): void {
  const refunds = lifecycle.subject();
  const name = isState(news) ? toRefundState(news) : news;
  const ordinal = refunds.count(refundReference, name, isWarning(news));
  const refund = refundOf(lifecycle, refundReference);
  lifecycle.notify({
    type: `refund.${refund.unexpected && isState(news) ? 'unexpected' : inWords(name)}`,
    effect: `${name}:${refundReference}${ordinal}`,
    about: { refund: toRefundRow(refund) },
  });
}
