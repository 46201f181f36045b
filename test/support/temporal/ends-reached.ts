import { Client, type Connection } from '@temporalio/client';
import { KINDS } from '../../../src/client/kinds.js';

/** The ends of lifecycles that no workflow of this run has reached, such as `checkout EXPIRED`: a state that waits for nothing is an end. */
export async function endsNotReached(connection: Connection): Promise<string[]> {
  const client = new Client({ connection });
  const missing: string[] = [];
  for (const { prefix, states } of KINDS) {
    for (const [state, { waitsFor }] of Object.entries(states)) {
      if (waitsFor !== undefined) continue;
      const { count } = await client.workflow.count(
        `OwareLifecycle = "${prefix}" AND OwareState = "${state}"`,
      );
      if (count === 0) missing.push(`${prefix} ${state}`);
    }
  }
  return missing;
}
