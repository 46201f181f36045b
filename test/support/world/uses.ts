import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GatewayClient } from '../../../src/gateway/http/client.js';
import type { Sandbox } from '../../../src/sandbox/sandbox.js';

/** What `npm run docs:uses` merges; git does not keep it. */
export const USES_FOLDER = '.uses';

const isRecorded = process.env.OWARE_TEST_RECORD_USES === '1';

interface Uses {
  readonly endpoints: Set<string>;
  readonly events: Set<string>;
}

const byFile = new Map<string, Uses>();

/**
 * Records which endpoints answered and which events were accepted in the test file that asks, for the table of
 * docs/endpoints.md. Does nothing unless OWARE_TEST_RECORD_USES is 1.
 */
export function createUses() {
  const file = /test\/e2e\/[\w./-]+\.test\.ts/.exec(new Error('where').stack ?? '')?.[0];
  if (!isRecorded || file === undefined)
    return { watch: (gateway: GatewayClient) => gateway, write: () => undefined };
  const uses = byFile.get(file) ?? { endpoints: new Set(), events: new Set() };
  byFile.set(file, uses);
  return {
    watch: (gateway: GatewayClient): GatewayClient => ({
      ...gateway,
      async call(endpoint, request, options) {
        const answer = await gateway.call(endpoint, request, options);
        uses.endpoints.add(endpoint.name);
        return answer;
      },
    }),
    write({ deliveries }: Sandbox): void {
      for (const { state, eventType } of deliveries.list())
        if (state === 'delivered') uses.events.add(eventType);
      mkdirSync(USES_FOLDER, { recursive: true });
      const found = { file, endpoints: [...uses.endpoints].sort(), events: [...uses.events].sort() };
      writeFileSync(join(USES_FOLDER, `${file.replaceAll('/', '+')}.json`), JSON.stringify(found));
    },
  };
}
