import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestDebit } from '../../../src/client/request-debit.js';
import { addDays } from '../../../src/domain/calendar.js';
import { demandReference } from '../../../src/domain/mandate/debit.js';
import type { MandateTerms } from '../../../src/domain/mandate/mandate.js';
import { kobo } from '../../../src/domain/money.js';
import { AMOUNT, createScriptedDebits, TODAY, TOMORROW } from '../../support/lifecycles/scripted-debits.js';
import { waitUntil } from '../../support/wait-until.js';
import { createScriptedWorld, ok, type ScriptedWorld } from '../../support/world/scripted-gateway.js';
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

const at = new Date(Date.now() - 10 * DAY).toISOString();
const onDemand = ({ plan, ...terms }: MandateTerms): MandateTerms => (plan ? terms : { ...terms });
const debit = (reference: string, own: string) =>
  requestDebit(world.oware.mandates, reference, { reference: own, amountKobo: AMOUNT });
const keys = async (reference: string) => (await debits.read(reference)).review.map(({ key }) => key);
const isRecovered = (reference: string) =>
  waitUntil('the recovery', async () => (await debits.read(reference).catch(() => undefined))?.lost);

/** A mandate whose lost run began with a debit that had failed, as two reads had shown. */
async function loseWithFailed(what: string, now: string) {
  const terms = onDemand(debits.terms(world.name(what), { startAt: at }));
  const { reference } = terms;
  const first = demandReference(reference, 'rent');
  const times = { requestedAt: at, dueAt: at, notAfter: at, sentAt: at, failedAt: at, failedTwice: true };
  const failed = { reference: first, ownReference: 'rent', amountKobo: AMOUNT, narration: 'Rent', ...times };
  debits.shown.set(first, now);
  const { recover } = await debits.loseRun(terms, {
    demands: 1,
    debits: [{ ...failed, state: 'FAILED', reason: 'the gateway reports FAILED' }],
  });
  await recover();
  await isRecovered(reference);
  return { reference, first };
}

describe('a failed debit that is known from before a loss', () => {
  it('is read again: the lost run may have learned that it was paid', async () => {
    const { reference, first } = await loseWithFailed('corrected', 'PAID');
    await waitUntil('the money', async () => (await debits.read(reference)).debited.count === 1);
    expect(await debits.views(reference)).toMatchObject([{ state: 'PAID', safeToDebitAgain: false }]);
    expect(await keys(reference)).toContain(`conflicting-records:${first}`);
    expect(world.webhookTypes(reference)).toContain('mandate.debit-paid');
  });

  it('is not safe to debit again while its record is not answered', async () => {
    const { reference, first } = await loseWithFailed('silent', 'SILENT');
    await world.pass(3 * HOUR, 20 * MINUTE);
    expect(await debits.views(reference)).toMatchObject([{ state: 'FAILED', safeToDebitAgain: false }]);
    debits.shown.set(first, 'FAILED');
    await world.pass(6 * HOUR, HOUR);
    expect(await debits.views(reference)).toMatchObject([{ state: 'FAILED', safeToDebitAgain: true }]);
  });
});

/** A mandate that debited on demand, lost its run, and may debit again. */
async function debitAndLose(what: string) {
  const terms = onDemand(debits.terms(world.name(what)));
  const { reference } = terms;
  await world.oware.mandates.create(terms);
  await world.pass(HOUR, 10 * MINUTE);
  await debit(reference, 'rent');
  await world.handle(`mandate:${reference}`).terminate();
  await world.oware.mandates.create(terms);
  await isRecovered(reference);
  await world.pass(HOUR, 10 * MINUTE);
  return { reference, first: demandReference(reference, 'rent') };
}

const lift = async (reference: string) => {
  await debits.decide(reference, 'unresolved:commands', { decision: 'did-not-happen' });
  await debits.decide(reference, 'unresolved:total', { decision: 'happened', amountKobo: AMOUNT });
};

describe('a debit on demand that the merchant repeats after a loss', () => {
  it('is found under its reference, and not sent again', async () => {
    const { reference, first } = await debitAndLose('repeated');
    await lift(reference);
    await debit(reference, 'rent');
    await world.pass(10 * MINUTE, MINUTE);
    expect(await debits.views(reference)).toMatchObject([
      { reference: 'rent', gatewayReference: first, state: 'PAID' },
    ]);
    expect(debits.sent).toEqual([first]);
  });

  it('waits for the answer of the gateway to whether it has it', async () => {
    const { reference, first } = await debitAndLose('unanswered');
    await lift(reference);
    debits.shown.set(first, 'SILENT');
    expect(await debit(reference, 'rent')).toMatchObject({ kind: 'in-progress' });
    await world.pass(2 * HOUR, 20 * MINUTE);
    expect(debits.sent).toEqual([first]);
    debits.shown.set(first, 'PAID');
    await world.pass(6 * HOUR, HOUR);
    expect(await debits.views(reference)).toMatchObject([{ state: 'PAID' }]);
    expect(debits.sent).toEqual([first]);
  });

  it('is the debit that an event had reported meanwhile', async () => {
    const { reference, first } = await debitAndLose('reported');
    await debits.report(reference, first, 'late');
    await waitUntil('the debit', async () => (await debits.read(reference)).debited.count === 1);
    await lift(reference);
    expect(await debit(reference, 'rent')).toMatchObject({ kind: 'existing', debit: { state: 'PAID' } });
    expect(debits.sent).toEqual([first]);
    expect((await debits.read(reference)).debited.count).toBe(1);
  });

  it('is sent where the gateway has no record of it', async () => {
    const { reference, first } = await debitAndLose('new');
    await lift(reference);
    expect(await debit(reference, 'next')).toMatchObject({ kind: 'new' });
    expect(debits.sent).toEqual([first, demandReference(reference, 'next')]);
  });
});

describe('a planned debit while a debit of unknown outcome may take the rest of the amount', () => {
  it('waits, and is sent once that has failed', async () => {
    const plan = {
      every: { unit: 'WEEK' as const, count: 1 },
      firstDay: TOMORROW,
      at: '09:00',
      amountKobo: AMOUNT,
    };
    const more = { amountKobo: kobo(AMOUNT + 1), onDemand: true as const, plan };
    const { reference } = debits.terms(world.name('rest'), more);
    await world.oware.mandates.create(debits.terms(reference, more));
    await world.pass(Date.parse(`${TOMORROW}T07:58:00Z`) - Date.now(), 12 * HOUR);
    world.script.debitMandate = ({ paymentReference = '' }) => {
      debits.sent.push(paymentReference);
      debits.shown.set(paymentReference, 'PENDING');
      return ok({
        paymentReference,
        transactionStatus: 'PENDING',
        debitAmount: AMOUNT,
        mandateCode: 'MTDD|1',
      });
    };
    await debit(reference, 'rent');
    await world.pass(5 * MINUTE, MINUTE);
    const first = demandReference(reference, 'rent');
    expect(debits.sent).toEqual([first]);
    expect(await debits.views(reference)).toMatchObject([{ state: 'PENDING' }, { state: 'PENDING' }]);
    debits.shown.set(first, 'FAILED');
    await world.pass(4 * HOUR, 20 * MINUTE);
    expect(debits.sent).toEqual([first, debits.attempt(reference, 1)]);
  });

  it('waits also for what a lost run may have sent', async () => {
    const firstDay = addDays(TODAY, -13);
    const plan = { every: { unit: 'WEEK' as const, count: 1 }, firstDay, at: '09:00', amountKobo: AMOUNT };
    const most = { amountKobo: kobo(5 * AMOUNT), plan: { ...plan, attempts: 5 } };
    const terms = debits.terms(world.name('phantoms'), {
      startAt: new Date(Date.now() - 20 * DAY).toISOString(),
      ...most,
    });
    const { reference } = terms;
    for (const n of [-13, -6]) debits.shown.set(debits.attempt(reference, 1, addDays(TODAY, n)), 'PAID');
    await (await debits.loseRun(terms)).recover();
    await isRecovered(reference);
    await debits.decide(reference, 'unresolved:commands', { decision: 'did-not-happen' });
    await world.pass(2 * DAY, 2 * HOUR);
    await debits.isSent(reference, 1);
    expect(debits.sent).toEqual([debits.attempt(reference, 1)]);
  });
});
