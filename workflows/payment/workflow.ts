import type { PaymentSnapshot } from '../../src/domain/payment.js';
import { endWhenQuiet } from '../shared/end.js';
import { followUntilDecided, followUp } from '../shared/follow.js';
import { forwardToOwner } from '../shared/owner.js';
import { pursuePayment } from './follow.js';
import { hearMessages } from './handlers.js';
import type { PaymentInput } from './messages.js';
import { openFirstTransaction } from './open-transaction.js';
import { rebuild } from './rebuild.js';
import { createPaymentStory, type PaymentStory } from './story.js';

/**
 * One payment, from the merchant's request (or from news of it) to its end. The result is all we know; news that
 * was another story's leaves none.
 */
export async function collectPayment(input: PaymentInput): Promise<PaymentSnapshot | undefined> {
  const story = createPaymentStory(input);
  hearMessages(story);
  if (input.from === 'request') await collect(story);
  if (input.from === 'news' && !(await remember(story, input.reference, input.previousRunId)))
    return undefined;
  return endWhenQuiet(story, () => followUp(story, pursuePayment(story)));
}

async function collect(story: PaymentStory): Promise<void> {
  const settings = await story.settings();
  const payment = story.known();
  await openFirstTransaction(payment, settings);
  const { state } = payment.snapshot();
  if (state === 'REFUSED' || state === 'FAILED') story.tell(payment.tale());
  await followUntilDecided(story, pursuePayment(story));
}

/**
 * Brings back what is known of the payment; the news that woke it is taken in at the end, like any other. False
 * when it was another story's.
 */
async function remember(story: PaymentStory, reference: string, runId?: string): Promise<boolean> {
  const recalled = await story.recall(runId);
  if (recalled) {
    story.begin(recalled);
    return true;
  }
  if (await forwardToOwner(story.inbox)) return false;
  const news = await story.inbox.first();
  const { lookAgainMs } = await story.settings();
  const rebuilt = await rebuild(reference, news, lookAgainMs);
  // a terminated run was asked for once; where there never was a run, nobody here asked
  story.begin(runId === undefined ? { ...rebuilt, unexpected: true } : rebuilt);
  return true;
}
