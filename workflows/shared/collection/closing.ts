import type { CollectionSnapshot } from '../../../src/domain/collection/collection.js';
import { kobo } from '../../../src/domain/money.js';
import type { Collection } from './collection.js';
import type { CollectionStrategy } from './wait-for-outcome.js';

/** How whatever collects money comes to its end, and what a person is told where it does not. */
export function closing<Snapshot extends CollectionSnapshot>(
  collection: Collection<Snapshot>,
): Pick<CollectionStrategy<unknown>, 'isOver' | 'close' | 'onUnresolved' | 'raiseUnproven'> {
  const amount = () => collection.snapshot().terms.amountKobo;
  return {
    isOver: collection.isOver,
    close: () => {
      if (collection.snapshot().state === 'PENDING') {
        collection.move('CLOSING', 'the window is over; asking the gateway');
      }
    },
    onUnresolved: () => {
      const reason = 'the gateway has not said what became of it since its window was over';
      collection.raise({ kind: 'unresolved', subject: 'closing', reason, atRiskKobo: amount() });
    },
    raiseUnproven: ({ subject, level }) => {
      const reason = "an event came that the gateway's record does not show";
      collection.raise({ kind: 'unproven-event', subject, reason, atRiskKobo: kobo(level) });
    },
  };
}
