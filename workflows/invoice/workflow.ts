import type { InvoiceSnapshot } from '../../src/domain/invoice.js';
import { follow } from '../shared/collection/follow.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { live } from '../shared/run/live.js';
import { hearMessages } from './handlers.js';
import { refuseTerms } from './input.js';
import { createInvoiceStory } from './invoice.js';
import { issueInvoice, isUnmade } from './issue.js';
import type { InvoiceInput } from './messages.js';
import { pursueInvoice } from './pursue.js';
import { recover } from './recover.js';

/** One invoice, from the merchant's request (or from news of it) to its end. The result is all we know. */
export async function collectInvoice(input: InvoiceInput): Promise<InvoiceSnapshot> {
  refuseInput(input, refuseTerms);
  const story = createInvoiceStory(input);
  const { resume } = hearMessages(story);
  return live(story, async () => {
    if (isToBeRecovered(input)) await recover(story, input);
    if (input.from === 'carried') story.known().change({});
    resume();
    if (isUnmade(story)) await issueInvoice(story);
    await follow(story, pursueInvoice(story));
    return story.known().snapshot();
  });
}
