import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { main } from '../../src/cli/main.js';
import { serve } from '../../src/cli/serve.js';

/** What the commands have printed for people, in order. */
let said: string[];

beforeEach(() => {
  said = [];
  vi.spyOn(console, 'log').mockReturnValue();
  vi.spyOn(console, 'error').mockImplementation((text: string) => void said.push(...text.split('\n')));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const answers: RequestListener = (_request, response) => void response.end('{}');

interface Item {
  readonly key: string;
  readonly reason?: string;
  readonly atRisk?: string;
  readonly version?: string;
}

/** An API with these open review items, which records decisions. */
async function openApi({ items = [] as Item[], onResolve = answers } = {}) {
  const sent: { path: string | undefined; key: unknown; body: unknown }[] = [];
  const { url, close } = await serve(
    (request, response) => {
      response.setHeader('connection', 'close');
      if (request.method === 'GET') {
        response.end(JSON.stringify({ reviewItems: items }));
        return;
      }
      json(request).then(
        (body) => {
          sent.push({ path: request.url, key: request.headers['idempotency-key'], body });
          onResolve(request, response);
        },
        () => response.destroy(),
      );
    },
    '127.0.0.1',
    0,
  );
  onTestFinished(close);
  vi.stubEnv('OWARE_API_URL', url);
  vi.stubEnv('OWARE_API_KEY', 'key');
  return sent;
}

it('an operator names what happened at the gateway, and its amount, on the command line', async () => {
  const sent = await openApi();
  const item = ['--item', 'unresolved:total', '--decision', 'happened', '--reason', 'the gateway says so'];
  const facts = ['--gateway-reference', 'MNFY|1', '--amount-kobo', '250000'];
  await main(['resolve', 'mandate', 'rent-1', ...item, ...facts]);
  expect(sent).toEqual([
    {
      path: '/v1/mandates/rent-1/review-items/unresolved%3Atotal/resolve',
      key: expect.any(String) as string,
      body: {
        decision: 'happened',
        reason: 'the gateway says so',
        gatewayReference: 'MNFY|1',
        amountKobo: 250_000,
      },
    },
  ]);
});

it('a decision whose reply is lost is repeated about the same item, although another is the only one by then', async () => {
  const items: Item[] = [{ key: 'unresolved:cancel', version: 'seen-once' }];
  const sent = await openApi({
    items,
    onResolve: (request) => {
      items[0] = { key: 'unresolved:send', version: 'another' };
      request.socket.destroy();
    },
  });
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const args = ['resolve', 'invoice', 'inv-1', '--decision', 'did-not-happen', '--reason', 'checked'];
  await main(args);
  expect(exit).toHaveBeenLastCalledWith(4);
  const key = String(sent[0]?.key);
  expect(said[0]).toBe(`Item: unresolved:cancel, idempotency key: ${key}`);
  const item = ['--item', 'unresolved:cancel', '--item-version', 'seen-once'];
  const pinned = [...args, ...item, '--idempotency-key', key];
  const repeat = said.at(-1);
  expect(repeat).toBe(`  oware ${pinned.join(' ')}`);

  await main(pinned);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(said.at(-1)).toBe(repeat);

  items[0] = { key: 'unresolved:cancel' };
  await main(args);
  expect(sent[2]?.key).not.toBe(key);
});

it('a decision is about the item that is printed, or about the version that the operator gives', async () => {
  const reason = 'an event reported ₦90.00';
  const items = [{ key: 'unproven-event:T-1', reason, atRisk: '90.00', version: 'now' }];
  const sent = await openApi({ items });
  const args = ['resolve', 'checkout', 'order-1', '--decision', 'dismiss', '--reason', 'not ours'];
  await main(args);
  expect(said[1]).toBe(`  ${reason}, at risk: ₦90.00`);
  await main([...args, '--item', 'unproven-event:T-1']);
  await main([...args, '--item', 'unproven-event:T-1', '--item-version', 'before']);
  expect(sent.map(({ body }) => (body as Item).version)).toEqual(['now', 'now', 'before']);
});
