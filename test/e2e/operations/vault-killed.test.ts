import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashKey } from '../../../src/api/bearer.js';
import { freePort } from '../../../src/temporal/run/ports.js';
import { cardAsTyped } from '../../../src/sandbox/collections/test-cards.js';
import { cardIn, createCheckouts } from '../../support/lifecycles/checkouts.js';
import { startOware } from '../../support/processes/oware-process.js';
import { waitUntil } from '../../support/wait-until.js';
import { API_KEY, createWorld, type World } from '../../support/world/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [500, 1_000], gatewayEventGraceMs: 1_000 } });
});
afterAll(() => world.close());

/** An api process with its own vault. */
async function startApi() {
  const keysFile = join(mkdtempSync(join(tmpdir(), 'oware-keys-')), 'keys.json');
  writeFileSync(keysFile, JSON.stringify([{ name: 'tests', sha256: hashKey(API_KEY) }]));
  const port = await freePort();
  const api = startOware(['api'], {
    env: {
      TEMPORAL_ADDRESS: world.address,
      OWARE_TASK_QUEUE: world.taskQueue,
      OWARE_API_PORT: String(port),
      OWARE_API_KEYS_FILE: keysFile,
      OWARE_GATEWAY_URL: world.gatewayUrl,
      OWARE_GATEWAY_API_KEY: world.account.apiKey,
      OWARE_GATEWAY_SECRET_KEY: world.account.secretKey,
      OWARE_GATEWAY_CONTRACT: world.account.contractCode,
    },
  });
  await api.says('api is ready');
  return { ...api, url: `http://127.0.0.1:${port}` };
}

const cardState = async (reference: string) =>
  cardIn(await world.call('GET', `/v1/checkouts/${reference}`)).state;

it('a card is charged once though the vault that held it was killed during the charge', async () => {
  const checkouts = createCheckouts(world, 'vault-killed');
  const reference = await checkouts.open();
  const dying = await startApi();
  // the gateway charges the card, but its answer is slow, its event is lost and its record lags
  await world.planFault({ on: 'call', endpoint: 'getTransaction', fault: { kind: 'lag', ms: 600_000 } });
  await world.dropEvent(reference);
  await world.planFault({
    on: 'call',
    endpoint: 'chargeCard',
    when: 'after',
    fault: { kind: 'delay', ms: 60_000 },
  });
  const charging = request(`${dying.url}/v1/checkouts/${reference}/card`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(cardAsTyped('approved')),
  });
  const cutOff = expect(charging).rejects.toThrow();
  await waitUntil('the charge', async () => (await world.collectedFor(reference)).length === 1);
  await dying.kill('SIGKILL');
  await cutOff;

  // another process serves the reads, and accepts no second card while the first is unresolved
  const barred = { status: 409, body: { type: 'urn:oware:problem:card-unresolved', moneyMoved: 'unknown' } };
  expect(await cardState(reference)).toBe('CHARGING');
  expect(await checkouts.payByCard(reference, 'approved')).toMatchObject(barred);
  await waitUntil('the vault timeout', async () => (await cardState(reference)) === 'UNKNOWN');
  expect(await checkouts.payByCard(reference, 'approved')).toMatchObject(barred);
  expect(await checkouts.post(reference, 'virtual-account')).toMatchObject(barred);
  expect(world.merchant.of(reference)).toEqual([]);

  await request(`${world.gatewayUrl}/sandbox/faults`, { method: 'DELETE' });
  await world.merchant.receives(reference, 'checkout.paid');
  const ended: unknown = await world.handle(`checkout:${reference}`).result();
  expect(ended).toMatchObject({ state: 'PAID', reason: '₦2,500.00 of ₦2,500.00 paid' });
  expect(await world.collectedFor(reference)).toHaveLength(1);
  expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
  expect(world.merchant.typesOf(reference)).toEqual(['checkout.paid']);
  expect(await world.transactionsOf(reference)).toHaveLength(1);
});
