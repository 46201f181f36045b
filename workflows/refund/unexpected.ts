import { type Kobo, ZERO } from '../../src/domain/money.js';
import { NOT_REQUESTED, unknownRefund } from '../../src/domain/refund/unexpected.js';
import type { RefundRecord } from '../../src/domain/refund/verdict.js';
import { addReading } from '../shared/payout/pay-out.js';
import { takeAsSent } from '../shared/payout/take-as-sent.js';
import { timestamp } from '../shared/run/state.js';
import { learn } from './kind.js';
import type { RefundsLifecycle } from './lifecycle.js';
import { placeOf } from './places.js';

/* Refunds that were not requested here: Oware follows them, and sends none. */

/** A refund that an event reports. What it is about is learned when its record is read. */
export function addReported(lifecycle: RefundsLifecycle, refundReference: string): void {
  if (!lifecycle.subject().find(refundReference)) addUnexpected(lifecycle, refundReference, ZERO);
}

/** A refund that the gateway lists. */
export function addListed(lifecycle: RefundsLifecycle, record: RefundRecord): void {
  const { refundReference, refundAmount, createdOn } = record;
  const refunds = lifecycle.subject();
  addUnexpected(lifecycle, refundReference, refundAmount);
  if (!refunds.find(refundReference)) return;
  const madeAt = past(createdOn);
  refunds.update(refundReference, { requestedAt: madeAt, sentAt: madeAt });
  const shown = learn(lifecycle, refundReference, record);
  const place = placeOf(lifecycle, refundReference);
  const at = lifecycle.pace.now();
  if (shown) addReading(place, shown, { askedAt: at, answeredAt: at }, place.read().reads);
}

function addUnexpected(lifecycle: RefundsLifecycle, refundReference: string, atRiskKobo: Kobo): void {
  const refunds = lifecycle.subject();
  if (refunds.isFull()) {
    const reason = `refund ${refundReference} exceeds the maximum number of refunds`;
    refunds.raise({ kind: 'unmatched-event', reason, atRiskKobo, addsUp: true });
    return;
  }
  refunds.add(unknownRefund(refundReference, timestamp()));
  const why = { answered: NOT_REQUESTED, notOurs: NOT_REQUESTED };
  takeAsSent(placeOf(lifecycle, refundReference), { since: 0, why });
}

/** A moment of the gateway's clock, which may be ahead of ours. */
function past(moment: string | null | undefined): string {
  const at = Date.parse(moment ?? '');
  return Number.isNaN(at) || at > Date.now() ? timestamp() : new Date(at).toISOString();
}
