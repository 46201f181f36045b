import type { PaymentSnapshot } from '../../src/domain/payment.js';
import { follow } from '../shared/collection/follow.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { live } from '../shared/run/live.js';
import { hearMessages } from './handlers.js';
import { refuseTerms } from './input.js';
import type { PaymentInput } from './messages.js';
import { openFirstTransaction } from './open-transaction.js';
import { isPageless, openInItsPlace } from './pageless.js';
import { pursuePayment } from './pursue.js';
import { recover } from './recover.js';
import { createPaymentStory, type PaymentStory } from './story.js';

/**
 * One payment, from the merchant's request (or from news of it) to its end. The result is all we know; news that
 * was another story's leaves none.
 */
export async function collectPayment(input: PaymentInput): Promise<PaymentSnapshot | undefined> {
  refuseInput(input, refuseTerms);
  const story = createPaymentStory(input);
  hearMessages(story);
  return live(story, async () => {
    if (isToBeRecovered(input) && !(await recover(story, input))) return undefined;
    // the Web UI shows nothing of a run that has not said anything yet
    if (input.from === 'carried') story.known().change({});
    if (isUnopened(story)) await openFirstTransaction(story);
    if (isPageless(story)) story.spawn(openInItsPlace(story));
    await follow(story, pursuePayment(story));
    return story.known().snapshot();
  });
}

/** A payment that nobody can pay yet gets its first transaction, unless it was called off before. */
function isUnopened(story: PaymentStory): boolean {
  const { transactions, state, unexpected } = story.known().snapshot();
  return state === 'PENDING' && transactions.length === 0 && !unexpected;
}
