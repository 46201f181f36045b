import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setDispatch } from '../../../activities/set-dispatch.js';
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
let sent: string[] = [];
/** What the record of each transaction shows. */
const shown = new Map<string, string>();
beforeAll(async () => {
  world = await createScriptedWorld();
  subscriptions = createScriptedSubscriptions(world);
});
beforeEach(() => {
  world.clearScript();
  sent = [];
  shown.clear();
  world.script.chargeCardToken = (request) => {
    sent.push(request.paymentReference ?? '');
    return recordOf(request);
  };
  world.script.queryTransaction = recordOf;
  world.script.getTransaction = recordOf;
});
afterEach(() => world.endAll());
afterAll(() => world.close());

/** Paid, unless a test says otherwise. */
function recordOf(request: Request) {
  const { transactionReference, paymentReference = transactionReference?.slice(2) ?? '' } = request;
  const transaction = transactionReference ?? `T-${paymentReference}`;
  const status = shown.get(transaction) ?? (sent.includes(paymentReference) ? 'PAID' : undefined);
  if (status === undefined) return noPayment();
  return chargeRecord(status)({ transactionReference: transaction, paymentReference });
}

const keys = async (reference: string) => (await subscriptions.read(reference)).review.map(({ key }) => key);
const decide = (reference: string, key: string, decision: 'accept' | 'did-not-happen' | 'happened') =>
  resolveSeen(world.oware.subscriptions, reference, key, { decision, reason: 'by the statement' });

/** A subscription whose first charge failed; it is charged again a day later. */
async function failOnce(what: string): Promise<{ readonly reference: string; readonly first: string }> {
  const reference = world.name(what);
  const first = subscriptions.attempt(reference);
  shown.set(`T-${first}`, 'FAILED');
  await world.oware.subscriptions.create(subscriptions.terms(reference, { retryAfterDays: [1] }));
  await waitUntil('the failure', () => world.webhookTypes(reference).includes('subscription.charge-failed'));
  return { reference, first };
}

describe('an event that reports a charge as paid, which its record does not show', () => {
  it('pays the period once a person accepts it, and the card is not charged again', async () => {
    const { reference, first } = await failOnce('accepted');
    await subscriptions.report(reference, first, { transactionReference: `T-${first}`, key: 'late' });
    await world.pass(26 * HOUR, 2 * HOUR);
    expect(await keys(reference)).toEqual([`unproven-event:T-${first}`]);
    await decide(reference, `unproven-event:T-${first}`, 'accept');
    await world.pass(2 * DAY, 6 * HOUR);
    expect(sent).toEqual([first]);
    expect(await subscriptions.read(reference)).toMatchObject({
      periods: [{ state: 'PAID' }],
      totals: { charged: 1, chargedKobo: CHARGE },
    });
  });

  it('ends the period where a person concludes that it did not happen: no decision charges', async () => {
    const { reference, first } = await failOnce('denied');
    await subscriptions.report(reference, first, { transactionReference: `T-${first}`, key: 'late' });
    await world.pass(26 * HOUR, 2 * HOUR);
    await decide(reference, `unproven-event:T-${first}`, 'did-not-happen');
    await world.pass(2 * DAY, 6 * HOUR);
    expect(sent).toEqual([first]);
    expect(await subscriptions.read(reference)).toMatchObject({
      periods: [{ state: 'FAILED' }],
      totals: { charged: 0, failed: 1 },
    });
  });

  it('stops the second send of a charge whose reply was lost', async () => {
    const reference = world.name('own-event');
    const first = subscriptions.attempt(reference);
    world.script.chargeCardToken = ({ paymentReference = '' }) => {
      sent.push(paymentReference);
      return fails('outcome-unknown', 'HTTP 502')();
    };
    world.script.queryTransaction = () => noPayment();
    world.script.getTransaction = () => noPayment();
    await world.oware.subscriptions.create(subscriptions.terms(reference));
    await waitUntil('the send', () => sent.length > 0);
    await subscriptions.report(reference, first, { transactionReference: `T-${first}` });
    await world.pass(20 * MINUTE, MINUTE);
    await world.pass(5 * DAY, 12 * HOUR);
    expect(sent).toEqual([first]);
    expect(await keys(reference)).toContain(`unproven-event:T-${first}`);
  });
});

describe('another transaction under the reference of a failed charge', () => {
  it('that is paid pays the period, and the card is not charged again', async () => {
    const { reference, first } = await failOnce('second');
    shown.set('SECOND', 'PAID');
    world.script.getTransaction = (request) =>
      request.transactionReference === 'SECOND'
        ? chargeRecord('PAID')({ transactionReference: 'SECOND', paymentReference: first })
        : recordOf(request);
    await subscriptions.report(reference, first, { transactionReference: 'SECOND', key: 'second' });
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    await world.pass(2 * DAY, 6 * HOUR);
    expect(sent).toEqual([first]);
    expect(await subscriptions.read(reference)).toMatchObject({ review: [], totals: { charged: 1 } });
  });

  it('is not hidden by many others: those that cannot be followed are a review item', async () => {
    const { reference, first } = await failOnce('flood');
    for (let n = 0; n < 22; n++) {
      await subscriptions.report(reference, first, { transactionReference: `X${n}`, key: `x${n}` });
    }
    await waitUntil('the item', async () => (await keys(reference)).includes('unmatched-event'));
    const { review } = await subscriptions.read(reference);
    expect(review.find(({ key }) => key === 'unmatched-event')).toMatchObject({
      count: 2,
      atRiskKobo: 2 * CHARGE,
    });
  });
});

describe('a charge that stays pending', () => {
  it('is paid once a person concludes that it happened', async () => {
    const reference = world.name('pending');
    const first = subscriptions.attempt(reference);
    shown.set(`T-${first}`, 'PENDING');
    await world.oware.subscriptions.create(subscriptions.terms(reference));
    await world.pass(26 * HOUR, 2 * HOUR);
    expect(await keys(reference)).toEqual([`unresolved:status:T-${first}`]);
    await decide(reference, `unresolved:status:T-${first}`, 'happened');
    await subscriptions.periodBecomes(reference, 0, 'PAID');
    await world.pass(2 * DAY, 6 * HOUR);
    expect(sent).toEqual([first]);
    expect(await keys(reference)).toEqual([]);
  });
});

describe('a charge that waits in the queue', () => {
  it.each([
    ['cancel', 'CANCELLED'],
    ['pause', 'PAUSED'],
  ] as const)('is withdrawn by a %s, and never sent', async (command, state) => {
    const paused = { by: 'ada', reason: 'the queue is stopped' };
    await setDispatch(world.client, world.taskQueue, { queue: 'charges', paused });
    const reference = world.name(`queue-${command}`);
    try {
      // pollers that are waiting already get one task each
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await world.oware.subscriptions.create(subscriptions.terms(reference));
      await waitUntil('the request', async () => {
        const { periods } = await subscriptions.read(reference);
        return periods[0]?.attempts[0]?.movement.sending;
      });
      await world.oware.subscriptions[command](reference);
      await subscriptions.periodBecomes(reference, 0, 'MISSED');
    } finally {
      await setDispatch(world.client, world.taskQueue, { queue: 'charges' });
    }
    await world.pass(HOUR, 10 * MINUTE);
    expect(sent).toEqual([]);
    expect(await subscriptions.read(reference)).toMatchObject({
      state,
      periods: [{ state: 'MISSED', attempts: [{ state: 'NOT_SENT' }] }],
    });
  });
});

describe('a subscription that is resumed', () => {
  it('charges from the next due date on: what was due before the pause is not charged later', async () => {
    const { reference, first } = await failOnce('resumed');
    await world.oware.subscriptions.pause(reference);
    await world.pass(3 * DAY, 6 * HOUR);
    await world.oware.subscriptions.resume(reference);
    await world.pass(3 * DAY, 6 * HOUR);
    expect(sent).toEqual([first]);
    expect(await subscriptions.read(reference)).toMatchObject({
      state: 'ACTIVE',
      periods: [{ state: 'FAILED' }],
      totals: { failed: 1 },
    });
    await world.pass(5 * DAY, 12 * HOUR);
    await subscriptions.periodBecomes(reference, 1, 'PAID');
    expect(sent).toEqual([first, subscriptions.attempt(reference, 10)]);
  });
});

describe('a subscription that was paused before its run was lost', () => {
  it('stays paused when an operator decides that no command was lost', async () => {
    const small = await createScriptedWorld({ settings: { continueAsNewAfterHistoryEvents: 60 } });
    try {
      const scripted = createScriptedSubscriptions(small);
      const charged: string[] = [];
      const known = ({ paymentReference, transactionReference }: Request) => {
        const name = paymentReference ?? transactionReference?.slice(2) ?? '';
        return charged.includes(name) ? chargeRecord('PAID')({ paymentReference: name }) : noPayment();
      };
      small.script.queryTransaction = known;
      small.script.getTransaction = known;
      small.script.chargeCardToken = (request) => {
        charged.push(request.paymentReference ?? '');
        return chargeRecord('PAID')(request);
      };
      const plan = { every: { unit: 'DAY', count: 1 }, firstDay: scripted.day(0), at: '00:00' } as const;
      const reference = await scripted.create('was-paused', { plan });
      await scripted.periodBecomes(reference, 0, 'PAID');
      await small.oware.subscriptions.pause(reference);
      const runId = async () => (await small.handle(scripted.id(reference)).describe()).runId;
      const first = await runId();
      // days pass until the run continues as new: it carries the pause
      for (let day = 0; day < 60 && (await runId()) === first; day++) await small.pass(DAY, 12 * HOUR);
      expect(await runId()).not.toBe(first);
      const before = charged.length;
      await small.handle(scripted.id(reference)).terminate();
      await scripted.report(reference, scripted.attempt(reference), { key: 'again' });
      await waitUntil('the recovery', async () => {
        const found = await scripted.read(reference).catch(() => undefined);
        return found?.recovered;
      });
      await small.oware.subscriptions.resolve(reference, 'unresolved:commands', {
        decision: 'did-not-happen',
        reason: 'no command was lost',
      });
      await small.pass(3 * DAY, 12 * HOUR);
      expect(charged).toHaveLength(before);
      expect(await scripted.read(reference)).toMatchObject({ state: 'PAUSED' });
      expect(small.webhookTypes(reference)).not.toContain('subscription.resumed');
      await small.oware.subscriptions.resume(reference);
      await small.pass(DAY, 12 * HOUR);
      expect(charged).toHaveLength(before + 1);
    } finally {
      await small.close();
    }
  });
});
