import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import { kobo, ZERO } from '../../../src/domain/money.js';
import { chargeFromEarlier } from '../../../src/domain/subscription/from-earlier-version.js';
import type { Period } from '../../../src/domain/subscription/period.js';
import type {
  SubscriptionSnapshot,
  SubscriptionTerms,
} from '../../../src/domain/subscription/subscription.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  CHARGE,
  chargeRecord,
  createScriptedSubscriptions,
  noPayment,
} from '../../support/world/scripted-charges.js';
import {
  createScriptedWorld,
  type Request,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
let subscriptions: ReturnType<typeof createScriptedSubscriptions>;
/** What the gateway's record of each charge shows. */
const ledger = new Map<string, string>();
const sent: string[] = [];

const recordOf = ({ paymentReference, transactionReference }: Request) => {
  const name = paymentReference ?? transactionReference?.slice(2) ?? '';
  const status = ledger.get(name);
  return status === undefined ? noPayment() : chargeRecord(status)({ paymentReference: name });
};

beforeAll(async () => {
  world = await createScriptedWorld({ timeoutMs: 30_000 });
  subscriptions = createScriptedSubscriptions(world);
});
beforeEach(() => {
  world.clearScript();
  ledger.clear();
  sent.length = 0;
  world.script.queryTransaction = recordOf;
  world.script.getTransaction = recordOf;
  world.script.chargeCardToken = (request) => {
    sent.push(request.paymentReference ?? '');
    ledger.set(request.paymentReference ?? '', 'PAID');
    return chargeRecord('PAID')(request);
  };
});
afterEach(() => world.endAll());
afterAll(() => world.close());

/** A daily plan of these days from today. */
const daily = (first: number, last?: number): SubscriptionTerms['plan'] => ({
  every: { unit: 'DAY', count: 1 },
  firstDay: subscriptions.day(first),
  at: '00:00',
  ...(last !== undefined && { lastDay: subscriptions.day(last) }),
});

const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

/** A run that continued from another one and was lost; only the state that it began with is left. */
async function recoverFrom(terms: SubscriptionTerms, part: Partial<SubscriptionSnapshot>): Promise<void> {
  const { reference } = terms;
  const snapshot: SubscriptionSnapshot = {
    ...beginning('ACTIVE', 'the card can be charged', ago(100)),
    lifecycle: 'subscription',
    terms,
    amountKobo: CHARGE,
    periods: [],
    totals: { charged: 0, chargedKobo: ZERO, failed: 0, missed: 0 },
    ...part,
  };
  const lost = await world.client.workflow.start('chargeSubscription', {
    workflowId: subscriptions.id(reference),
    taskQueue: `${world.taskQueue}-without-worker`,
    args: [{ from: 'carried', carried: { snapshot, inbox: [], webhooks: [] } }],
  });
  await lost.terminate('lost');
  await world.oware.subscriptions.create(terms);
  await waitUntil('the recovery', async () => (await subscriptions.read(reference)).recovered);
}

/** The period of a day, counted from today, with one charge. */
function periodOf(reference: string, n: number, day: number, state: 'PAID' | 'FAILED'): Period {
  const paymentReference = subscriptions.attempt(reference, day);
  const at = ago(-day);
  const attempt = chargeFromEarlier(
    {
      n: 1,
      paymentReference,
      state,
      reason: `the gateway reports ${state}`,
      at,
      transactionReference: `T-${paymentReference}`,
      reported: true,
      known:
        state === 'PAID'
          ? { kind: 'money', paid: { amountKobo: CHARGE }, payableKobo: CHARGE }
          : { kind: 'end', to: 'FAILED', observed: 'the gateway reports FAILED' },
    },
    CHARGE,
  );
  const isPaid = state === 'PAID';
  return {
    n,
    day: subscriptions.day(day),
    dueAt: at,
    amountKobo: CHARGE,
    state: isPaid ? 'PAID' : 'DUE',
    reason: isPaid ? 'charged' : 'declined',
    attempts: [attempt],
  };
}

it('a plan that was in its last period keeps its paid periods, and lists none of them again', async () => {
  const days = [-29, ...Array.from({ length: 23 }, (_, index) => index - 22)];
  const kept = days.slice(1);
  const reference = world.name('last-period');
  const terms = subscriptions.terms(reference, { plan: daily(-29, 0) });
  for (let day = -29; day < 0; day++) ledger.set(subscriptions.attempt(reference, day), 'PAID');
  ledger.set(subscriptions.attempt(reference), 'FAILED');
  const totals = { charged: 29, chargedKobo: kobo(29 * CHARGE), failed: 0, missed: 0 };
  await recoverFrom(terms, {
    periods: kept.map((day) => periodOf(reference, day + 29, day, day === 0 ? 'FAILED' : 'PAID')),
    totals,
  });
  await world.pass(HOUR, 20 * MINUTE);
  const { periods, totals: after } = await subscriptions.read(reference);
  expect(periods.map(({ n }) => n)).toEqual(kept.map((day) => day + 29));
  expect(periods.slice(0, -1).every(({ state }) => state === 'PAID')).toBe(true);
  expect(after).toMatchObject({ charged: 29, chargedKobo: 29 * CHARGE, missed: 0 });
  for (const type of ['subscription.period-missed', 'subscription.charged']) {
    expect(world.webhookTypes(reference)).not.toContain(type);
  }
});

it('more due dates than a recovery reads are a review item with what is at risk', async () => {
  const reference = world.name('long-lost');
  const terms = subscriptions.terms(reference, { plan: daily(-69) });
  for (let day = -69; day <= 0; day++) ledger.set(subscriptions.attempt(reference, day), 'PAID');
  await recoverFrom(terms, {});
  const isRead = async () => (await subscriptions.read(reference)).totals.charged === 60;
  await waitUntil('the reads', isRead, 200_000);
  const { totals, review } = await subscriptions.read(reference);
  expect(totals).toMatchObject({ charged: 60, chargedKobo: 60 * CHARGE, missed: 0 });
  const range = `10 due dates, ${subscriptions.day(-69)} to ${subscriptions.day(-60)}`;
  expect(review.find(({ key }) => key === 'unresolved:periods')).toMatchObject({
    atRiskKobo: 10 * CHARGE,
    reason: expect.stringContaining(range) as string,
  });
});

it('money that shows later of a recovered period makes it paid', async () => {
  const reference = world.name('late-money');
  await recoverFrom(subscriptions.terms(reference, { plan: daily(-3) }), {});
  // a lost run may have charged it: that it was not is known a day later
  expect((await subscriptions.read(reference)).periods[1]).toMatchObject({ n: 1, state: 'DUE' });
  const isMissed = async () => (await subscriptions.read(reference)).periods[1]?.state === 'MISSED';
  await world.pass(24 * HOUR, 2 * HOUR);
  await world.passUntil('the missed period', isMissed, HOUR);
  expect(world.webhookTypes(reference)).toContain('subscription.period-missed');
  const late = subscriptions.attempt(reference, -2);
  ledger.set(late, 'PAID');
  await subscriptions.report(reference, late);
  const period = await subscriptions.periodBecomes(reference, 1, 'PAID');
  expect(period.attempts).toMatchObject([{ n: 1, paymentReference: late, state: 'PAID' }]);
  const { totals, review, others } = await subscriptions.read(reference);
  // the others of the lost run, and those of the day that has passed
  expect(totals).toMatchObject({ charged: 1, chargedKobo: CHARGE, missed: 4 });
  expect(review.map(({ key }) => key)).toEqual(['unresolved:commands']);
  expect(others).toEqual([]);
});

it('a second paid transaction under the reference of a charge is a review item', async () => {
  const reference = await subscriptions.create('paid-twice', { plan: daily(0) });
  await subscriptions.periodBecomes(reference, 0, 'PAID');
  const paymentReference = subscriptions.attempt(reference);
  const transactionReference = `second-${paymentReference}`;
  world.script.getTransaction = (request) =>
    request.transactionReference === transactionReference
      ? chargeRecord('PAID')({ paymentReference, transactionReference })
      : recordOf(request);
  await subscriptions.report(reference, paymentReference, { transactionReference });
  await waitUntil('the item', async () => (await subscriptions.read(reference)).review.length > 0);
  const { review, totals } = await subscriptions.read(reference);
  expect(review).toMatchObject([{ key: `duplicate-payment:${transactionReference}`, atRiskKobo: CHARGE }]);
  expect(totals.charged).toBe(1);
  expect(world.webhookTypes(reference)).toContain('subscription.duplicate-charge');
});
