import type { Client } from '@temporalio/client';

/** The prefix of a workflow id, and what follows it. */
export interface StoryAddress {
  readonly story: string;
  readonly reference: string;
}

/** Looks in the list of stories, which lags a little behind what they have said. */
export async function findOwner(client: Client, gatewayReference: string): Promise<StoryAddress | null> {
  const quoted = gatewayReference.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const query = `OwareGatewayReference = '${quoted}'`;
  for await (const { workflowId } of client.workflow.list({ query, pageSize: 1 })) {
    const [story, reference] = workflowId.split(/:(.*)/s, 2);
    if (story && reference) return { story, reference };
  }
  return null;
}
