import { type Kobo, totalOf, ZERO } from '../money.js';
import { highestOf } from '../movement/amounts.js';
import { type Standing, standingOf } from '../movement/standing.js';
import { isSettled } from '../payout/state.js';
import { orderingEpoch } from '../lifecycle/lifecycle.js';
import type { Refund, RefundsSnapshot } from './refund.js';

/** The bounds of all refunds of a payment, as they are reported to its owner: a later report has a higher order. */
export interface RefundSums extends Pick<Standing, 'least' | 'most'> {
  /** What may have gone back so far: of those that were not sent yet nothing, so a record does not show them. */
  readonly sent: Kobo;
  readonly order: readonly [epoch: number, sequence: number];
}

export const sumsOf = (snapshot: RefundsSnapshot): RefundSums => ({
  ...boundsOf(snapshot.refunds),
  sent: totalOf(...snapshot.refunds.map(({ movement }) => standingOf(movement).most)),
  order: [Date.parse(orderingEpoch(snapshot)), snapshot.reports ?? 0],
});

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
