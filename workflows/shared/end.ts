import { allHandlersFinished, condition } from '@temporalio/workflow';
import type { StorySnapshot } from '../../src/domain/story.js';
import type { Story, Subject } from './story.js';

/**
 * Ends only when nothing is left to do: no news, no wish, no notice, no handler, nothing that a person must
 * decide. All of it is checked in one activation, because a signal that came during an await just before the
 * return would be lost although its sender was told that it had arrived.
 */
export async function endWhenQuiet<Snapshot extends StorySnapshot, Of extends Subject<Snapshot>>(
  story: Story<Snapshot, Of>,
  followUp: () => Promise<void>,
): Promise<Snapshot> {
  for (;;) {
    await condition(() => story.hasWork() || (story.isQuiet() && allHandlersFinished()));
    if (story.hasWork()) await followUp();
    else if (story.lingersFor() > 0) await story.inbox.wait(story.lingersFor(), 'Linger for the event');
    else return story.known().snapshot();
  }
}
