import { allHandlersFinished, condition, continueAsNew, workflowInfo } from '@temporalio/workflow';
import type { StorySnapshot } from '../../src/domain/story.js';
import type { StoryInput, StoryTerms } from './messages.js';
import type { Story, Subject } from './story.js';

/**
 * For a story that has no end of its own: takes in what comes while it lives, and goes on in a new run before
 * its history grows too long. Temporal drops what is under way then, so the story first rests until nothing
 * is: no question, no deed, no notice in the air, no message in hand. What comes meanwhile is handed over. It
 * does not rest for what takes long, an order or a pause before another look: others would be kept waiting.
 */
export async function live<Snapshot extends StorySnapshot, Of extends Subject<Snapshot>>(
  story: Story<Snapshot, Of>,
  lives: () => boolean,
  followUp: () => Promise<void>,
): Promise<void> {
  if (!lives()) return;
  const { eventsBeforeContinuing } = await story.settings();
  const rests = () =>
    lives() && isLong(eventsBeforeContinuing) && allHandlersFinished() && !story.isPausing();
  story.restWhile(rests);
  while (lives()) {
    await condition(() => !lives() || (rests() ? story.isIdle() : story.hasWork()));
    // checked again, in one go with the handing over: a message may have come with what woke us
    if (rests() && story.isIdle()) await goOn({ from: 'carried', carried: story.carry() });
    if (!rests() && story.hasWork()) await followUp();
  }
}

function isLong(eventsBeforeContinuing: number): boolean {
  const { historyLength, continueAsNewSuggested } = workflowInfo();
  return continueAsNewSuggested || historyLength >= eventsBeforeContinuing;
}

/** Ends this run, by throwing; the next one has the same id and whatever people filter by. */
function goOn<Snapshot extends StorySnapshot>(input: StoryInput<StoryTerms, Snapshot>): Promise<never> {
  return continueAsNew<(next: StoryInput<StoryTerms, Snapshot>) => Promise<Snapshot>>(input);
}
