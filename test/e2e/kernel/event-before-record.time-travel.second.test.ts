import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import {
  ASKED,
  createScriptedWorld,
  inTurn,
  opens,
  record,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { waitUntil } from '../../support/wait-until.js';
import { DEFAULT_RECHECKS, MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld({ settings: { recheckScheduleMs: DEFAULT_RECHECKS } });
  world.script.initTransaction = opens;
});
afterAll(() => world.close());

async function expired(what: string) {
  const reference = world.name(what);
  world.script.getTransaction = record('EXPIRED');
  await world.oware.checkouts.create(terms(reference));
  await world.pass(41 * MINUTE);
  await world.closed(`checkout:${reference}`);
  return reference;
}

describe('a record that lags behind its event', () => {
  it('does not disprove it: the late payment is reported once the record shows it', async () => {
    const reference = await expired('late');
    world.script.getTransaction = inTurn(record('EXPIRED'), record('EXPIRED'), record('PAID', ASKED));
    await world.report(reference);
    await world.pass(MINUTE, 10_000);
    const paid = await world.becomes(reference, 'PAID');
    expect(paid).toMatchObject({ late: true, review: [{ kind: 'paid-late', atRiskKobo: ASKED }] });
    await world.receives(reference, ['checkout.expired', 'checkout.on-hold']);
  });

  it('and never shows it needs review once; a repeated event changes nothing', async () => {
    const reference = await expired('never-shown');
    await world.report(reference);
    await world.pass(MINUTE, 5_000);
    // the same event again, while its claim is open: its schedule does not restart
    await world.report(reference);
    await world.pass(10 * MINUTE, MINUTE);
    const asked = world.callsTo('getTransaction');
    const item = { kind: 'unproven-event', atRiskKobo: ASKED };
    expect(await world.read(reference)).toMatchObject({ state: 'EXPIRED', review: [item] });
    await world.report(reference);
    await world.pass(20 * MINUTE, 5 * MINUTE);
    // the gateway repeats what its record does not show: a reason to read once more
    expect(world.callsTo('getTransaction')).toBe(asked + 1);
    expect((await world.read(reference)).review).toHaveLength(1);
  });

  it('does not expire a checkout whose event arrives during the last check', async () => {
    const reference = world.name('last-second');
    world.script.getTransaction = record('PENDING');
    await world.oware.checkouts.create(terms(reference));
    await world.pass(40 * MINUTE + 6_000);
    await world.becomes(reference, 'CLOSING');
    world.script.getTransaction = inTurn(record('EXPIRED'), record('EXPIRED'), record('PAID', ASKED));
    await world.report(reference);
    await world.pass(MINUTE, 5_000);
    expect(await world.becomes(reference, 'PAID')).toMatchObject({ review: [] });
    await world.receives(reference, ['checkout.paid']);
  });
});

describe('an event that repeats a known payment', () => {
  it('is still checked: a second equal transfer makes the checkout OVERPAID', async () => {
    const reference = world.name('twice');
    world.script.getTransaction = record('PAID', ASKED);
    await world.oware.checkouts.create(terms(reference));
    await world.report(reference, { key: 'session-1' });
    await world.becomes(reference, 'PAID');
    // the record of the second one lags by one check
    world.script.getTransaction = inTurn(record('PAID', ASKED), record('OVERPAID', 2 * ASKED));
    await world.report(reference, { key: 'session-2' });
    await world.pass(MINUTE, 5_000);
    await world.becomes(reference, 'OVERPAID');
    await world.receives(reference, ['checkout.paid', 'checkout.overpaid']);
  });

  it('costs two checks at most where nothing has changed, and needs no review', async () => {
    const reference = world.name('again');
    world.script.getTransaction = record('PAID', ASKED);
    await world.oware.checkouts.create(terms(reference));
    await world.report(reference, { key: 'session-1' });
    await world.becomes(reference, 'PAID');
    const before = world.callsTo('getTransaction');
    await world.report(reference, { key: 'session-2' });
    await world.pass(10 * MINUTE, MINUTE);
    await world.closed(`checkout:${reference}`);
    expect(world.callsTo('getTransaction') - before).toBeLessThanOrEqual(2);
    expect(await world.read(reference)).toMatchObject({ state: 'PAID', review: [] });
  });
});

describe('payments on two transactions of one checkout', () => {
  async function declinedOnce(what: string) {
    const reference = world.name(what);
    const states: Record<string, [string, number]> = { [`T-${reference}`]: ['FAILED', 0] };
    world.script.getTransaction = (request) => {
      const [status, paid] = states[request.transactionReference ?? ''] ?? ['PENDING', 0];
      return record(status, paid)(request);
    };
    await world.oware.checkouts.create(terms(reference));
    await world.oware.checkouts.requestCheck(reference);
    await waitUntil('the decline', async () => (await world.read(reference)).lastAttempt !== undefined);
    await world.oware.checkouts.page(reference);
    const further = `${reference}--i2`;
    const pays = async (paymentReference: string, status: string, amountKobo: number) => {
      states[`T-${paymentReference}`] = [status, amountKobo];
      const transactionReference = `T-${paymentReference}`;
      await world.report(reference, { transactionReference, paymentReference, amountKobo: kobo(amountKobo) });
    };
    return { reference, further, pays };
  }

  it('the full amount on the second, then a part on the first: PAID, and the part is a duplicate', async () => {
    const { reference, further, pays } = await declinedOnce('second-first');
    await pays(further, 'PAID', ASKED);
    await world.becomes(reference, 'PAID');
    await pays(reference, 'PARTIALLY_PAID', 6_000_00);
    await waitUntil('the duplicate', async () => (await world.read(reference)).duplicateKobo === 6_000_00);
    expect(await world.read(reference)).toMatchObject({
      state: 'PAID',
      review: [{ kind: 'duplicate-payment' }],
    });
    await world.receives(reference, [
      'checkout.attempt-failed',
      'checkout.paid',
      'checkout.duplicate-payment',
    ]);
  });

  it('a part on the first, then the full amount on the second: PAID, and the part is a duplicate', async () => {
    const { reference, further, pays } = await declinedOnce('first-second');
    await pays(reference, 'PARTIALLY_PAID', 6_000_00);
    await world.becomes(reference, 'PARTIALLY_PAID');
    await pays(further, 'PAID', ASKED);
    const paid = await world.becomes(reference, 'PAID');
    expect(paid).toMatchObject({ duplicateKobo: 6_000_00, review: [{ kind: 'duplicate-payment' }] });
    await world.receives(reference, [
      'checkout.attempt-failed',
      'checkout.partially-paid',
      'checkout.paid',
      'checkout.duplicate-payment',
    ]);
  });
});

describe('a final state after another one', () => {
  it('CANCELLED stays CANCELLED when the gateway’s record is EXPIRED', async () => {
    const reference = world.name('cancelled');
    world.script.getTransaction = record('PENDING');
    await world.oware.checkouts.create(terms(reference));
    await world.oware.checkouts.cancel(reference);
    await world.closed(`checkout:${reference}`);
    world.script.getTransaction = record('EXPIRED');
    await world.report(reference);
    for (let checks = 0; checks < 3; checks++) await world.oware.checkouts.requestCheck(reference);
    await world.pass(20 * MINUTE, MINUTE);
    expect(await world.read(reference)).toMatchObject({
      state: 'CANCELLED',
      review: [{ kind: 'unproven-event' }],
    });
    await world.receives(reference, ['checkout.cancelled']);
  });

  it('a payment that the gateway’s record denies afterwards is reported once', async () => {
    const reference = world.name('denied');
    world.script.getTransaction = record('PAID', ASKED);
    await world.oware.checkouts.create(terms(reference));
    await world.report(reference);
    await world.becomes(reference, 'PAID');
    world.script.getTransaction = record('EXPIRED');
    for (let checks = 0; checks < 3; checks++) {
      await world.oware.checkouts.requestCheck(reference);
      await world.report(reference, { key: `again-${checks}` });
      await world.pass(3 * MINUTE, MINUTE);
    }
    expect(await world.read(reference)).toMatchObject({
      state: 'PAID',
      review: [{ kind: 'conflicting-records' }],
    });
    await world.receives(reference, ['checkout.paid', 'checkout.conflicting-records']);
  });
});
