import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import { ZERO } from '../../../src/domain/money.js';
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
  fails,
  type Request,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';
import { resolveSeen } from '../../support/lifecycles/review-items.js';

let world: ScriptedWorld;
let subscriptions: ReturnType<typeof createScriptedSubscriptions>;
/** What the gateway's record of each charge shows; SILENT for no answer. */
const ledger = new Map<string, string>();
const sent: string[] = [];
const silent = fails('unreachable');

const recordOf = ({ paymentReference, transactionReference }: Request) => {
  const name = paymentReference ?? transactionReference?.slice(2) ?? '';
  const status = ledger.get(name);
  if (status === 'SILENT') return silent();
  return status === undefined ? noPayment() : chargeRecord(status)({ paymentReference: name });
};

beforeAll(async () => {
  world = await createScriptedWorld();
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

const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const keys = async (reference: string) => (await subscriptions.read(reference)).review.map(({ key }) => key);
const decide = (reference: string, key: string, decision: 'did-not-happen' | 'happened') =>
  resolveSeen(world.oware.subscriptions, reference, key, { decision, reason: 'by the statement' });
const every10Days = (first: number) =>
  ({ every: { unit: 'DAY', count: 10 }, firstDay: subscriptions.day(first), at: '00:00' }) as const;

/** A run that continued from another one and was lost; only the state that it began with is left. */
async function recoverFrom(terms: SubscriptionTerms, periods: readonly Period[]): Promise<void> {
  const { reference } = terms;
  const snapshot: SubscriptionSnapshot = {
    ...beginning('ACTIVE', 'the card can be charged', ago(100)),
    lifecycle: 'subscription',
    terms,
    amountKobo: CHARGE,
    periods,
    totals: { charged: 0, chargedKobo: ZERO, failed: periods.length, missed: 0 },
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

function failedPeriod(reference: string, n: number, day: number): Period {
  const paymentReference = subscriptions.attempt(reference, day);
  const reason = 'the gateway reports FAILED';
  const charge = {
    n: 1,
    paymentReference,
    state: 'FAILED' as const,
    reason,
    at: ago(-day),
    transactionReference: `T-${paymentReference}`,
    reported: true as const,
    known: { kind: 'end', to: 'FAILED', observed: reason } as const,
  };
  return {
    n,
    day: subscriptions.day(day),
    dueAt: ago(-day),
    amountKobo: CHARGE,
    state: 'FAILED',
    reason,
    attempts: [chargeFromEarlier(charge, CHARGE)],
  };
}

describe('a failed charge that is known from before a loss', () => {
  it('is read again, whatever its period: the lost run may have learned that it was paid', async () => {
    const reference = world.name('known-failed');
    const days = [-15, -5];
    for (const day of days) ledger.set(subscriptions.attempt(reference, day), 'PAID');
    const periods = days.map((day, n) => failedPeriod(reference, n, day));
    await recoverFrom(subscriptions.terms(reference, { plan: every10Days(-15) }), periods);
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    await subscriptions.periodBecomes(reference, 1, 'PAID');
    expect((await subscriptions.read(reference)).totals).toMatchObject({
      charged: 2,
      chargedKobo: 2 * CHARGE,
      failed: 0,
    });
  });
});

describe('a charge that a person concluded the lost run had made', () => {
  it('is the one that is found later, and no duplicate', async () => {
    const reference = world.name('found-later');
    const first = subscriptions.attempt(reference);
    world.script.queryTransaction = silent;
    await recoverFrom(subscriptions.terms(reference, { plan: every10Days(0) }), []);
    await world.pass(26 * HOUR, 4 * HOUR);
    const item = (await keys(reference)).find((key) => key.startsWith('unresolved:charge:')) ?? '';
    await decide(reference, item, 'happened');
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    world.script.queryTransaction = recordOf;
    ledger.set(first, 'PAID');
    await subscriptions.report(reference, first);
    await waitUntil('the charge', async () => {
      const { periods } = await subscriptions.read(reference);
      return periods[0]?.attempts[0]?.state === 'PAID';
    });
    expect(await keys(reference)).toEqual(['unresolved:commands']);
    expect(world.webhookTypes(reference)).not.toContain('subscription.duplicate-charge');
    expect((await subscriptions.read(reference)).totals.charged).toBe(1);
  });
});

describe('a charge of which a person concluded that it happened', () => {
  it('and later that it did not: the period is not paid, which the merchant is sent', async () => {
    const reference = world.name('denied-later');
    const first = subscriptions.attempt(reference);
    world.script.chargeCardToken = (request) => {
      ledger.set(request.paymentReference ?? '', 'PENDING');
      return chargeRecord('PENDING')(request);
    };
    await world.oware.subscriptions.create(subscriptions.terms(reference));
    await world.pass(26 * HOUR, 2 * HOUR);
    await decide(reference, `unresolved:status:T-${first}`, 'happened');
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    ledger.set(first, 'FAILED');
    await world.handle(subscriptions.id(reference)).signal('requestCheck', 'one');
    await world.pass(HOUR, 10 * MINUTE);
    await decide(reference, `conflicting-records:records:T-${first}`, 'did-not-happen');
    const period = await subscriptions.periodBecomes(reference, 0, 'FAILED');
    expect(period.attempts).toMatchObject([{ state: 'FAILED' }]);
    const { totals, review } = await subscriptions.read(reference);
    expect([totals.charged, totals.chargedKobo, totals.failed, review]).toEqual([0, 0, 1, []]);
    await world.pass(3 * DAY, 12 * HOUR);
    expect(world.webhookTypes(reference).filter((type) => type.includes('charge'))).toEqual([
      'subscription.charged',
      'subscription.charge-failed',
    ]);
  });
});

describe('a charge that the gateway declined, and may have a record of', () => {
  it('is followed by no other until that record was read', async () => {
    const reference = world.name('declined');
    const first = subscriptions.attempt(reference);
    world.script.chargeCardToken = ({ paymentReference = '' }) => {
      sent.push(paymentReference);
      ledger.set(paymentReference, 'SILENT');
      return { kind: 'declined', code: '99', message: 'Insufficient funds' };
    };
    await world.oware.subscriptions.create(subscriptions.terms(reference, { retryAfterDays: [1] }));
    await world.pass(3 * DAY, HOUR);
    expect(sent).toEqual([first]);
    ledger.set(first, 'PAID');
    await world.pass(2 * DAY, 6 * HOUR);
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    expect(sent).toEqual([first]);
  });
});

describe('another event about a paid charge whose period left the list', () => {
  it('is no news; money under its reference in another transaction is', async () => {
    const plan = { every: { unit: 'DAY', count: 1 }, firstDay: subscriptions.day(0), at: '00:00' } as const;
    const reference = await subscriptions.create('long-paid', { plan });
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    await world.pass(26 * DAY, DAY);
    const first = subscriptions.attempt(reference);
    await subscriptions.report(reference, first, { key: 'again' });
    await world.pass(HOUR, 30 * MINUTE);
    expect(await keys(reference)).toEqual([]);
    expect(world.webhookTypes(reference)).not.toContain('subscription.unexpected');
    world.script.getTransaction = ({ transactionReference = '' }) =>
      chargeRecord('PAID')({ transactionReference, paymentReference: first });
    await subscriptions.report(reference, first, { transactionReference: 'SECOND', key: 'second' });
    await waitUntil('the item', async () => (await keys(reference)).length > 0);
    expect(await keys(reference)).toEqual([`unmatched-event:${first}`]);
  });
});
