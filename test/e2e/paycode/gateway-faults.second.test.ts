import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { CALL_FAULTS } from '../../support/gateway-faults.js';
import { createPaycodes, type Paycodes } from '../../support/lifecycles/paycodes.js';
import type { PaycodeSnapshot } from '../../../src/domain/paycode/paycode.js';
import { waitUntil } from '../../support/wait-until.js';
import { decoded } from '../../support/temporal/stored.js';
import { createWorld, DAY, type World } from '../../support/world/world.js';

let world: World;
let paycodes: Paycodes;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 1_000] } });
  paycodes = createPaycodes(world);
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

let count = 0;
const newReference = () => `cash-${process.pid}-${(count += 1)}`;

/** Everything that Temporal stores about it, decoded. */
async function storedAbout(reference: string): Promise<string> {
  const history = await world.handle(paycodes.id(reference)).fetchHistory();
  return decoded(historyToJSON(history));
}

describe.concurrent('a paycode whose creation fails', () => {
  it.each(CALL_FAULTS)('%s: is issued once', async (fault) => {
    const reference = newReference();
    const [when, kind] = fault.split('.');
    await world.planFault({ on: 'call', endpoint: 'createPaycode', reference, when, fault: { kind } });
    await paycodes.start(reference);
    await paycodes.issued(reference);
    expect(paycodes.causesOf(reference)).toEqual(['paycode-issued']);
    await world.merchant.receives(reference, 'paycode.issued');
  });

  it('is reported as issued once its record is readable, though it was not at first', async () => {
    const reference = newReference();
    const call = { on: 'call', reference, times: 1 };
    await world.planFault({ ...call, endpoint: 'createPaycode', fault: { kind: 'reset' } });
    await world.planFault({ ...call, endpoint: 'getPaycode', fault: { kind: 'garbage' } });
    await paycodes.start(reference);
    await world.merchant.receives(reference, 'paycode.issued');
    expect(await paycodes.reveal(reference)).toMatchObject({ status: 200 });
  });

  it('is refused when another system has used the reference', async () => {
    const reference = newReference();
    await paycodes.issueAtGateway(reference, 77);
    const { body } = await paycodes.create(reference);
    expect(body).toMatchObject({ state: 'REFUSED', safeToPayAgain: false });
    expect(body.reason).toContain(`reference-used-elsewhere: paycode ${reference}, PENDING`);
    expect(paycodes.causesOf(reference)).toEqual(['paycode-issued']);
  });

  it.each(['the reference was refused as used', 'the reply was lost'])(
    'shows no code of another system: %s',
    async (what) => {
      const reference = newReference();
      await paycodes.issueAtGateway(reference, 77);
      const hidden = { on: 'call', endpoint: 'getPaycode', reference, fault: { kind: 'error' }, times: null };
      if (what === 'the reply was lost') {
        const lost = { fault: { kind: 'reset' }, when: 'before' };
        await world.planFault({ on: 'call', endpoint: 'createPaycode', reference, ...lost });
      } else await world.planFault(hidden);
      await paycodes.start(reference);
      const known = () => world.handle(paycodes.id(reference)).query<PaycodeSnapshot>('snapshot');
      await waitUntil(`${reference} at the gateway`, async () => (await known()).sentAt);
      expect(await paycodes.read(reference)).not.toHaveProperty('issuedAt');
      expect(await paycodes.reveal(reference)).toMatchObject({
        status: 409,
        body: { type: '/problems/not-open' },
      });
    },
  );
});

describe.concurrent('a paycode', () => {
  it('is revealed by the vault only: neither Temporal nor a webhook has the clear code', async () => {
    const reference = newReference();
    const { body } = await paycodes.create(reference);
    expect(body).toMatchObject({
      state: 'PENDING',
      maskedCode: expect.stringMatching(/^\*+\d\d$/) as string,
    });
    const revealed = await paycodes.reveal(reference);
    expect(revealed).toMatchObject({ status: 200, body: { reference } });
    const { code } = revealed.body as unknown as { readonly code: string };
    expect(code).toMatch(/^\d{10}$/);
    expect(body.maskedCode).toBe(`********${code.slice(-2)}`);
    await paycodes.confirm(reference);
    const webhook = await world.merchant.receives(reference, 'paycode.issued');
    const stored = await storedAbout(reference);
    expect(stored).toContain(reference);
    for (const text of [stored, JSON.stringify(webhook), JSON.stringify(await paycodes.read(reference))]) {
      expect(text).not.toContain(code);
    }
  });

  it('that the beneficiary redeemed is SUCCESS after a check, and is not revealed any longer', async () => {
    const reference = newReference();
    await paycodes.create(reference);
    await paycodes.redeem(reference);
    expect((await paycodes.confirm(reference)).body).toMatchObject({
      state: 'SUCCESS',
      reason: 'the gateway reports COMPLETED',
    });
    await paycodes.closed(reference);
    expect(paycodes.causesOf(reference)).toEqual(['paycode-issued', 'paycode-redeemed']);
    expect(world.merchant.typesOf(reference)).toEqual(['paycode.issued', 'paycode.success']);
    expect(await paycodes.reveal(reference)).toMatchObject({
      status: 409,
      body: { type: '/problems/not-open' },
    });
  });

  it('is cancelled at the gateway, and the money is back', async () => {
    const reference = newReference();
    await paycodes.create(reference);
    // not safe to pay again before a second read
    expect(await paycodes.cancel(reference)).toMatchObject({
      status: 200,
      body: { state: 'CANCELLED', safeToPayAgain: false },
    });
    await world.merchant.receives(reference, 'paycode.cancelled');
    expect(paycodes.causesOf(reference)).toEqual(['paycode-issued', 'paycode-given-back']);
    expect(world.merchant.typesOf(reference)).toEqual(['paycode.issued', 'paycode.cancelled']);
  });

  it.each(['after.reset', 'after.error', 'before.reset'])(
    'whose cancel fails %s is cancelled once',
    async (fault) => {
      const reference = newReference();
      await paycodes.create(reference);
      const [when, kind] = fault.split('.');
      await world.planFault({ on: 'call', endpoint: 'cancelPaycode', reference, when, fault: { kind } });
      expect(await paycodes.cancel(reference)).toMatchObject({ body: { state: 'CANCELLED' } });
      expect(paycodes.causesOf(reference)).toEqual(['paycode-issued', 'paycode-given-back']);
    },
  );

  it('that was redeemed first cannot be cancelled: the cash is reported', async () => {
    const reference = newReference();
    await paycodes.create(reference);
    await paycodes.redeem(reference);
    expect(await paycodes.cancel(reference)).toMatchObject({
      status: 409,
      body: { type: '/problems/not-open' },
    });
    expect(await paycodes.read(reference)).toMatchObject({ state: 'SUCCESS' });
  });

  it('whose run was terminated is found by the next create, and not issued again', async () => {
    const reference = newReference();
    await paycodes.create(reference);
    await world.handle(paycodes.id(reference)).terminate();
    expect(await paycodes.create(reference)).toMatchObject({ status: 201, body: { state: 'PENDING' } });
    expect(paycodes.causesOf(reference)).toEqual(['paycode-issued']);
  });

  it('that expires in the past, or beyond the limit of the gateway, is refused', async () => {
    const past = { expiresAt: new Date(Date.now() - DAY).toISOString() };
    expect(await paycodes.create(newReference(), past)).toMatchObject({ status: 400 });
    const late = { expiresAt: new Date(Date.now() + 90 * DAY).toISOString() };
    const { body } = await paycodes.create(newReference(), late);
    expect(body).toMatchObject({ state: 'REFUSED', safeToPayAgain: true });
    expect(body.reason).toContain('after the system limit');
  });
});
