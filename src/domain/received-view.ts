import type { CollectionSnapshot } from './collection.js';
import { toNaira } from './money.js';

/** What came in, as merchants see it, and what came beside it that nobody asked for a second time. */
export function toReceived({ paid, secondKobo }: CollectionSnapshot) {
  return {
    paid: paid && { amount: toNaira(paid.amountKobo), ...paid },
    paidTwice: secondKobo && { amount: toNaira(secondKobo), amountKobo: secondKobo },
  };
}
