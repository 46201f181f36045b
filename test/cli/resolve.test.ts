import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import { main } from '../../src/cli/main.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('an operator names what happened at the gateway, and its amount, on the command line', async ({
  onTestFinished,
}) => {
  const sent: unknown[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    sent.push([request.url, JSON.parse(await text(request))]);
    response.setHeader('content-type', 'application/json').end('{}');
  };
  const api = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void api.close());
  await new Promise((resolve) => api.once('listening', resolve));
  vi.stubEnv('OWARE_API_URL', `http://127.0.0.1:${(api.address() as AddressInfo).port}`);
  vi.stubEnv('OWARE_API_KEY', 'key');
  vi.spyOn(console, 'log').mockReturnValue();

  const item = ['--item', 'unresolved:total', '--decision', 'happened', '--reason', 'the gateway says so'];
  const facts = ['--gateway-reference', 'MNFY|1', '--amount-kobo', '250000'];
  await main(['resolve', 'mandate', 'rent-1', ...item, ...facts]);
  expect(sent).toEqual([
    [
      '/v1/mandates/rent-1/review-items/unresolved%3Atotal/resolve',
      {
        decision: 'happened',
        reason: 'the gateway says so',
        gatewayReference: 'MNFY|1',
        amountKobo: 250_000,
      },
    ],
  ]);
});
