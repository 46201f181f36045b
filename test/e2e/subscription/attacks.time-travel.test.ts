import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { replayClosedRuns } from '../../support/temporal/replay.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  CHARGE,
  chargeRecord,
  createScriptedSubscriptions,
  noPayment,
  referenceUsed,
  tokenExpired,
} from '../../support/world/scripted-charges.js';
import {
  createGate,
  createScriptedWorld,
  fails,
  inTurn,
  type Request,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
let subscriptions: ReturnType<typeof createScriptedSubscriptions>;
beforeAll(async () => {
  world = await createScriptedWorld();
  subscriptions = createScriptedSubscriptions(world);
});
const paid = chargeRecord('PAID');
const lost = fails('outcome-unknown', 'HTTP 502 from the gateway');
const silent = fails('unreachable');
/** A refusal that leaves no record. */
const declined = fails('rejected-request', 'Insufficient funds');
/** Sends since the test began. */
const sends = () => world.callsTo('chargeCardToken') - sentBefore;
let sentBefore = 0;
beforeEach(() => {
  world.clearScript();
  sentBefore = world.callsTo('chargeCardToken');
  world.script.chargeCardToken = paid;
  world.script.queryTransaction = paid;
  world.script.getTransaction = paid;
});
afterEach(() => world.endAll());
afterAll(() => world.close());

const typesOf = (reference: string) => world.webhookTypes(reference);
const cancelAndReplay = async (reference: string) => {
  await world.oware.subscriptions.cancel(reference);
  await subscriptions.closed(reference);
  await replayClosedRuns(world.client, subscriptions.id(reference), inject('bundlePath'));
};

describe('a charge of a period whose reply is lost', () => {
  it('and that had its effect is found, and not sent again', async () => {
    world.script.chargeCardToken = lost;
    const reference = await subscriptions.create('lost-present');
    await world.pass(MINUTE);
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    expect(sends()).toBe(1);
    await cancelAndReplay(reference);
  });

  it('and that had no effect is sent again, under the same reference', async () => {
    world.script.chargeCardToken = inTurn(lost, paid);
    world.script.queryTransaction = noPayment;
    const reference = await subscriptions.create('lost-absent');
    await world.pass(2 * MINUTE);
    expect(await subscriptions.periodBecomes(reference, 0, 'PAID')).toMatchObject({
      attempts: [{ n: 1, paymentReference: subscriptions.attempt(reference) }],
    });
    expect(sends()).toBe(2);
  });

  it('is not retried while its outcome is unknown, however long that takes', async () => {
    world.script.chargeCardToken = lost;
    world.script.queryTransaction = silent;
    const reference = await subscriptions.create('unknown');
    await world.pass(6 * DAY);
    expect(sends()).toBe(1);
    expect(await subscriptions.read(reference)).toMatchObject({
      periods: [{ state: 'DUE', attempts: [{ state: 'SENDING' }] }],
      review: [{ kind: 'unresolved', atRiskKobo: CHARGE }],
    });
    world.script.queryTransaction = paid;
    await world.pass(7 * HOUR);
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    expect(await subscriptions.read(reference)).toMatchObject({ review: [], totals: { charged: 1 } });
  });

  it('is taken as paid when the gateway refuses the second send as a duplicate', async () => {
    world.script.chargeCardToken = inTurn(lost, referenceUsed);
    world.script.queryTransaction = inTurn(noPayment, noPayment, paid);
    const reference = await subscriptions.create('refused-second');
    await world.pass(5 * MINUTE);
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    expect(sends()).toBe(2);
    expect(typesOf(reference)).toEqual(['subscription.active', 'subscription.charged']);
  });

  it('after an outage over several periods is concluded; one period is charged, the others are reported', async () => {
    world.script.chargeCardToken = lost;
    world.script.queryTransaction = silent;
    const plan = { every: { unit: 'DAY', count: 1 }, firstDay: subscriptions.day(0), at: '00:00' } as const;
    const reference = await subscriptions.create('outage', { plan });
    // to the noon of the fourth day
    await world.pass(Date.parse(`${subscriptions.day(3)}T11:00:00Z`) - Date.now(), DAY);
    world.script.chargeCardToken = paid;
    world.script.queryTransaction = noPayment;
    // the next read by schedule may be six hours away, and three absences are two hours apart; the day ends after twelve
    await world.pass(10 * HOUR, 2 * HOUR);
    await subscriptions.periodBecomes(reference, 3, 'PAID');
    expect(sends()).toBe(2);
    expect(await subscriptions.read(reference)).toMatchObject({
      totals: { charged: 1, missed: 3 },
      periods: [
        { state: 'MISSED', attempts: [{ state: 'NOT_SENT' }] },
        { state: 'MISSED', attempts: [] },
        { state: 'MISSED', attempts: [] },
        { state: 'PAID' },
      ],
    });
    const missed = world.delivered.filter(
      (webhook) => webhook.reference === reference && webhook.type === 'subscription.period-missed',
    );
    expect(missed.map(({ about }) => about?.missed)).toMatchObject([
      { count: 2, from: subscriptions.day(1), to: subscriptions.day(2) },
      { count: 1, from: subscriptions.day(0) },
    ]);
  });
});

describe('events about a charge of a period', () => {
  it('before the reply of its send prove the charge once', async () => {
    const gate = createGate();
    world.script.chargeCardToken = (request) => gate.opened.then(() => paid(request));
    const reference = await subscriptions.create('event-first');
    await waitUntil('the send', () => sends() === 1);
    await subscriptions.report(reference, subscriptions.attempt(reference));
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    gate.open();
    await world.pass(MINUTE);
    expect(await subscriptions.read(reference)).toMatchObject({
      periods: [{ state: 'PAID', attempts: [{ state: 'PAID', sentAt: expect.any(String) as string }] }],
    });
    expect(typesOf(reference)).toEqual(['subscription.active', 'subscription.charged']);
    await cancelAndReplay(reference);
  });

  it('that repeat, or come in another order, change nothing', async () => {
    const reference = await subscriptions.create('repeated');
    await world.pass(10 * DAY + HOUR);
    await subscriptions.periodBecomes(reference, 1, 'PAID');
    for (const days of [10, 0, 10, 0]) {
      await subscriptions.report(reference, subscriptions.attempt(reference, days));
    }
    await world.pass(MINUTE);
    expect(typesOf(reference).filter((type) => type === 'subscription.charged')).toHaveLength(2);
    expect(await subscriptions.read(reference)).toMatchObject({ review: [], totals: { charged: 2 } });
  });

  it('that no charge of Oware caused are held for review', async () => {
    const reference = await subscriptions.create('unexpected');
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    await subscriptions.report(reference, subscriptions.attempt(reference, 0, 7));
    await waitUntil('the review item', async () => (await subscriptions.read(reference)).review[0]);
    expect(await subscriptions.read(reference)).toMatchObject({
      review: [{ kind: 'unmatched-event', atRiskKobo: CHARGE }],
    });
    expect(typesOf(reference)).toContain('subscription.unexpected');
  });
});

describe('what the gateway charged', () => {
  it('differs from the amount: the period counts as charged and needs review', async () => {
    world.script.chargeCardToken = chargeRecord('PAID', 100_000);
    const reference = await subscriptions.create('wrong-amount');
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    expect(await subscriptions.read(reference)).toMatchObject({
      review: [{ kind: 'underpaid', atRiskKobo: 50_000 }],
    });
    await world.receives(reference, [
      'subscription.active',
      'subscription.charged',
      'subscription.wrong-amount',
    ]);
  });

  it('is followed while it is PENDING, and retried only after FAILED', async () => {
    world.script.chargeCardToken = chargeRecord('PENDING');
    world.script.getTransaction = chargeRecord('PENDING');
    const reference = await subscriptions.create('pending');
    await world.pass(2 * HOUR);
    expect(await subscriptions.read(reference)).toMatchObject({
      periods: [{ state: 'DUE', attempts: [{ state: 'PENDING' }] }],
    });
    world.script.getTransaction = chargeRecord('FAILED');
    world.script.queryTransaction = chargeRecord('FAILED');
    world.script.chargeCardToken = paid;
    await world.pass(5 * HOUR);
    expect(sends()).toBe(1);
    await world.pass(DAY);
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    expect(sends()).toBe(2);
  });

  it('was paid after it had failed: the retry is not sent', async () => {
    world.script.chargeCardToken = chargeRecord('FAILED');
    world.script.getTransaction = chargeRecord('FAILED');
    const reference = await subscriptions.create('paid-after-all');
    await waitUntil('the failure', () => typesOf(reference).includes('subscription.charge-failed'));
    world.script.queryTransaction = paid;
    world.script.chargeCardToken = paid;
    await world.pass(DAY + HOUR);
    expect(await subscriptions.periodBecomes(reference, 0, 'PAID')).toMatchObject({
      attempts: [{ state: 'PAID' }, { state: 'NOT_SENT' }],
    });
    expect(sends()).toBe(1);
    expect(await subscriptions.read(reference)).toMatchObject({ review: [] });
  });

  it('is taken back: the next period finds and reports it', async () => {
    const reference = await subscriptions.create('reversed');
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    world.script.getTransaction = chargeRecord('REVERSED', CHARGE);
    await world.pass(10 * DAY + HOUR);
    await subscriptions.periodBecomes(reference, 0, 'REVERSED');
    await waitUntil('the webhook', () => typesOf(reference).includes('subscription.charge-reversed'));
  });
});

describe('a subscription that is cancelled', () => {
  it('before its charge is sent sends nothing', async () => {
    world.script.readiness = () => ({ paused: { reason: 'maintenance' } });
    const reference = await subscriptions.create('cancel-first');
    await waitUntil('the wait', async () => (await subscriptions.read(reference)).waiting);
    await world.oware.subscriptions.cancel(reference);
    await subscriptions.closed(reference);
    expect(sends()).toBe(0);
    expect(await subscriptions.read(reference)).toMatchObject({
      state: 'CANCELLED',
      periods: [{ state: 'MISSED', attempts: [{ state: 'NOT_SENT' }] }],
    });
    await world.receives(reference, ['subscription.active', 'subscription.cancelled']);
  });

  it('while its charge is in flight resolves the charge', async () => {
    const gate = createGate();
    world.script.chargeCardToken = (request) => gate.opened.then(() => paid(request));
    const reference = await subscriptions.create('cancel-second');
    await waitUntil('the send', () => sends() === 1);
    expect(await world.oware.subscriptions.cancel(reference)).toMatchObject({ state: 'CANCELLED' });
    gate.open();
    await subscriptions.closed(reference);
    expect(await subscriptions.read(reference)).toMatchObject({
      state: 'CANCELLED',
      periods: [{ state: 'PAID' }],
      totals: { charged: 1 },
    });
    await world.receives(reference, [
      'subscription.active',
      'subscription.cancelled',
      'subscription.charged',
    ]);
    await replayClosedRuns(world.client, subscriptions.id(reference), inject('bundlePath'));
  });

  it('while the reply of its charge is lost resolves the charge, and sends it no second time', async () => {
    world.script.chargeCardToken = lost;
    world.script.queryTransaction = silent;
    const reference = await subscriptions.create('cancel-lost');
    await waitUntil('the send', () => sends() === 1);
    await world.oware.subscriptions.cancel(reference);
    world.script.queryTransaction = noPayment;
    // that the gateway does not have it proves nothing before a day has passed
    await world.pass(26 * HOUR);
    await subscriptions.closed(reference);
    expect(sends()).toBe(1);
    expect(await subscriptions.read(reference)).toMatchObject({ totals: { charged: 0 } });
  });
});

describe('a card that is replaced', () => {
  it('while a charge of the old one is in flight pays the period at once when the old token is refused', async () => {
    const gate = createGate();
    world.script.chargeCardToken = inTurn(() => gate.opened.then(() => tokenExpired()), paid);
    const reference = await subscriptions.create('replaced');
    await waitUntil('the send', () => sends() === 1);
    await world.oware.subscriptions.replaceCard(reference, {
      cardToken: 'MNFY_FEDCBA9876543210FEDCBA9876543210',
      email: 'ada@example.com',
    });
    world.script.queryTransaction = noPayment;
    gate.open();
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    expect(sends()).toBe(2);
    expect(typesOf(reference)).not.toContain('subscription.on-hold');
  });
});

describe('a subscription whose run was lost', () => {
  it('reads every due reference before it sends, and charges no period twice', async () => {
    const reference = await subscriptions.create('lost-run');
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    await world.pass(10 * DAY + HOUR);
    await subscriptions.periodBecomes(reference, 1, 'PAID');
    await world.handle(subscriptions.id(reference)).terminate();
    const charged = sends();
    world.script.queryTransaction = (request) =>
      request.paymentReference?.endsWith('.1') ? paid(request) : noPayment();
    await world.oware.subscriptions.create(subscriptions.terms(reference));
    await world.oware.subscriptions.resume(reference);
    await world.pass(MINUTE);
    expect(sends()).toBe(charged);
    expect(await subscriptions.read(reference)).toMatchObject({
      state: 'ACTIVE',
      recovered: true,
      periods: [{ state: 'PAID' }],
    });
    expect(typesOf(reference)).toContain('subscription.recovered');
  });

  it('charges the newest period once, when the gateway has no charge of it', async () => {
    world.script.chargeCardToken = lost;
    world.script.queryTransaction = silent;
    const reference = await subscriptions.create('lost-unsent');
    await waitUntil('the send', () => sends() === 1);
    await world.handle(subscriptions.id(reference)).terminate();
    world.script.queryTransaction = noPayment;
    world.script.chargeCardToken = paid;
    world.oware.subscriptions.create(subscriptions.terms(reference)).catch(() => undefined);
    await waitUntil(
      'the run',
      async () => (await subscriptions.read(reference).catch(() => undefined))?.recovered,
    );
    await world.oware.subscriptions.resume(reference);
    await world.pass(20 * HOUR);
    // the lost run may have sent any reference of the period
    expect(sends()).toBe(1);
    await world.pass(6 * HOUR);
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    expect(sends()).toBe(2);
  });

  it('finds a paid second charge although the first left no record', async () => {
    const money: string[] = [];
    world.script.chargeCardToken = inTurn(declined, (request) => {
      money.push(request.paymentReference ?? '');
      return paid(request);
    });
    world.script.queryTransaction = (request) =>
      money.includes(request.paymentReference ?? '') ? paid(request) : noPayment();
    const reference = await subscriptions.create('lost-gap');
    await waitUntil('the failure', () => typesOf(reference).includes('subscription.charge-failed'));
    await world.pass(DAY + HOUR);
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    await world.handle(subscriptions.id(reference)).terminate();
    await world.oware.subscriptions.create(subscriptions.terms(reference));
    await world.oware.subscriptions.resume(reference);
    await world.pass(2 * HOUR);
    expect(money).toEqual([subscriptions.attempt(reference, 0, 2)]);
    expect(await subscriptions.read(reference)).toMatchObject({
      recovered: true,
      periods: [{ state: 'PAID', attempts: [{ n: 2, state: 'PAID' }] }],
      totals: { charged: 1, chargedKobo: CHARGE },
    });
  });

  it('charges nothing while the gateway does not say whether a later charge exists', async () => {
    world.script.chargeCardToken = lost;
    world.script.queryTransaction = silent;
    const reference = await subscriptions.create('lost-silent');
    await waitUntil('the send', () => sends() === 1);
    await world.handle(subscriptions.id(reference)).terminate();
    const isThird = ({ paymentReference = '' }: Request) => paymentReference.endsWith('.3');
    world.script.queryTransaction = (request) => (isThird(request) ? silent() : noPayment());
    world.script.chargeCardToken = paid;
    world.oware.subscriptions.create(subscriptions.terms(reference)).catch(() => undefined);
    const isRecovered = async () =>
      (await subscriptions.read(reference).catch(() => undefined))?.recovered === true;
    await world.passUntil('the recovery', isRecovered, 6 * MINUTE);
    await world.oware.subscriptions.resume(reference);
    await world.pass(HOUR);
    expect(sends()).toBe(1);
    world.script.queryTransaction = (request) => (isThird(request) ? paid(request) : noPayment());
    await world.pass(6 * HOUR);
    expect(await subscriptions.periodBecomes(reference, 0, 'PAID')).toMatchObject({
      attempts: [{ n: 3, state: 'PAID' }],
    });
    expect(sends()).toBe(1);
    expect(typesOf(reference).filter((type) => type === 'subscription.charged')).toHaveLength(1);
  });

  describe('and whose charges the gateway has', () => {
    /** Loses the run while its first charge is being sent, and starts it again. */
    async function recover(what: string, found: Readonly<Record<number, typeof paid>>): Promise<string> {
      world.script.chargeCardToken = lost;
      world.script.queryTransaction = silent;
      const reference = await subscriptions.create(what);
      await waitUntil('the send', () => sends() === 1);
      await world.handle(subscriptions.id(reference)).terminate();
      world.script.queryTransaction = (request) => {
        const n = Number(request.paymentReference?.split('.').at(-1));
        return (found[n] ?? noPayment)(request);
      };
      await world.oware.subscriptions.create(subscriptions.terms(reference));
      await subscriptions.periodBecomes(reference, 0, 'PAID');
      await world.oware.subscriptions.resume(reference);
      return reference;
    }

    it('twice for one period counts one of them, and reports the other as a duplicate', async () => {
      const reference = await recover('lost-twice', { 1: paid, 2: paid });
      expect(await subscriptions.read(reference)).toMatchObject({
        totals: { charged: 1, chargedKobo: CHARGE },
        review: [{ key: `duplicate-payment:${subscriptions.attempt(reference, 0, 2)}`, atRiskKobo: CHARGE }],
      });
      await waitUntil('the webhook', () => typesOf(reference).includes('subscription.duplicate-charge'));
      expect(typesOf(reference).filter((type) => type === 'subscription.charged')).toHaveLength(1);
    });

    it('with another amount reports the difference', async () => {
      const short = chargeRecord('PAID', 100_00);
      world.script.getTransaction = short;
      const reference = await recover('lost-short', { 1: short });
      expect(await subscriptions.read(reference)).toMatchObject({
        totals: { charged: 1 },
        review: [{ key: `underpaid:${subscriptions.attempt(reference)}`, atRiskKobo: CHARGE - 100_00 }],
      });
      await waitUntil('the webhook', () => typesOf(reference).includes('subscription.wrong-amount'));
    });
  });
});
