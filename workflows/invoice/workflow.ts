import type { InvoiceSnapshot } from '../../src/domain/invoice.js';
import { endWhenQuiet } from '../shared/end.js';
import { followUntilDecided, followUp } from '../shared/follow.js';
import { hearMessages } from './handlers.js';
import { createInvoiceStory, type InvoiceStory } from './invoice.js';
import { issueInvoice } from './issue.js';
import type { InvoiceInput } from './messages.js';
import { pursueInvoice } from './pursue.js';
import { rebuild } from './rebuild.js';

/** One invoice, from the merchant's request (or from news of it) to its end. The result is all we know. */
export async function collectInvoice(input: InvoiceInput): Promise<InvoiceSnapshot> {
  const story = createInvoiceStory(input);
  const pursuit = pursueInvoice(story);
  hearMessages(story);
  if (await begin(story, input)) await followUntilDecided(story, pursuit);
  return endWhenQuiet(story, () => followUp(story, pursuit));
}

/** Whether there may be something to wait for; news that woke a finished one is taken in at the end. */
async function begin(story: InvoiceStory, input: InvoiceInput): Promise<boolean> {
  switch (input.from) {
    case 'request':
      await issueInvoice(story);
      return true;
    case 'carried':
      return true;
    case 'news':
      return remember(story, input.reference, input.previousRunId);
  }
}

/** One that is rebuilt from the gateway's record is followed to its end, like any other. */
async function remember(story: InvoiceStory, reference: string, runId?: string): Promise<boolean> {
  const recalled = await story.recall(runId);
  if (recalled) {
    story.begin(recalled);
    return false;
  }
  const news = await story.inbox.first();
  const { lookAgainMs } = await story.settings();
  const { snapshot, isOnRecord } = await rebuild(reference, news, lookAgainMs);
  // a terminated run was asked for once; where there never was a run, nobody here asked
  const invoice = story.begin(runId === undefined ? { ...snapshot, unexpected: true } : snapshot);
  if (isOnRecord) invoice.isKnownAs(snapshot.transactionReference);
  return isOnRecord;
}
