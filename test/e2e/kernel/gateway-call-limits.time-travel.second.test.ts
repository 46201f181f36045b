import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createScriptedWorld,
  fails,
  invoiceTerms,
  opens,
  record,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { runsOf } from '../../support/temporal/runs.js';
import { waitUntil } from '../../support/wait-until.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';
import type { Percent } from '../../../src/domain/money.js';

/** No run may have a longer history, whatever the gateway does. */
const LONGEST_HISTORY = 2_000;

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld();
});
beforeEach(() => {
  world.script.initTransaction = opens;
  world.script.getTransaction = record('PENDING');
});
afterAll(() => world.close());

describe('a gateway that answers 502', () => {
  it('for a day gets three creates at most, and a few dozen checks', async () => {
    const reference = world.name('bad-gateway');
    world.script.createInvoice = fails('outcome-unknown', 'HTTP 502');
    world.script.getInvoice = fails('unreachable', 'HTTP 502');
    await world.oware.invoices.create(invoiceTerms(reference, 30 * DAY)).catch(() => undefined);
    const [creates, reads] = [world.callsTo('createInvoice'), world.callsTo('getInvoice')];
    await world.pass(26 * HOUR, HOUR);
    expect(world.callsTo('createInvoice') - creates).toBeLessThanOrEqual(2);
    expect(world.callsTo('getInvoice') - reads).toBeLessThan(100);
    expect(await world.historyLength(`invoice:${reference}`)).toBeLessThan(LONGEST_HISTORY);
    const { state, review } = await world.oware.invoices.get(reference);
    expect(state).toBe('PENDING');
    expect(review).toMatchObject([{ kind: 'unresolved', key: `unresolved:create:${reference}` }]);
  });

  it('and then has no record: the invoice is FAILED with the reason, after three sends', async () => {
    const reference = world.name('proven-absent');
    world.script.createInvoice = fails('outcome-unknown', 'HTTP 502');
    world.script.getInvoice = () => ({ kind: 'not-found', code: '99', message: 'none' });
    const before = world.callsTo('createInvoice');
    await world.oware.invoices.create(invoiceTerms(reference, 30 * DAY)).catch(() => undefined);
    await world.pass(10 * MINUTE, MINUTE);
    await world.closed(`invoice:${reference}`);
    expect(world.callsTo('createInvoice') - before).toBe(3);
    const { state, reason } = await world.oware.invoices.get(reference);
    expect([state, reason]).toEqual([
      'FAILED',
      `it could not be created: sent 3 times without a reply: no invoice ${reference}`,
    ]);
  });
});

describe('a gateway that is away', () => {
  it('for a day is asked a few times an hour for a record to be created, in one short history', async () => {
    const reference = world.name('sub-account');
    const id = `sub-account:${reference}`;
    world.script.listSubAccounts = fails('unreachable', 'no connection');
    const account = { bankCode: '058', accountNumber: '0123456789', email: 'ada@example.com' };
    const terms = { reference, ...account, splitPercentage: '10' as Percent };
    await world.oware.createRecord({ kind: 'sub-account', terms }).catch(() => undefined);
    await world.pass(25 * HOUR, HOUR);
    await world.closed(id);
    expect(world.callsTo('createSubAccounts')).toBe(0);
    expect(await world.historyLength(id)).toBeLessThan(LONGEST_HISTORY);
    expect((await world.handle(id).describe()).status.name).toBe('FAILED');
  });
});

describe('a record that stays PENDING', () => {
  async function closed(what: string) {
    const reference = world.name(what);
    await world.oware.checkouts.create(terms(reference));
    await world.pass(41 * MINUTE);
    return reference;
  }

  it('for three weeks is checked a few times a day, and an operator can resolve it', async () => {
    const reference = await closed('three-weeks');
    await world.pass(DAY + HOUR, HOUR);
    expect(await world.read(reference)).toMatchObject({
      state: 'CLOSING',
      review: [{ key: 'unresolved:closing' }],
    });
    const before = world.callsTo('getTransaction');
    await world.pass(20 * DAY, 10 * DAY);
    // every six hours
    expect(world.callsTo('getTransaction') - before).toBeLessThanOrEqual(20 * 5);
    expect(await world.historyLength(`checkout:${reference}`)).toBeLessThan(LONGEST_HISTORY);
    const resolution = { decision: 'did-not-happen', reason: 'the gateway has lost it' } as const;
    await world.oware.checkouts.resolve(reference, 'unresolved:closing', resolution);
    await world.closed(`checkout:${reference}`);
    expect(await world.read(reference)).toMatchObject({
      state: 'EXPIRED',
      reason: 'an operator concluded that nothing was paid: the gateway has lost it',
    });
    await waitUntil('its end', () => world.webhookTypes(reference).includes('checkout.expired'));
  });

  it('is checked under the transaction reference that an operator gives', async () => {
    const reference = await closed('other-name');
    await world.pass(DAY + HOUR, HOUR);
    world.script.getTransaction = (request) =>
      request.transactionReference === 'T-other'
        ? record('PAID', terms(reference).amountKobo, { paymentReference: reference })(request)
        : record('PENDING')(request);
    const resolution = {
      decision: 'happened',
      reason: 'support says so',
      gatewayReference: 'T-other',
    } as const;
    await world.oware.checkouts.resolve(reference, 'unresolved:closing', resolution);
    await waitUntil('its money', async () => (await world.read(reference)).state === 'PAID');
    await waitUntil('its webhook', () => world.webhookTypes(reference).includes('checkout.paid'));
  });
});

/** An hour with OWARE_TEST_IMPATIENT_MINUTES=60. */
const minutes = Number(process.env.OWARE_TEST_IMPATIENT_MINUTES ?? 5);

describe('a caller that requests checks constantly', () => {
  it('causes twelve checks a minute at most, and a short history', async () => {
    const reference = world.name('impatient');
    await world.oware.checkouts.create(terms(reference));
    const handle = world.handle(`checkout:${reference}`);
    const before = world.callsTo('getTransaction');
    for (let minute = 0; minute < minutes; minute++) {
      // sixty requests a minute, in bursts between the steps of the clock
      for (let burst = 0; burst < 6; burst++) {
        await Promise.all(
          Array.from({ length: 10 }, (_, n) => handle.signal('requestCheck', `${minute}-${burst}-${n}`)),
        );
        await world.pass(10_000);
      }
    }
    const checks = world.callsTo('getTransaction') - before;
    expect(checks / minutes).toBeLessThanOrEqual(15);
    expect(checks).toBeGreaterThan(minutes);
    for (const { events } of await runsOf(world.client, `checkout:${reference}`)) {
      expect(events.length).toBeLessThan(LONGEST_HISTORY + 100);
    }
    world.script.getTransaction = record('PAID', terms(reference).amountKobo);
    await world.report(reference);
    await waitUntil('its money', async () => (await world.read(reference)).state === 'PAID');
  });
});
