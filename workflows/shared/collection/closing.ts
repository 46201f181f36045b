import type { CollectionSnapshot } from '../../../src/domain/collection/collection.js';
import { kobo } from '../../../src/domain/money.js';
import type { Collection } from './collection.js';
import type { OutcomeStrategy } from '../run/wait-for-outcome.js';

/** How a collection ends, and which review item it raises when the end cannot be proven. */
export function closing<Snapshot extends CollectionSnapshot>(
  collection: Collection<Snapshot>,
): Pick<OutcomeStrategy<unknown>, 'isOver' | 'close' | 'onUnresolved' | 'raiseUnproven'> {
  const amount = () => collection.snapshot().terms.amountKobo;
  return {
    isOver: collection.isOver,
    close: () => {
      if (collection.snapshot().state === 'PENDING') {
        collection.transitionTo('CLOSING', 'the payment window has closed; checking with the gateway');
      }
    },
    onUnresolved: () => {
      const reason = 'the gateway has not reported an outcome since the payment window closed';
      collection.raise({ kind: 'unresolved', subject: 'closing', reason, atRiskKobo: amount() });
    },
    raiseUnproven: ({ subject, level }) => {
      const reason = "the gateway's record does not show what a gateway event reported";
      collection.raise({ kind: 'unproven-event', subject, reason, atRiskKobo: kobo(level) });
    },
  };
}
