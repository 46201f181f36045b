import type { ReservedAccountSnapshot } from '../../src/domain/reserved-account.js';
import { endWhenQuiet } from '../shared/end.js';
import { live } from '../shared/live.js';
import { followUp } from './credits.js';
import { hearMessages } from './handlers.js';
import type { ReservedAccountInput } from './messages.js';
import { remember } from './rebuild.js';
import { reserve } from './reserve.js';
import { createAccountStory } from './story.js';

/** One account, from the merchant's request (or from news of it) until it is given back. */
export async function keepReservedAccount(input: ReservedAccountInput): Promise<ReservedAccountSnapshot> {
  const story = createAccountStory(input);
  hearMessages(story);
  switch (input.from) {
    case 'request':
      await reserve(story);
      break;
    case 'news':
      await remember(story, input.reference, input.previousRunId);
      break;
    case 'carried':
      // the Web UI shows nothing of a run that has not said anything yet
      story.known().change({});
      break;
  }
  await live(story, story.known().isOpen, () => followUp(story));
  return endWhenQuiet(story, () => followUp(story));
}
