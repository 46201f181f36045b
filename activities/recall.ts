import { type Client, WorkflowFailedError } from '@temporalio/client';
import type { StorySnapshot } from '../src/domain/story.js';

/** Reads what a finished run left behind. */
export async function recall(
  client: Client,
  workflowId: string,
  runId: string,
): Promise<StorySnapshot | null> {
  try {
    return (await client.workflow.getHandle(workflowId, runId).result()) as StorySnapshot;
  } catch (error) {
    if (error instanceof WorkflowFailedError) return null;
    throw error;
  }
}
