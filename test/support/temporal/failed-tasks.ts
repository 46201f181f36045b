import type { Client } from '@temporalio/client';

/** The server's own causes for a failed task: a message arrived before the end, or too many at once. */
const SERVER_CAUSES = [1 /* UNHANDLED_COMMAND */, 17 /* FORCE_CLOSE_COMMAND */, 31 /* UNHANDLED_UPDATE */];

/** Why workflow tasks of the latest run have failed, the server's own causes left out. */
export async function failedTasks(client: Client, workflowId: string): Promise<string[]> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  return (events ?? [])
    .map((each) => each.workflowTaskFailedEventAttributes)
    .filter((failed) => failed != null && !SERVER_CAUSES.includes(Number(failed.cause)))
    .map((failed) => failed?.failure?.message ?? String(failed?.cause));
}
