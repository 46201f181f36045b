import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { type Address, addressIn } from '../src/domain/lifecycle/address.js';

/**
 * Searches Temporal's visibility, which lags a little behind what lifecycles have claimed. Where none has, it is the
 * lifecycle that the gateway's record names, if that exists.
 */
export async function findOwner(
  client: Client,
  gatewayReference: string,
  named?: Address,
): Promise<Address | null> {
  const quoted = gatewayReference.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const query = `OwareGatewayReference = '${quoted}'`;
  for await (const { workflowId } of client.workflow.list({ query, pageSize: 1 })) {
    const address = addressIn(workflowId);
    if (address) return address;
  }
  return named && (await exists(client, named)) ? named : null;
}

async function exists(client: Client, { lifecycle, reference }: Address): Promise<boolean> {
  try {
    await client.workflow.getHandle(`${lifecycle}:${reference}`).describe();
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
