import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeEnvironment } from '../../support/compose.js';
import { createPaycodes, type Paycodes } from '../../support/lifecycles/paycodes.js';
import { createTransfers, type Transfers } from '../../support/lifecycles/transfers.js';
import { type ApiProcess, startApi } from '../../support/processes/api-process.js';
import { startOware } from '../../support/processes/oware-process.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let transfers: Transfers;
let paycodes: Paycodes;
beforeAll(async () => {
  world = await createWorld();
  transfers = createTransfers(world);
  paycodes = createPaycodes(world);
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

/** The api as docker-compose.yml starts it, for an operator who has set these variables. */
async function startAsInCompose(variables: Readonly<Record<string, string>>): Promise<ApiProcess> {
  const env = Object.entries(composeEnvironment('api', variables));
  return startApi({
    ...Object.fromEntries(env.filter(([, value]) => !value.startsWith('/run/secrets/'))),
    // what differs outside of a container
    OWARE_HOST: '127.0.0.1',
    TEMPORAL_ADDRESS: world.address,
    OWARE_TASK_QUEUE: world.taskQueue,
  });
}

const login = () => ({
  OWARE_GATEWAY_URL: world.gatewayUrl,
  OWARE_GATEWAY_API_KEY: world.account.apiKey,
  OWARE_GATEWAY_SECRET_KEY: world.account.secretKey,
  OWARE_GATEWAY_CONTRACT: world.account.contractCode,
  OWARE_GATEWAY_WALLET: world.account.walletAccountNumber,
});

const LIVE = {
  OWARE_GATEWAY_MODE: 'live',
  OWARE_GATEWAY_URL: 'https://api.gateway.example',
  OWARE_GATEWAY_API_KEY: 'MK_PROD_ABCDEFGHIJ',
  OWARE_GATEWAY_SECRET_KEY: 'a-secret-of-the-tests',
  OWARE_GATEWAY_CONTRACT: '1234567890',
};

async function post(api: ApiProcess, path: string, body: object = {}) {
  const reply = await request(`${api.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.statusCode, body: (await reply.body.json()) as Record<string, unknown> };
}

async function disabledIn(api: ApiProcess): Promise<string[]> {
  const reply = await request(`${api.url}/ready`);
  const { disabled } = (await reply.body.json()) as { readonly disabled: { readonly problem: string }[] };
  return disabled.map(({ problem }) => problem);
}

async function doctor(api: ApiProcess): Promise<string> {
  const { exited, lines } = startOware(['doctor'], {
    cwd: mkdtempSync(join(tmpdir(), 'oware-doctor-')),
    env: {
      TEMPORAL_ADDRESS: world.address,
      OWARE_TASK_QUEUE: world.taskQueue,
      OWARE_API_URL: api.url,
      OWARE_API_KEY: api.key,
      OWARE_GATEWAY_URL: world.gatewayUrl,
    },
  });
  await exited;
  return lines.join('\n');
}

const paycodeOf = (reference: string) => ({
  reference,
  amount: '2000.00',
  beneficiaryName: 'Ada Obi',
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
});

describe('the api of docker-compose.yml', () => {
  it('finishes a transfer with its OTP, reveals a paycode and looks up a person', async () => {
    const api = await startAsInCompose(login());
    expect(await disabledIn(api)).toEqual([]);

    const transfer = `compose-transfer-${process.pid}`;
    const created = await post(api, '/v1/transfers', await transfers.terms(transfer));
    expect(created).toMatchObject({ status: 201, body: { state: 'PENDING_AUTHORIZATION' } });
    const otp = await transfers.otpOf(transfer);
    expect(await post(api, `/v1/transfers/${transfer}/otp`, { otp })).toMatchObject({ status: 200 });
    await transfers.becomes(transfer, 'SUCCESS');
    expect(transfers.paidOut(transfer)).toBe(5_000_00);

    const paycode = `compose-paycode-${process.pid}`;
    expect(await post(api, '/v1/paycodes', paycodeOf(paycode))).toMatchObject({ status: 201 });
    expect(await post(api, `/v1/paycodes/${paycode}/reveal`)).toMatchObject({
      status: 200,
      body: { code: expect.stringMatching(/^\d{10}$/) as string },
    });
    expect(await post(api, '/v1/verifications/nin', { nin: '70000090002' })).toMatchObject({ status: 200 });
    await api.kill('SIGTERM');
  });
});

describe('the api in live mode', () => {
  it('reserves no money for a code that it cannot reveal, and says which routes are off', async () => {
    const api = await startAsInCompose(LIVE);
    const off = ['cards-disabled', 'otp-disabled', 'paycodes-disabled', 'verifications-disabled'];
    expect(await disabledIn(api)).toEqual(off);
    const reference = `live-paycode-${process.pid}`;
    expect(await post(api, '/v1/paycodes', paycodeOf(reference))).toMatchObject({
      status: 403,
      body: { type: '/problems/paycodes-disabled', moneyMoved: 'no' },
    });
    expect(paycodes.causesOf(reference)).toEqual([]);
    expect(await post(api, '/v1/verifications/nin', { nin: '70000090002' })).toMatchObject({ status: 403 });
    const found = await doctor(api);
    expect(found).toContain('! Routes: off (paycodes-disabled): POST /v1/paycodes');
    expect(found).toContain('! Routes: off (otp-disabled): POST /v1/batches/{reference}/parts/{part}/otp');
    expect(found).toContain('OWARE_OTP_IN_API');
    expect(found).toContain('✓ Routes: off (cards-disabled)');
    await api.kill('SIGTERM');
  });

  it('takes OTPs and reveals paycodes, but takes no cards, where its operator has switched that on', async () => {
    const api = await startAsInCompose({ ...LIVE, OWARE_OTP_IN_API: 'on' });
    expect(await disabledIn(api)).toEqual(['cards-disabled']);
    const reference = `switched-on-${process.pid}`;
    // issued by the worker of this world, whose gateway is a sandbox
    expect(await post(api, '/v1/paycodes', paycodeOf(reference))).toMatchObject({ status: 201 });
    expect(paycodes.causesOf(reference)).toEqual(['paycode-issued']);
    expect(await post(api, '/v1/transfers/no-such/otp', { otp: '123456' })).toMatchObject({ status: 404 });
    expect(await post(api, '/v1/checkouts/no-such/otp', { otp: '123456' })).toMatchObject({
      status: 403,
      body: { type: '/problems/cards-disabled' },
    });
    await api.kill('SIGTERM');
  });
});
