import { type Client, WorkflowNotFoundError } from '@temporalio/client';

/** The prefix of a workflow id, and what follows it. */
export interface LifecycleAddress {
  readonly lifecycle: string;
  readonly reference: string;
}

/**
 * Searches Temporal's visibility, which lags a little behind what lifecycles have claimed. Where none has, it is the
 * lifecycle that the gateway's record names, if that exists.
 */
export async function findOwner(
  client: Client,
  gatewayReference: string,
  named?: LifecycleAddress,
): Promise<LifecycleAddress | null> {
  const quoted = gatewayReference.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const query = `OwareGatewayReference = '${quoted}'`;
  for await (const { workflowId } of client.workflow.list({ query, pageSize: 1 })) {
    const [lifecycle, reference] = workflowId.split(/:(.*)/s, 2);
    if (lifecycle && reference) return { lifecycle, reference };
  }
  return named && (await exists(client, named)) ? named : null;
}

async function exists(client: Client, { lifecycle, reference }: LifecycleAddress): Promise<boolean> {
  try {
    await client.workflow.getHandle(`${lifecycle}:${reference}`).describe();
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
