import { ZERO } from '../../src/domain/money.js';
import type { StraySnapshot, StrayTerms } from '../../src/domain/stray.js';
import { beginning } from '../../src/domain/story.js';
import type { StoryInput } from '../shared/messages.js';
import { hearCommon } from '../shared/run/hear.js';
import { refuseInput } from '../shared/run/input.js';
import { isOver, live, nextTurn } from '../shared/run/live.js';
import { createRecord } from '../shared/run/record.js';
import { isText } from '../shared/run/shapes.js';
import { createStory } from '../shared/run/story.js';
import { STRAY } from './messages.js';

/** An event that was signed and cannot be placed is neither lost nor repeated: it waits until a person has looked. */
export async function keepStray(input: StoryInput<StrayTerms, StraySnapshot>): Promise<StraySnapshot> {
  const refuseTerms = ({ reference, reason }: Readonly<Record<string, unknown>>) =>
    isText(reference) && isText(reason, 2_000) ? undefined : 'it has no reference or no reason';
  refuseInput(input, refuseTerms, ['request', 'carried']);
  const story = createStory({ prefix: STRAY.prefix, make: createStray, asAsked }, input);
  hearCommon(story, STRAY);
  const stray = story.known();
  const { reason } = stray.snapshot().terms;
  if (input.from === 'request') stray.raise({ kind: 'unmatched-event', reason, atRiskKobo: ZERO });
  return live(story, async () => {
    // a person's word ends it; nothing can be asked about it
    const turn = { dueAt: () => undefined, summary: () => '', isDone: () => true };
    while (!isOver(story, turn)) {
      await nextTurn(story, turn);
      story.inbox.take();
      story.checks.started();
      story.checks.ended(true);
    }
    return stray.snapshot();
  });
}

function asAsked(terms: StrayTerms, at: string): StraySnapshot {
  return { ...beginning('UNPLACED', terms.reason, at), story: 'stray', terms };
}

function createStray(initial: StraySnapshot) {
  const record = createRecord<StraySnapshot>(initial, {
    describe: ({ terms }) => `- **Unplaced event** \`${terms.eventType || 'no type'}\`: ${terms.reason}`,
    transitions: { UNPLACED: [] },
    worth: () => ZERO,
  });
  return { ...record, isAnswerable: () => true };
}
