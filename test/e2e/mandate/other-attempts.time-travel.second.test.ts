import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../../../src/domain/calendar.js';
import type { MandateTerms } from '../../../src/domain/mandate/mandate.js';
import { plannedReference } from '../../../src/domain/mandate/debit.js';
import { kobo } from '../../../src/domain/money.js';
import { timeOfDay } from '../../support/time-of-day.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  createScriptedWorld,
  createsMandate,
  eventOf,
  fails,
  mandateRecord,
  ok,
  type Request,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
const AMOUNT = kobo(5_000_00);
const TODAY = dayOf(Date.now());
const TOMORROW = addDays(TODAY, 1);
/** What the bank shows of each debit; SILENT for no answer. */
const shown = new Map<string, string>();
const sent: string[] = [];

beforeAll(async () => {
  world = await createScriptedWorld();
});
beforeEach(() => {
  world.clearScript();
  shown.clear();
  sent.length = 0;
  world.script.createMandate = createsMandate;
  world.script.getMandate = mandateRecord('ACTIVE');
  world.script.debitMandate = ({ paymentReference = '' }) => {
    sent.push(paymentReference);
    return debitRecord(paymentReference, 'PENDING');
  };
  world.script.getDebit = ({ paymentReference = '' }: Request) => {
    const status = shown.get(paymentReference);
    if (status === 'SILENT') return fails('unreachable')();
    if (status !== undefined) return debitRecord(paymentReference, status);
    return { kind: 'not-found', code: '99', message: 'no such debit' };
  };
});
afterEach(() => world.endAll());
afterAll(() => world.close());

const debitRecord = (paymentReference: string, transactionStatus: string) =>
  ok({
    paymentReference,
    transactionStatus,
    debitAmount: AMOUNT,
    mandateCode: 'MTDD|1',
    transactionReference: `T-${paymentReference}`,
  });

const terms = (reference: string): MandateTerms => ({
  reference,
  currency: 'NGN',
  customer: { name: 'Ada Obi', email: 'ada@example.com', phone: '08030000000', address: '1 Broad Street' },
  account: { bankCode: '058', accountNumber: '0100090002' },
  description: 'Rent',
  startAt: new Date(Date.now() + 16 * MINUTE).toISOString(),
  endAt: new Date(Date.now() + 300 * DAY).toISOString(),
  plan: {
    every: { unit: 'WEEK', count: 1 },
    firstDay: TOMORROW,
    at: '09:00',
    amountKobo: AMOUNT,
    attempts: 2,
  },
});

const attempt = (reference: string, n: number, day = TOMORROW) => plannedReference(reference, day, n);
const read = (reference: string) => world.oware.mandates.get(reference);
const rows = async (reference: string) =>
  (await read(reference)).debits.map((debit) => `${debit.attempt} ${debit.state}`);
const isSent = (reference: string, n: number) =>
  waitUntil(`attempt ${n}`, () => sent.includes(attempt(reference, n)));

/** Mandates whose first attempt has failed, as two reads have shown: a second one waits for the next day. */
async function failOnce<Name extends string>(...names: readonly Name[]): Promise<Record<Name, string>> {
  const references = names.map((name) => world.name(name));
  await Promise.all(references.map((reference) => world.oware.mandates.create(terms(reference))));
  await world.pass(Date.parse(`${TOMORROW}T08:00:00Z`) - Date.now() + 5 * MINUTE, 12 * HOUR);
  for (const reference of references) {
    await isSent(reference, 1);
    shown.set(attempt(reference, 1), 'FAILED');
  }
  await world.pass(20 * MINUTE, 5 * MINUTE);
  for (const reference of references) {
    await waitUntil('the second attempt', async () => (await rows(reference)).length === 2);
  }
  return Object.fromEntries(names.map((name, index) => [name, references[index]])) as Record<Name, string>;
}

const reportPaid = (reference: string) => {
  const first = attempt(reference, 1);
  const event = { amountKobo: AMOUNT, transactionReference: `T-${first}` };
  return world.oware.deliverEvent({ lifecycle: 'mandate', reference }, eventOf(first, event));
};

describe('the second attempt of a planned debit', () => {
  it('is dropped when the first was paid after all, also when no event says so', async () => {
    const { reported, unreported } = await failOnce('reported', 'unreported');
    for (const reference of [reported, unreported]) shown.set(attempt(reference, 1), 'PAID');
    await reportPaid(reported);
    // at once, and not when it would be due
    await waitUntil('the drop', async () => (await rows(reported)).includes('2 CANCELLED'));
    await world.pass(26 * HOUR, 13 * HOUR);
    for (const reference of [reported, unreported]) {
      await waitUntil('the drop', async () => (await rows(reference)).includes('2 CANCELLED'));
      const { debits, debited, review } = await read(reference);
      expect(debits).toMatchObject([
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
    const { pending, silent, claimed } = await failOnce('pending', 'silent', 'claimed');
    shown.set(attempt(pending, 1), 'PENDING');
    shown.set(attempt(silent, 1), 'SILENT');
    // the record does not show what this event reports
    await reportPaid(claimed);
    await world.pass(26 * HOUR, 13 * HOUR);
    for (const reference of [pending, silent, claimed]) {
      expect(await rows(reference)).toEqual(['1 FAILED', '2 PENDING']);
    }
    expect(sent).toHaveLength(3);
    expect(await read(claimed)).toMatchObject({
      review: [{ key: `unproven-event:${attempt(claimed, 1)}`, atRiskKobo: AMOUNT }],
    });
    for (const reference of [pending, silent]) shown.set(attempt(reference, 1), 'FAILED');
    await world.pass(10 * MINUTE);
    for (const reference of [pending, silent]) await isSent(reference, 2);
    expect(sent).toHaveLength(5);
  });
});

describe('a mandate whose run was lost', () => {
  it('finds a paid second attempt although the first left no record, and debits nothing', async () => {
    const reference = world.name('lost-gap');
    const days = [addDays(TODAY, -9), addDays(TODAY, -2)];
    const plan = {
      every: { unit: 'WEEK', count: 1 },
      firstDay: days[0],
      at: timeOfDay(),
      amountKobo: AMOUNT,
      attempts: 3,
    };
    const startAt = new Date(Date.now() - 10 * DAY).toISOString();
    for (const day of days) shown.set(attempt(reference, 2, day), 'PAID');
    const start = (more: object) =>
      world.client.workflow.start('keepMandate', {
        workflowId: `mandate:${reference}`,
        taskQueue: world.taskQueue,
        args: [{ from: 'request', terms: { ...terms(reference), startAt, plan }, ...more }],
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      });
    // a new mandate of the past is refused: a run without a result
    const lost = await start({});
    await lost.result().catch(() => undefined);
    await start({ recoverFrom: lost.firstExecutionRunId });
    await waitUntil('the second attempts', async () => (await read(reference)).debited.count === 2);
    await world.pass(2 * HOUR, HOUR);
    const { debits, debited } = await read(reference);
    expect(debits.map(({ day, attempt: n, state }) => `${day}.${n} ${state}`).toSorted()).toEqual(
      days.flatMap((day) => [`${day}.1 CANCELLED`, `${day}.2 PAID`]),
    );
    expect(debited).toEqual({ count: 2, sumKobo: 2 * AMOUNT });
    expect(sent).toEqual([]);
  });
});
