import { waitUntil } from '../wait-until.js';
import type { World } from '../world/world.js';

/** Resolves when the workflow of a request has started, without waiting for the reply, which may be an error. */
export async function whenStarted<Reply>(
  world: World,
  workflowId: string,
  reply: Promise<Reply>,
): Promise<{ readonly reply: Promise<Reply> }> {
  reply.catch(() => undefined);
  const started = () =>
    world
      .handle(workflowId)
      .describe()
      .catch(() => undefined);
  await waitUntil(`the start of ${workflowId}`, started);
  return { reply };
}
