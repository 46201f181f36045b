import { type Kobo, totalOf, ZERO } from '../money.js';
import { originOf } from '../reference.js';
import { highestOf } from '../movement/amounts.js';
import { type Standing, standingOf } from '../movement/standing.js';
import { isSettled } from '../payout/state.js';
import { orderingEpoch } from '../lifecycle/lifecycle.js';
import type { PolicyRefund } from './by-policy.js';
import type { Refund, RefundsSnapshot } from './refund.js';

/** The bounds of all refunds of a payment, as its owner reads them, or they are reported to it: later ones have a higher order. */
export interface RefundSums extends Pick<Standing, 'least' | 'most'> {
  /** What may have gone back so far: of those that were not sent yet nothing, so a record does not show them. */
  readonly sent: Kobo;
  readonly order: readonly [epoch: number, sequence: number];
  /** Those that a policy of the owner asked for: a rebuilt owner does not know of them. A worker of an earlier version does not say. */
  readonly byPolicy?: readonly PolicyRefund[];
}

export const sumsOf = (snapshot: RefundsSnapshot): RefundSums => ({
  ...allOf(snapshot),
  sent: totalOf(...snapshot.refunds.map(({ movement }) => standingOf(movement).most)),
  order: [Date.parse(orderingEpoch(snapshot)), snapshot.reports ?? 0],
  byPolicy: policyRefundsIn(snapshot),
});

/** Of all that are known, also of what a policy asked for and is not granted yet. */
export function allOf({
  refunds,
  orders = [],
}: Pick<RefundsSnapshot, 'refunds' | 'orders'>): Pick<Standing, 'least' | 'most'> {
  const { least, most } = boundsOf(refunds);
  const isGranted = (reference: string) => refunds.some(({ terms }) => terms.refundReference === reference);
  const waiting = orders.filter(({ refundReference }) => !isGranted(refundReference));
  return { least, most: totalOf(most, ...waiting.map(({ amountKobo }) => amountKobo)) };
}

/** By their references, which a rebuilt run knows as well. Their reason begins with what they are for. */
function policyRefundsIn({ refunds, orders = [], terms }: RefundsSnapshot): readonly PolicyRefund[] {
  const granted = refunds.map((refund) => ({
    ...refund.terms,
    ...(isSettled(refund) && { state: refund.state }),
  }));
  const isGranted = (reference: string) => granted.some((each) => each.refundReference === reference);
  return [...granted, ...orders.filter(({ refundReference }) => !isGranted(refundReference))]
    .filter(({ refundReference }) => originOf(refundReference).kind === 'refund')
    .map(({ refundReference, amountKobo, refundReason, ...more }) => ({
      refundReference,
      transactionReference: terms.reference,
      amountKobo,
      cause: refundReason.split(' ')[0] ?? '',
      requested: true as const,
      ...('state' in more && { state: more.state }),
    }));
}

/** What all refunds together have proven to return, and what they may return. */
export function boundsOf(
  refunds: readonly Pick<Refund, 'movement' | 'unsent'>[],
): Pick<Standing, 'least' | 'most'> {
  return {
    least: totalOf(...refunds.map(({ movement }) => standingOf(movement).least)),
    most: totalOf(...refunds.map(takenBy)),
  };
}

/** What a refund takes of its payment: what it may return, and while it is wanted all that was asked for. */
export function takenBy({ movement, unsent }: Pick<Refund, 'movement' | 'unsent'>): Kobo {
  const { most } = standingOf(movement);
  const isKnown = isSettled({ movement, ...(unsent && { unsent }) });
  return highestOf(most, isKnown ? ZERO : movement.terms.asked);
}
