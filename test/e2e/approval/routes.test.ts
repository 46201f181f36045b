import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Serving } from '../../../src/cli/serve.js';
import { callPayouts } from '../../support/payout/call-payouts.js';
import { createPayouts, type Payouts, writePayoutBundle } from '../../support/payout/payouts.js';
import { servePayouts } from '../../support/payout/serve-payouts.js';
import { createScriptedWorld, type ScriptedWorld } from '../../support/world/scripted-gateway.js';

let bundle: Awaited<ReturnType<typeof writePayoutBundle>>;
let world: ScriptedWorld;
let payouts: Payouts;
let api: Serving;
beforeAll(async () => {
  bundle = await writePayoutBundle();
  world = await createScriptedWorld({
    bundlePath: bundle.bundlePath,
    settings: { gatewayEventGraceMs: 1 },
  });
  payouts = createPayouts(world);
  api = await servePayouts({ client: payouts });
});
afterAll(async () => {
  await payouts.endAll();
  await api.close();
  await world.close();
  bundle.remove();
});

const call = (key: string, path: string, body?: object) => callPayouts(api.url, key, path, body);

it('one person asks for a payout over HTTP, and another approves it', async () => {
  const terms = payouts.termsOf(world.name('over-http'));
  const created = await call('ada', '/', terms);
  expect(created).toMatchObject({
    status: 201,
    body: {
      state: 'WAITING_FOR_APPROVAL',
      approval: { status: 'waiting', needed: 1, maker: { key: 'shop', subject: 'ada@example.com' } },
    },
  });
  const path = `/${terms.reference}`;
  expect(await call('ada', `${path}/approve`)).toMatchObject({
    status: 403,
    body: { type: '/problems/forbidden' },
  });
  // her other key has the scope, and is hers
  expect(await call('ada-approves', `${path}/approve`)).toMatchObject({
    status: 403,
    body: { type: '/problems/approver-is-maker' },
  });
  const approved = await call('bola', `${path}/approve`, { reason: 'rent of March' });
  expect(approved).toMatchObject({
    status: 200,
    body: {
      approval: { status: 'approved', given: [{ subject: 'bola@example.com', reason: 'rent of March' }] },
    },
  });
  await world.closed(payouts.idOf(terms.reference));
  // a repeat gets the same answer from the closed run, another person a clear refusal
  expect(await call('bola', `${path}/approve`)).toMatchObject({
    status: 200,
    body: { state: 'SENT', approval: approved.body.approval },
  });
  expect(await call('chidi', `${path}/decline`)).toMatchObject({
    status: 409,
    body: { type: '/problems/already-decided' },
  });
});

it('the same create by another person keeps the first maker', async () => {
  const terms = payouts.termsOf(world.name('second-maker'));
  await call('ada', '/', terms);
  expect((await call('robot', '/', terms)).body).toMatchObject({
    approval: { maker: { subject: 'ada@example.com' } },
  });
  expect(await call('ada-approves', `/${terms.reference}/approve`)).toMatchObject({ status: 403 });
  await payouts.decide('decline', terms, { key: 'finance', subject: 'bola@example.com' });
  await world.closed(payouts.idOf(terms.reference));
});
