import type { ReservedAccountSnapshot } from '../../src/domain/reserved-account.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { live } from '../shared/run/live.js';
import { hearMessages } from './handlers.js';
import { refuseTerms } from './input.js';
import { keep } from './keep.js';
import type { ReservedAccountInput } from './messages.js';
import { recover } from './recover.js';
import { reserve } from './reserve.js';
import { createAccountStory } from './story.js';

/** One account, from the merchant's request (or from news of it) until it is given back. */
export async function keepReservedAccount(input: ReservedAccountInput): Promise<ReservedAccountSnapshot> {
  refuseInput(input, refuseTerms);
  const story = createAccountStory(input);
  const { resume } = hearMessages(story);
  return live(story, async () => {
    if (isToBeRecovered(input)) await recover(story, input);
    // the Web UI shows nothing of a run that has not said anything yet
    if (input.from === 'carried') story.known().change({});
    if (story.known().snapshot().state === 'PENDING') await reserve(story);
    resume();
    await keep(story);
    return story.known().snapshot();
  });
}
