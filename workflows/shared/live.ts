import { allHandlersFinished, condition, continueAsNew, workflowInfo } from '@temporalio/workflow';
import type { StorySnapshot } from '../../src/domain/story.js';
import type { StoryInput, StoryTerms } from './messages.js';
import type { Story, Subject } from './story.js';

/**
 * For a story that has no end of its own: takes in what comes while it lives, and goes on in a new run before
 * its history grows too long. Temporal drops what is under way then, so it waits until nothing is: no
 * question, no deed, no notice in the air, no message in hand. All of it is checked in one activation.
 */
export async function live<Snapshot extends StorySnapshot, Of extends Subject<Snapshot>>(
  story: Story<Snapshot, Of>,
  lives: () => boolean,
  followUp: () => Promise<void>,
): Promise<void> {
  if (!lives()) return;
  const { eventsBeforeContinuing } = await story.settings();
  const mayGoOn = () => lives() && isLong(eventsBeforeContinuing) && story.isIdle() && allHandlersFinished();
  while (lives()) {
    await condition(() => !lives() || story.hasWork() || mayGoOn());
    if (story.hasWork()) await followUp();
    else if (mayGoOn()) await goOn({ from: 'carried', carried: story.carry() });
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
