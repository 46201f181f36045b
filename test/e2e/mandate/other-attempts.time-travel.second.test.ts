import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestDebit } from '../../../src/client/request-debit.js';
import { addDays } from '../../../src/domain/calendar.js';
import { AMOUNT, createScriptedDebits, TODAY, TOMORROW } from '../../support/lifecycles/scripted-debits.js';
import { timeOfDay } from '../../support/time-of-day.js';
import { waitUntil } from '../../support/wait-until.js';
import { createScriptedWorld, type ScriptedWorld } from '../../support/world/scripted-gateway.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
let debits: ReturnType<typeof createScriptedDebits>;

beforeAll(async () => {
  world = await createScriptedWorld();
  debits = createScriptedDebits(world);
});
beforeEach(() => debits.reset());
afterEach(() => world.endAll());
afterAll(() => world.close());

describe('the second attempt of a planned debit', () => {
  it('is dropped when the first was paid after all, also when no event says so', async () => {
    const { shown, sent, attempt, rows, read, failOnce } = debits;
    const { reported, unreported } = await failOnce(['reported', 'unreported']);
    for (const reference of [reported, unreported]) shown.set(attempt(reference, 1), 'PAID');
    await debits.report(reported, attempt(reported, 1));
    // at once, and not when it would be due
    await waitUntil('the drop', async () => (await rows(reported)).includes('2 CANCELLED'));
    await world.pass(26 * HOUR, 13 * HOUR);
    for (const reference of [reported, unreported]) {
      await waitUntil('the drop', async () => (await rows(reference)).includes('2 CANCELLED'));
      const { debits: listed, debited, review } = await read(reference);
      expect(listed).toMatchObject([
        { state: 'PAID' },
        { state: 'CANCELLED', reason: `attempt 1 of ${TOMORROW} was paid` },
      ]);
      expect(debited).toEqual({ count: 1, sumKobo: AMOUNT });
      expect(review).toMatchObject([{ kind: 'conflicting-records', atRiskKobo: AMOUNT }]);
    }
    expect(sent.toSorted()).toEqual(
      [reported, unreported].map((reference) => attempt(reference, 1)).toSorted(),
    );
  });

  it('waits while the first may have money, and is sent once its record shows the failure again', async () => {
    const { shown, sent, attempt, rows, read, isSent, failOnce } = debits;
    const { pending, silent, claimed } = await failOnce(['pending', 'silent', 'claimed']);
    shown.set(attempt(pending, 1), 'PENDING');
    shown.set(attempt(silent, 1), 'SILENT');
    // the record does not show what this event reports
    await debits.report(claimed, attempt(claimed, 1));
    await world.pass(26 * HOUR, 13 * HOUR);
    // what its record shows counts, and not what it showed before
    expect(await rows(pending)).toEqual(['1 PENDING', '2 PENDING']);
    for (const reference of [silent, claimed]) {
      expect(await rows(reference)).toEqual(['1 FAILED', '2 PENDING']);
    }
    expect(sent).toHaveLength(3);
    expect(await read(claimed)).toMatchObject({
      review: [{ key: `unproven-event:${attempt(claimed, 1)}`, atRiskKobo: AMOUNT }],
    });
    for (const reference of [pending, silent]) shown.set(attempt(reference, 1), 'FAILED');
    // what has been the same for a day is read every few hours
    await world.pass(7 * HOUR, HOUR);
    for (const reference of [pending, silent]) await isSent(reference, 2);
    expect(sent).toHaveLength(5);
  });

  it('is not sent after the first, however many debits were listed since, turned out to be paid', async () => {
    const { shown, sent, attempt, rows, read, failOnce } = debits;
    const { crowded } = await failOnce(['crowded'], { onDemand: true });
    for (let n = 1; n <= 51; n++) {
      await requestDebit(world.oware.mandates, crowded, { reference: `extra-${n}`, amountKobo: AMOUNT });
    }
    await waitUntil('51 debits', async () => (await read(crowded)).debited.count === 51);
    shown.set(attempt(crowded, 1), 'PAID');
    await debits.report(crowded, attempt(crowded, 1));
    await waitUntil('the drop', async () => (await rows(crowded)).includes('2 CANCELLED'));
    await world.pass(26 * HOUR, 13 * HOUR);
    expect(sent).not.toContain(attempt(crowded, 2));
    expect(await read(crowded)).toMatchObject({
      debited: { count: 52, sumKobo: 52 * AMOUNT },
      review: [{ key: `conflicting-records:${attempt(crowded, 1)}`, atRiskKobo: AMOUNT }],
    });
  });

  it('waits for a person after an event reported the first as paid, whatever failures its record shows', async () => {
    const { shown, sent, attempt, rows, read, failOnce, views, decide } = debits;
    const { flips } = await failOnce(['flips']);
    const first = attempt(flips, 1);
    const item = `unproven-event:${first}`;
    const keys = async () => (await read(flips)).review.map(({ key }) => key);
    await debits.report(flips, first);
    await world.pass(26 * HOUR, 13 * HOUR);
    expect(await keys()).toEqual([item]);
    // what has been the same for a day is read every few hours
    shown.set(first, 'PENDING');
    await world.pass(7 * HOUR, HOUR);
    expect(await rows(flips)).toEqual(['1 PENDING', '2 PENDING']);
    shown.set(first, 'FAILED');
    await world.pass(7 * HOUR, HOUR);
    // a failure is not shown while an event says that it was paid
    expect(await rows(flips)).toEqual(['1 PENDING', '2 PENDING']);
    expect(await keys()).toEqual([item]);
    expect(sent).toEqual([first]);
    expect((await views(flips)).map(({ safeToDebitAgain }) => safeToDebitAgain)).toEqual([false, false]);
    await decide(flips, item, { decision: 'dismiss' });
    await world.pass(10 * MINUTE, 5 * MINUTE);
    // a decision opens no planned attempt: the merchant may debit again
    expect(await rows(flips)).toEqual(['1 FAILED', '2 CANCELLED']);
    expect(sent).toEqual([first]);
    expect((await views(flips)).map(({ safeToDebitAgain }) => safeToDebitAgain)).toEqual([true, true]);
  });

  it('waits as well when the event came while the first was under way', async () => {
    const { shown, sent, attempt, rows, read, isSent } = debits;
    const reference = world.name('reported-early');
    await world.oware.mandates.create(debits.terms(reference));
    await world.pass(Date.parse(`${TOMORROW}T08:00:00Z`) - Date.now() + 5 * MINUTE, 12 * HOUR);
    await isSent(reference, 1);
    const first = attempt(reference, 1);
    shown.set(first, 'PENDING');
    await debits.report(reference, first);
    await world.pass(MINUTE);
    shown.set(first, 'FAILED');
    await world.pass(HOUR, 10 * MINUTE);
    await waitUntil('the item', async () => (await read(reference)).review.length > 0);
    // a failure is neither shown nor followed by another attempt while an event says that it was paid
    expect(await rows(reference)).toEqual(['1 PENDING']);
    expect((await read(reference)).review).toMatchObject([
      { key: `unproven-event:${first}`, atRiskKobo: AMOUNT },
    ]);
    await world.pass(26 * HOUR, 13 * HOUR);
    expect(sent).toEqual([first]);
    expect(world.webhookTypes(reference)).not.toContain('mandate.debit-safe-to-repeat');
  });

  it('ends, not safe to debit again, while the first is under way again, which is followed to its outcome', async () => {
    const { shown, sent, attempt, rows, views, failOnce } = debits;
    const { again } = await failOnce(['again']);
    shown.set(attempt(again, 1), 'PENDING');
    await world.pass(26 * HOUR, 13 * HOUR);
    await world.pass(3 * DAY, 12 * HOUR);
    await waitUntil('the end of the second', async () => (await rows(again)).includes('2 EXPIRED'));
    expect(await views(again)).toMatchObject([
      { state: 'PENDING', reason: 'the gateway reports PENDING', safeToDebitAgain: false },
      { state: 'EXPIRED', safeToDebitAgain: false },
    ]);
    // no event reports it
    shown.set(attempt(again, 1), 'PAID');
    await world.pass(2 * DAY, 12 * HOUR);
    expect(await rows(again)).toEqual(['1 PAID', '2 EXPIRED']);
    expect(sent).toEqual([attempt(again, 1)]);
    expect(world.webhookTypes(again)).toEqual([
      'mandate.active',
      'mandate.debit-failed',
      'mandate.debit-pending',
      'mandate.debit-expired',
      'mandate.debit-paid',
    ]);
  });
});

describe('a mandate whose run was lost', () => {
  const YESTERDAY = addDays(TODAY, -1);

  /** One due date, yesterday, with three attempts. */
  const threeAttempts = (what: string) =>
    debits.terms(world.name(what), {
      startAt: new Date(Date.now() - 10 * DAY).toISOString(),
      plan: {
        every: { unit: 'WEEK', count: 1 },
        firstDay: YESTERDAY,
        at: timeOfDay(),
        amountKobo: AMOUNT,
        attempts: 3,
      },
    });

  /** The state that the lost run began with: the bank had the first attempt. */
  const withFirstSent = (reference: string) => {
    const at = new Date(Date.now() - DAY).toISOString();
    return {
      nextDue: 1,
      debits: [
        {
          reference: debits.attempt(reference, 1, YESTERDAY),
          day: YESTERDAY,
          attempt: 1,
          amountKobo: AMOUNT,
          narration: 'Rent',
          state: 'PENDING' as const,
          reason: 'sent to the gateway',
          requestedAt: at,
          dueAt: at,
          notAfter: new Date(Date.now() + 2 * DAY).toISOString(),
          sentAt: at,
          nextCheckAt: at,
        },
      ],
    };
  };

  const passDays = () => world.pass(2 * DAY, 12 * HOUR);
  const listed = async (reference: string) => (await debits.rows(reference)).toSorted();

  it('finds paid second attempts although the first left no record, and debits nothing', async () => {
    const { shown, sent, attempt, read } = debits;
    const days = [addDays(TODAY, -9), addDays(TODAY, -2)];
    const terms = threeAttempts('lost-gap');
    const { reference, plan } = terms;
    for (const day of days) shown.set(attempt(reference, 2, day), 'PAID');
    const mandate = { ...terms, ...(plan && { plan: { ...plan, firstDay: days[0] ?? '' } }) };
    await (await debits.loseRun(mandate)).recover();
    await waitUntil('the second attempts', async () => (await read(reference)).debited.count === 2);
    // the first attempts count as sent until they were not found for a day
    await world.pass(27 * HOUR, HOUR);
    const { debits: found, debited } = await read(reference);
    expect(found.map(({ day, attempt: n, state }) => `${day}.${n} ${state}`).toSorted()).toEqual(
      days.flatMap((day) => [`${day}.1 CANCELLED`, `${day}.2 PAID`]),
    );
    expect(debited).toEqual({ count: 2, sumKobo: 2 * AMOUNT });
    expect(sent).toEqual([]);
  });

  it.each([
    { what: 'second', n: 2, rows: ['1 FAILED', '2 PAID'] },
    { what: 'third, after a second without a record,', n: 3, rows: ['1 FAILED', '3 PAID'] },
  ])('finds its paid $what attempt, although it began with the first under way', async ({ n, rows }) => {
    const { shown, sent, attempt, read } = debits;
    const terms = threeAttempts(`began-${n}`);
    const { reference } = terms;
    shown.set(attempt(reference, 1, YESTERDAY), 'FAILED');
    shown.set(attempt(reference, n, YESTERDAY), 'PAID');
    await (await debits.loseRun(terms, withFirstSent(reference))).recover();
    await waitUntil('the failure', async () => (await debits.rows(reference)).includes('1 FAILED'));
    await world.pass(30 * MINUTE, 10 * MINUTE);
    await passDays();
    await waitUntil('the paid attempt', async () => (await listed(reference)).join() === rows.join());
    expect(sent).toEqual([]);
    expect((await read(reference)).debited).toEqual({ count: 1, sumKobo: AMOUNT });
  });

  it('calls no attempt safe to debit again before it has read the others', async () => {
    const { shown, attempt, read, rows, views } = debits;
    const terms = threeAttempts('unread');
    const { reference } = terms;
    shown.set(attempt(reference, 1, YESTERDAY), 'FAILED');
    shown.set(attempt(reference, 2, YESTERDAY), 'SILENT');
    await (await debits.loseRun(terms, withFirstSent(reference))).recover();
    await waitUntil('the failure', async () => (await rows(reference)).includes('1 FAILED'));
    await world.pass(30 * MINUTE, 10 * MINUTE);
    shown.set(attempt(reference, 2, YESTERDAY), 'PAID');
    await world.pass(3 * HOUR, 20 * MINUTE);
    expect(await listed(reference)).toEqual(['1 FAILED', '2 PAID']);
    expect((await read(reference)).debited.count).toBe(1);
    for (const { safeToDebitAgain } of await views(reference)) expect(safeToDebitAgain).toBe(false);
    const reported = world.delivered.filter((webhook) => webhook.reference === reference);
    for (const { about } of reported) expect(about?.debit).not.toMatchObject({ safeToDebitAgain: true });
    expect(world.webhookTypes(reference)).not.toContain('mandate.debit-safe-to-repeat');
  });

  it('sends no further attempt of a due date that the lost run may have used, and calls it safe after a day', async () => {
    const { shown, sent, attempt, views } = debits;
    const terms = threeAttempts('began-1');
    const { reference } = terms;
    shown.set(attempt(reference, 1, YESTERDAY), 'FAILED');
    await (await debits.loseRun(terms, withFirstSent(reference))).recover();
    await waitUntil('the failure', async () => (await debits.rows(reference)).includes('1 FAILED'));
    await world.pass(30 * MINUTE, 10 * MINUTE);
    await debits.decide(reference, 'unresolved:commands', { decision: 'did-not-happen' });
    expect(await views(reference)).toMatchObject([{ state: 'FAILED', safeToDebitAgain: false }]);
    await world.pass(27 * HOUR, HOUR);
    expect(await views(reference)).toMatchObject([{ state: 'FAILED', safeToDebitAgain: true }]);
    expect(sent).toEqual([]);
    expect(world.webhookTypes(reference)).toContain('mandate.debit-safe-to-repeat');
  });

  it.each([2, 3])('knows attempt %i as its own when the event about it restores the run', async (n) => {
    const { shown, sent, attempt, read } = debits;
    const terms = threeAttempts(`restored-${n}`);
    const { reference } = terms;
    const paid = attempt(reference, n, YESTERDAY);
    shown.set(paid, 'PAID');
    await debits.loseRun(terms);
    await debits.report(reference, paid);
    const rows = ['1 CANCELLED', `${n} PAID`];
    await waitUntil('the attempt', async () => (await read(reference)).debited.count === 1);
    await world.pass(27 * HOUR, HOUR);
    await waitUntil('its due date', async () => (await listed(reference)).join() === rows.join());
    expect(sent).toEqual([]);
    expect(world.webhookTypes(reference)).not.toContain('mandate.debit-unexpected');
    expect(world.webhookTypes(reference)).toContain('mandate.debit-paid');
  });

  it.each([
    [1, 2],
    [2, 3],
  ])('raises a review item when attempts %i and %i of one due date were paid', async (...both) => {
    const { shown, attempt, read } = debits;
    const terms = threeAttempts(`both-${both.join('-')}`);
    const { reference } = terms;
    for (const n of both) shown.set(attempt(reference, n, YESTERDAY), 'PAID');
    await (await debits.loseRun(terms)).recover();
    await waitUntil('both', async () => (await read(reference)).debited.count === 2);
    const { review } = await read(reference);
    const twice = review.filter(({ kind }) => kind === 'duplicate-payment');
    expect(twice).toMatchObject([{ atRiskKobo: AMOUNT }]);
  });
});
