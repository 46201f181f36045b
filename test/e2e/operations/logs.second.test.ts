import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardAsTyped } from '../../../src/sandbox/collections/test-cards.js';
import { type ApiProcess, startApi } from '../../support/processes/api-process.js';
import type { OwareProcess } from '../../support/processes/oware-process.js';
import { startWorker } from '../../support/processes/worker-process.js';
import { createWorld, type World } from '../../support/world/world.js';

const MARK = 'MARKED-VALUE';
const DEBUG = { OWARE_LOG_LEVEL: 'debug', OWARE_LOG_FORMAT: 'json' };
const REFERENCE = `logged-${process.pid}`;

let world: World;
let worker: OwareProcess;
let api: ApiProcess;
beforeAll(async () => {
  world = await createWorld({ withWorker: false });
  worker = await startWorker(world, DEBUG);
  api = await startApi({
    ...DEBUG,
    TEMPORAL_ADDRESS: world.address,
    OWARE_TASK_QUEUE: world.taskQueue,
    OWARE_GATEWAY_URL: world.gatewayUrl,
    OWARE_GATEWAY_API_KEY: world.account.apiKey,
    OWARE_GATEWAY_SECRET_KEY: world.account.secretKey,
    OWARE_GATEWAY_CONTRACT: world.account.contractCode,
  });
});
afterAll(async () => {
  await api.kill('SIGTERM');
  await worker.kill('SIGTERM');
  await world.close();
});

async function call(path: string, body: object) {
  const reply = await request(`${api.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${api.key}`,
      'content-type': 'application/json',
      'x-request-id': 'shop-1',
    },
    body: JSON.stringify(body),
  });
  return { status: reply.statusCode, body: (await reply.body.json()) as Record<string, unknown> };
}

const parsed = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the log at debug level', () => {
  const card = cardAsTyped('approved');

  beforeAll(async () => {
    // a failed call logs more than a successful one
    await world.planFault({ on: 'call', endpoint: 'initTransaction', fault: { kind: 'error' }, times: 1 });
    const created = await call('/v1/checkouts', {
      reference: REFERENCE,
      amount: '2500.00',
      customer: { email: `${MARK}@example.com`, name: `Ada ${MARK}` },
      description: `Shoes ${MARK}`,
    });
    expect([201, 202]).toContain(created.status);
    await world.becomes(REFERENCE, 'PENDING');
    const { number, expiryMonth, expiryYear, cvv, pin } = card;
    await call(`/v1/checkouts/${REFERENCE}/card`, { number, expiryMonth, expiryYear, cvv, pin });
    await world.becomes(REFERENCE, 'PAID');
    await world.merchant.receives(REFERENCE, 'checkout.paid');
  });

  it('shows no payload, no card and no secret', () => {
    const said = [...worker.lines, ...api.lines].join('\n');
    // the log has lines of that level
    expect(said).toContain('"level":20');
    const { number } = card;
    for (const secret of [MARK, number, world.account.secretKey, world.account.apiKey, api.key]) {
      expect(said.includes(secret)).toBe(false);
    }
  });

  it('names reference, workflow id and request id in every line of a gateway call', () => {
    const calls = parsed(worker.lines).filter(
      ({ msg, endpoint }) => String(msg).startsWith('gateway call') && endpoint !== 'login',
    );
    expect(calls.length).toBeGreaterThan(0);
    for (const line of calls) {
      expect(line).toMatchObject({
        reference: REFERENCE,
        workflowId: `checkout:${REFERENCE}`,
        requestId: expect.any(String) as string,
      });
    }
  });

  it('names them in every line of a request', () => {
    const requests = parsed(api.lines).filter(({ msg, route }) => msg === 'request' && route !== 'none');
    const facts = { reference: REFERENCE, workflowId: `checkout:${REFERENCE}`, requestId: 'shop-1' };
    expect(requests).toHaveLength(2);
    for (const line of requests) expect(line).toMatchObject(facts);
  });
});

describe('what is cash, and numbers of people', () => {
  it('appear in no log line, though they pass through the api', async () => {
    const reference = `${REFERENCE}-cash`;
    await call('/v1/paycodes', {
      reference,
      amount: '2000.00',
      beneficiaryName: `Ada ${MARK}`,
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await world.merchant.receives(reference, 'paycode.issued');
    const { body } = await call(`/v1/paycodes/${reference}/reveal`, {});
    expect(body.code).toMatch(/^\d{10}$/);
    const bvn = '22222212345';
    const person = { bvn, name: `Ada ${MARK}`, dateOfBirth: '1990-01-31', phone: '08030001234' };
    await call('/v1/verifications/bvn', person);
    const enquiry = { bankCode: '058', accountNumber: '0100090002' };
    await call('/v1/name-enquiries', enquiry);
    const said = [...worker.lines, ...api.lines].join('\n');
    expect(said).toContain('revealPaycode');
    for (const secret of [String(body.code), bvn, MARK, person.phone, enquiry.accountNumber]) {
      expect(said.includes(secret)).toBe(false);
    }
  });
});
