import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import type { Parcel } from '../../examples/shop/orders.js';
import { freePort } from '../../src/temporal/run/ports.js';
import { closeVisits, test as inBrowser } from '../support/browser/browser.js';
import { type DevJson, ownPorts, startDevRun } from '../support/processes/dev-run.js';
import { type Program, startProgram } from '../support/processes/program.js';
import { createWebhookRelay } from '../support/webhook-relay.js';

const MAIN = fileURLToPath(new URL('../../examples/shop/main.ts', import.meta.url));

export type ShopToCopy = ReturnType<typeof describeShop>;

/** `examples/shop` beside an `oware dev`, both as processes, as its README starts them. */
export const test = inBrowser.extend<{ readonly shop: ShopToCopy }>({
  shop: [
    // eslint-disable-next-line no-empty-pattern -- the runner reads from the pattern what a fixture needs
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'oware-shop-'));
      const port = await freePort();
      const relay = await createWebhookRelay(`http://127.0.0.1:${port}/webhooks`);
      const { dev, json } = await startDevRun(folder, {
        ...(await ownPorts()),
        OWARE_WEBHOOK_URL: relay.url,
        // customers here do not hesitate: each return is checked at once
        OWARE_CHECK_GAP_MS: '100',
      });
      const tsx = ['--import', import.meta.resolve('tsx')];
      const env = { TEMPORAL_ADDRESS: '', SHOP_PORT: String(port) };
      const program = startProgram(process.execPath, [...tsx, MAIN], { cwd: folder, env });
      await program.says('The shop is open');
      await use(describeShop({ url: `http://127.0.0.1:${port}`, folder, oware: json(), program, relay }));
      await closeVisits();
      relay.release();
      await program.kill('SIGTERM');
      await dev.kill('SIGINT');
      await relay.close();
      rmSync(folder, { recursive: true });
    },
    { scope: 'file' },
  ],
});

interface Parts {
  readonly url: string;
  readonly folder: string;
  readonly oware: DevJson;
  readonly program: Program;
  readonly relay: Awaited<ReturnType<typeof createWebhookRelay>>;
}

interface WebhookLog {
  readonly webhooks: readonly { readonly id: string; readonly type: string }[];
}

function describeShop({ url, folder, oware: { api }, program, relay }: Parts) {
  const call = async (method: 'GET' | 'POST', path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${api.key}` };
    const reply = await request(`${api.url}/v1/checkouts/${path}`, { method, headers });
    return reply.body.json();
  };
  return {
    url,
    relay,
    /** Waits until the shop has processed a webhook in this way. */
    says: (orderId: string, type: string, outcome: string) => program.says(`${type} ${orderId}: ${outcome}`),
    /** What the warehouse was given for an order. */
    parcelsOf(wanted: string): Parcel[] {
      const stored = JSON.parse(readFileSync(join(folder, 'orders.json'), 'utf8')) as { parcels: Parcel[] };
      return stored.parcels.filter(({ orderId }) => orderId === wanted);
    },
    /** Oware sends the webhook of an order again, with the same id. */
    async resend(orderId: string, type: string): Promise<void> {
      const { webhooks } = (await call('GET', `${orderId}/webhooks`)) as WebhookLog;
      const id = webhooks.find((each) => each.type === type)?.id ?? '';
      await call('POST', `${orderId}/webhooks/${id}/resend`);
    },
  };
}
