import { ZERO } from '../../src/domain/money.js';
import type { StraySnapshot, StrayTerms } from '../../src/domain/stray.js';
import { beginning } from '../../src/domain/story.js';
import { endWhenQuiet } from '../shared/end.js';
import { hearCommon } from '../shared/hear.js';
import type { StoryInput } from '../shared/messages.js';
import { createRecord } from '../shared/record.js';
import { createStory } from '../shared/story.js';
import { STRAY } from './messages.js';

/** An event that was signed and cannot be placed is neither lost nor repeated: it waits until a person has looked. */
export async function keepStray(input: StoryInput<StrayTerms, StraySnapshot>): Promise<StraySnapshot> {
  const story = createStory({ make: createStray, asAsked }, input);
  hearCommon(story, STRAY);
  const { reason } = story.known().snapshot().terms;
  story.known().raise({ kind: 'needs-review', reason, atRiskKobo: ZERO });
  return endWhenQuiet(story, () => {
    // nothing can be asked about it
    story.takeWish();
    story.takeNews();
    return Promise.resolve();
  });
}

function asAsked(terms: StrayTerms, at: string): StraySnapshot {
  return { ...beginning('UNPLACED', terms.reason, at), story: 'stray', terms };
}

function createStray(initial: StraySnapshot) {
  const record = createRecord<StraySnapshot>(initial, {
    describe: ({ terms }) => `- **Unplaced event** \`${terms.eventType || 'no type'}\`: ${terms.reason}`,
    worth: () => ZERO,
  });
  return { ...record, isAnswerable: () => true };
}
