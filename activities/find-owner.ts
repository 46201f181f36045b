import type { Client } from '@temporalio/client';

/** The prefix of a workflow id, and what follows it. */
export interface LifecycleAddress {
  readonly lifecycle: string;
  readonly reference: string;
}

/** Searches Temporal's visibility, which lags a little behind what lifecycles have claimed. */
export async function findOwner(client: Client, gatewayReference: string): Promise<LifecycleAddress | null> {
  const quoted = gatewayReference.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const query = `OwareGatewayReference = '${quoted}'`;
  for await (const { workflowId } of client.workflow.list({ query, pageSize: 1 })) {
    const [lifecycle, reference] = workflowId.split(/:(.*)/s, 2);
    if (lifecycle && reference) return { lifecycle, reference };
  }
  return null;
}
