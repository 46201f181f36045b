import { allHandlersFinished, condition } from '@temporalio/workflow';
import type { PaymentSnapshot } from '../../src/domain/payment.js';
import { followUntilDecided, followUp } from './follow.js';
import { hearMessages } from './handlers.js';
import type { PaymentInput } from './messages.js';
import { openTransaction } from './open-transaction.js';
import { timestamp } from '../shared/record.js';
import { newSnapshot } from './payment.js';
import { rebuild, recallRun } from './recall.js';
import { createStory, type Story } from './story.js';

/** One payment, from the merchant's request (or from news of it) to its end. The result is all we know. */
export async function collectPayment(input: PaymentInput): Promise<PaymentSnapshot> {
  const story = createStory();
  hearMessages(story);
  if (input.from === 'request') {
    story.begin(newSnapshot(input.terms, timestamp()));
    await collect(story);
  } else {
    await remember(story, input.reference, input.previousRunId);
  }
  return end(story);
}

async function collect(story: Story): Promise<void> {
  const settings = await story.settings();
  const payment = story.known();
  await openTransaction(payment, settings);
  if (payment.snapshot().state === 'REFUSED' || payment.snapshot().state === 'FAILED') story.tell('moved');
  await followUntilDecided(story);
}

/** Brings back what is known of the payment; the news that woke it is taken in at the end, like any other. */
async function remember(story: Story, reference: string, runId?: string): Promise<void> {
  const recalled = await recallRun(runId);
  if (recalled) {
    story.begin(recalled);
    return;
  }
  const news = await story.inbox.first();
  const { lookAgainMs } = await story.settings();
  const rebuilt = await rebuild(reference, news, lookAgainMs);
  // a terminated run was asked for once; where there never was a run, nobody here asked
  story.begin(runId === undefined ? { ...rebuilt, unexpected: true } : rebuilt);
}

/**
 * Ends only when nothing is left to do. All of it is checked in one activation: a signal that came during
 * an await just before the return would be lost although its sender was told that it had arrived.
 */
async function end(story: Story): Promise<PaymentSnapshot> {
  for (;;) {
    await condition(() => !story.inbox.isEmpty() || (story.isQuiet() && allHandlersFinished()));
    if (story.inbox.isEmpty()) return story.known().snapshot();
    await followUp(story);
  }
}
