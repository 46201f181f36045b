import type { WorkflowService } from '@temporalio/client';
import { storyId } from '../../workflows/shared/messages.js';
import type { StorySnapshot } from '../domain/story.js';
import type { AnyKind } from './kinds.js';
import { isSilence } from './patience.js';
import type { Reach } from './reach.js';
import { readStory } from './read-story.js';

interface Which {
  readonly kind: AnyKind;
  readonly reference: string;
}

/**
 * The story as soon as it leaves the state that it is in, or as it is when the time is over. A long poll on
 * history, because a waiting update would take one of the ten that a run may have in flight.
 */
export async function waitForChange<Snapshot extends StorySnapshot>(
  reach: Reach,
  { kind, reference }: Which,
  ms: number,
): Promise<Snapshot> {
  const deadline = Date.now() + ms;
  const first = await readStory<Snapshot>(reach, kind, reference);
  if (!kind.isOpen(first.state as never)) return first;
  const history = createHistory(reach, storyId(kind, reference));
  await history.next(deadline);
  // read again: what moved before the past was fetched will not be shown as new
  for (;;) {
    const now = await readStory<Snapshot>(reach, kind, reference);
    if (now.state !== first.state || Date.now() >= deadline) return now;
    while (!(await history.next(deadline))) if (Date.now() >= deadline) break;
  }
}

type Page = Awaited<ReturnType<WorkflowService['getWorkflowExecutionHistory']>>;

/** The first page is the past; each one after it comes when something has happened, or not at all. */
function createHistory({ client }: Reach, workflowId: string) {
  let nextPageToken: Uint8Array | undefined;
  const ask = () =>
    client.workflowService.getWorkflowExecutionHistory({
      namespace: client.options.namespace,
      execution: { workflowId },
      waitNewEvent: true,
      ...(nextPageToken && { nextPageToken }),
    });
  return {
    /** True when a move may have shown, or when there is nothing more to come. */
    async next(deadline: number): Promise<boolean> {
      try {
        const page = await client.withDeadline(deadline, ask);
        // empty at the end of a run: what follows it, where the story goes on, is read from its beginning
        nextPageToken = page.nextPageToken;
        return nextPageToken.length === 0 || showsMove(page);
      } catch (error) {
        if (!isSilence(error)) throw error;
        return true;
      }
    },
  };
}

/** Every move of a story shows in its search attributes, so only those events are worth a question. */
function showsMove({ history }: Page): boolean {
  return (history?.events ?? []).some(
    (event) =>
      event.upsertWorkflowSearchAttributesEventAttributes != null ||
      event.workflowExecutionCompletedEventAttributes != null,
  );
}
