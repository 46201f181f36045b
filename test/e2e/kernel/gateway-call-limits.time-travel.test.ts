import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createScripted,
  fails,
  opens,
  record,
  type Scripted,
  terms,
} from '../../support/world/scripted-gateway.js';
import { runsOf } from '../../support/temporal/runs.js';
import { waitUntil } from '../../support/wait-until.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

/** No run may grow longer, whatever the gateway does. */
const LONGEST_HISTORY = 2_000;

let world: Scripted;
beforeAll(async () => {
  world = await createScripted();
});
beforeEach(() => {
  world.script.initTransaction = opens;
  world.script.getTransaction = record('PENDING');
});
afterAll(() => world.close());

const invoice = (reference: string) => ({
  reference,
  amountKobo: terms(reference).amountKobo,
  currency: 'NGN' as const,
  customer: { email: 'ada@example.com', name: 'Ada Obi' },
  description: 'School fees',
  expiresAt: new Date(Date.now() + 30 * DAY).toISOString(),
});

describe('a gateway that answers 502', () => {
  it('K8: for a day is sent three creates at most, and checked a few dozen times', async () => {
    const reference = world.name('bad-gateway');
    world.script.createInvoice = fails('outcome-unknown', 'HTTP 502');
    world.script.getInvoice = fails('unreachable', 'HTTP 502');
    await world.oware.invoices.create(invoice(reference)).catch(() => undefined);
    const [creates, reads] = [world.calls.createInvoice ?? 0, world.calls.getInvoice ?? 0];
    await world.pass(26 * HOUR, HOUR);
    expect((world.calls.createInvoice ?? 0) - creates).toBeLessThanOrEqual(2);
    expect((world.calls.getInvoice ?? 0) - reads).toBeLessThan(100);
    expect(await world.historyOf(`invoice:${reference}`)).toBeLessThan(LONGEST_HISTORY);
    const { state, review } = await world.oware.invoices.get(reference);
    expect(state).toBe('PENDING');
    expect(review).toMatchObject([{ kind: 'unresolved', key: `unresolved:create:${reference}` }]);
  });

  it('K8, K14: and then says that it knows nothing of it: FAILED with the reason, after three sends', async () => {
    const reference = world.name('proven-absent');
    world.script.createInvoice = fails('outcome-unknown', 'HTTP 502');
    world.script.getInvoice = () => ({ kind: 'not-found', code: '99', message: 'none' });
    const before = world.calls.createInvoice ?? 0;
    await world.oware.invoices.create(invoice(reference)).catch(() => undefined);
    await world.pass(10 * MINUTE, MINUTE);
    await world.isOver(`invoice:${reference}`);
    expect((world.calls.createInvoice ?? 0) - before).toBe(3);
    const { state, reason } = await world.oware.invoices.get(reference);
    expect([state, reason]).toEqual([
      'FAILED',
      `it could not be made: sent 3 times without an answer: no invoice ${reference}`,
    ]);
  });
});

describe('a record that stays PENDING', () => {
  async function closed(what: string) {
    const reference = world.name(what);
    await world.oware.checkouts.create(terms(reference));
    await world.pass(41 * MINUTE);
    return reference;
  }

  it('K8, K23: for sixty days is checked a few times a day, and a person can end it', async () => {
    const reference = await closed('sixty-days');
    await world.pass(DAY + HOUR, HOUR);
    expect(await world.oware.checkouts.get(reference)).toMatchObject({
      state: 'CLOSING',
      review: [{ key: 'unresolved:closing' }],
    });
    const before = world.calls.getTransaction ?? 0;
    await world.pass(58 * DAY, 10 * DAY);
    // every six hours
    expect((world.calls.getTransaction ?? 0) - before).toBeLessThanOrEqual(58 * 5);
    expect(await world.historyOf(`checkout:${reference}`)).toBeLessThan(LONGEST_HISTORY);
    const word = { decision: 'did-not-happen', reason: 'the gateway has lost it' } as const;
    await world.oware.checkouts.resolve(reference, 'unresolved:closing', word);
    await world.isOver(`checkout:${reference}`);
    expect(await world.oware.checkouts.get(reference)).toMatchObject({
      state: 'EXPIRED',
      reason: 'a person concluded that nothing was paid: the gateway has lost it',
    });
    await waitUntil('its end', () => world.types(reference).includes('checkout.expired'));
  });

  it('K23: is looked for under the name that a person gives', async () => {
    const reference = await closed('other-name');
    await world.pass(DAY + HOUR, HOUR);
    world.script.getTransaction = (request) =>
      request.transactionReference === 'T-other'
        ? record('PAID', terms(reference).amountKobo, { paymentReference: reference })(request)
        : record('PENDING')(request);
    const word = { decision: 'happened', reason: 'support says so', gatewayReference: 'T-other' } as const;
    await world.oware.checkouts.resolve(reference, 'unresolved:closing', word);
    await waitUntil('its money', async () => (await world.oware.checkouts.get(reference)).state === 'PAID');
    await waitUntil('its webhook', () => world.types(reference).includes('checkout.paid'));
  });
});

/** An hour with OWARE_IMPATIENT_MINUTES=60. */
const minutes = Number(process.env.OWARE_IMPATIENT_MINUTES ?? 5);

describe('somebody who cannot wait', () => {
  it('K8: asks every second: twelve checks a minute at most, and a short history', async () => {
    const reference = world.name('impatient');
    await world.oware.checkouts.create(terms(reference));
    const handle = world.handle(`checkout:${reference}`);
    const before = world.calls.getTransaction ?? 0;
    for (let minute = 0; minute < minutes; minute++) {
      // sixty requests a minute, in bursts between the moves of the clock
      for (let burst = 0; burst < 6; burst++) {
        await Promise.all(
          Array.from({ length: 10 }, (_, n) => handle.signal('requestCheck', `${minute}-${burst}-${n}`)),
        );
        await world.pass(10_000);
      }
    }
    const checks = (world.calls.getTransaction ?? 0) - before;
    expect(checks / minutes).toBeLessThanOrEqual(15);
    expect(checks).toBeGreaterThan(minutes);
    for (const { events } of await runsOf(world.client, `checkout:${reference}`)) {
      expect(events.length).toBeLessThan(LONGEST_HISTORY + 100);
    }
    world.script.getTransaction = record('PAID', terms(reference).amountKobo);
    await world.report(reference);
    await waitUntil('its money', async () => (await world.oware.checkouts.get(reference)).state === 'PAID');
  });
});
