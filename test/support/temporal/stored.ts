import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { World } from '../world/world.js';

/** Everything that Temporal has of the runs of this world, decoded: ids, histories, memos and search attributes. */
export async function storedOf({ client, taskQueue }: Pick<World, 'client' | 'taskQueue'>): Promise<string> {
  const texts: string[] = [];
  for await (const run of client.workflow.list({ query: `TaskQueue = "${taskQueue}"` })) {
    const history = await client.workflow.getHandle(run.workflowId, run.runId).fetchHistory();
    texts.push(
      run.workflowId,
      JSON.stringify([run.memo, run.typedSearchAttributes.getAll()]),
      decoded(historyToJSON(history)),
    );
  }
  return texts.join('\n');
}

/** The history as Temporal shows it, and its payloads in clear text: this deployment has no codec. */
export function decoded(history: string): string {
  const payloads = history.matchAll(/"data":\s*"([^"]+)"/g);
  return [history, ...[...payloads].map(([, data]) => Buffer.from(data ?? '', 'base64').toString())].join(
    '\n',
  );
}
