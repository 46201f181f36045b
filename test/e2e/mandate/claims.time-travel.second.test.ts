import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demandReference } from '../../../src/domain/mandate/debit.js';
import { setDispatch } from '../../../activities/set-dispatch.js';
import { requestDebit } from '../../../src/client/request-debit.js';
import { addDays } from '../../../src/domain/calendar.js';
import type { MandateTerms } from '../../../src/domain/mandate/mandate.js';
import { toMandate } from '../../../src/domain/mandate/view.js';
import { AMOUNT, createScriptedDebits, TODAY, TOMORROW } from '../../support/lifecycles/scripted-debits.js';
import { timeOfDay } from '../../support/time-of-day.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  createScriptedWorld,
  eventOf,
  fails,
  ok,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { kobo } from '../../../src/domain/money.js';
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

const YESTERDAY = addDays(TODAY, -1);
const keys = async (reference: string) => (await debits.read(reference)).review.map(({ key }) => key);
const safe = async (reference: string) =>
  (await debits.views(reference)).map(({ safeToDebitAgain }) => safeToDebitAgain);
const onDemand = ({ plan, ...terms }: MandateTerms): MandateTerms => (plan ? terms : { ...terms });

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

/** The first attempt as a run of an earlier version kept it. */
const firstAttempt = (reference: string, more: object = {}) => {
  const at = new Date(Date.now() - DAY).toISOString();
  const first = {
    reference: debits.attempt(reference, 1, YESTERDAY),
    day: YESTERDAY,
    attempt: 1,
    amountKobo: AMOUNT,
    narration: 'Rent',
    state: 'PENDING',
    reason: 'sent to the gateway',
    requestedAt: at,
    dueAt: at,
    notAfter: new Date(Date.now() + 2 * DAY).toISOString(),
    sentAt: at,
    ...more,
  };
  return { nextDue: 1, debits: [first] };
};

/** A debit on demand whose failure two reads have shown. */
async function failedDemand(what: string, more: Partial<MandateTerms> = {}) {
  const terms = onDemand(debits.terms(world.name(what), more));
  const { reference } = terms;
  await world.oware.mandates.create(terms);
  await world.pass(HOUR, 10 * MINUTE);
  const first = demandReference(reference, 'rent');
  world.script.debitMandate = ({ paymentReference = '' }) => {
    debits.sent.push(paymentReference);
    debits.shown.set(paymentReference, paymentReference === first ? 'FAILED' : 'PAID');
    return ok({
      paymentReference,
      transactionStatus: 'PENDING',
      debitAmount: AMOUNT,
      mandateCode: 'MTDD|1',
    });
  };
  await requestDebit(world.oware.mandates, reference, { reference: 'rent', amountKobo: AMOUNT });
  await world.pass(30 * MINUTE, 5 * MINUTE);
  await waitUntil('the failure', async () => (await safe(reference))[0]);
  return { reference, first };
}

describe('an event that reports a debit as paid, which its record does not show', () => {
  it('counts as paid once a person accepts it, and no further attempt is sent', async () => {
    const { attempt, rows, failOnce, decide, sent } = debits;
    const { accepted } = await failOnce(['accepted']);
    const first = attempt(accepted, 1);
    await debits.report(accepted, first);
    await world.pass(26 * HOUR, 13 * HOUR);
    await decide(accepted, `unproven-event:${first}`, { decision: 'accept' });
    await world.pass(DAY, 6 * HOUR);
    expect(await rows(accepted)).toEqual(['1 PAID', '2 CANCELLED']);
    expect(sent).toEqual([first]);
    expect((await debits.read(accepted)).debited).toEqual({ count: 1, sumKobo: AMOUNT });
    expect(await safe(accepted)).toEqual([false, false]);
  });

  it('keeps its amount taken from the lifetime amount', async () => {
    const { reference, first } = await failedDemand('lifetime', { amountKobo: AMOUNT });
    await debits.report(reference, first);
    await waitUntil('the claim', async () => !(await safe(reference))[0]);
    expect(toMandate(await debits.read(reference)).counted.sumKobo).toBe(AMOUNT);
    const again = requestDebit(world.oware.mandates, reference, { reference: 'more', amountKobo: AMOUNT });
    await expect(again).rejects.toThrow('can still be debited');
    expect(debits.sent).toEqual([first]);
    expect(world.webhookTypes(reference)).toContain('mandate.conflicting-records');
  });

  it('is another item once another amount is reported: a decision is about what the person saw', async () => {
    const { reference, first } = await failedDemand('higher');
    await debits.report(reference, first);
    await world.pass(26 * HOUR, 13 * HOUR);
    const seen = `unproven-event:${first}`;
    expect(await keys(reference)).toEqual([seen]);
    const amountKobo = kobo(3 * AMOUNT);
    await world.oware.deliverEvent(
      { lifecycle: 'mandate', reference },
      eventOf(first, { key: 'higher', amountKobo }),
    );
    const isAbout = `unproven-event:${amountKobo}:${first}`;
    await waitUntil('the item', async () => (await keys(reference)).includes(isAbout));
    await expect(debits.decide(reference, seen, { decision: 'did-not-happen' })).rejects.toThrow();
    expect(await keys(reference)).toEqual([isAbout]);
    expect(await safe(reference)).toEqual([false]);
    await debits.decide(reference, isAbout, { decision: 'did-not-happen' });
    // its record was read once since the event: a second reading is still expected
    await world.pass(20 * MINUTE, 5 * MINUTE);
    expect(await safe(reference)).toEqual([true]);
  });

  it('stops every send of a debit whose reply was lost', async () => {
    const reference = world.name('own-event');
    const first = debits.attempt(reference, 1);
    await world.oware.mandates.create(debits.terms(reference));
    world.script.debitMandate = ({ paymentReference = '' }) => {
      debits.sent.push(paymentReference);
      return fails('outcome-unknown', 'HTTP 502')();
    };
    await world.pass(Date.parse(`${TOMORROW}T08:00:00Z`) - Date.now() + 2_000, 12 * HOUR);
    await debits.isSent(reference, 1);
    await debits.report(reference, first);
    await world.pass(3 * DAY, 6 * HOUR);
    expect(debits.sent).toEqual([first]);
    expect(await keys(reference)).toContain(`unproven-event:${first}`);
    expect(await safe(reference)).toEqual([false]);
    expect(await debits.rows(reference)).toEqual(['1 PENDING']);
  });

  it('survives a loss: nothing is sent until a person decides', async () => {
    const terms = threeAttempts('claimed-lost');
    const { reference } = terms;
    const first = debits.attempt(reference, 1, YESTERDAY);
    const failed = { state: 'FAILED', failedAt: terms.startAt, failedTwice: true, claimed: true };
    debits.shown.set(first, 'FAILED');
    await (await debits.loseRun(terms, firstAttempt(reference, failed))).recover();
    await waitUntil('ready', async () => (await debits.read(reference).catch(() => undefined))?.lost);
    await debits.decide(reference, 'unresolved:commands', { decision: 'did-not-happen' });
    await world.pass(5 * DAY, 12 * HOUR);
    expect(await keys(reference)).toContain(`unproven-event:${first}`);
    expect(await safe(reference)).toEqual([false]);
    expect(debits.sent).toEqual([]);
    await debits.decide(reference, `unproven-event:${first}`, { decision: 'did-not-happen' });
    expect(await safe(reference)).toEqual([true]);
  });
});

describe('a due date of a lost run', () => {
  it('is not safe to debit again while one of its attempts was not read', async () => {
    const { attempt, rows, shown, sent } = debits;
    const terms = threeAttempts('third-silent');
    const { reference } = terms;
    shown.set(attempt(reference, 2, YESTERDAY), 'FAILED');
    shown.set(attempt(reference, 3, YESTERDAY), 'SILENT');
    await (await debits.loseRun(terms)).recover();
    await waitUntil('found', async () =>
      (await rows(reference).catch((): string[] => [])).includes('2 FAILED'),
    );
    await world.pass(30 * HOUR, 2 * HOUR);
    expect(await safe(reference)).toEqual([false, false]);
    shown.set(attempt(reference, 3, YESTERDAY), 'PAID');
    await world.pass(DAY, 6 * HOUR);
    expect(await rows(reference)).toEqual(['1 CANCELLED', '2 FAILED', '3 PAID']);
    expect(world.webhookTypes(reference)).not.toContain('mandate.debit-safe-to-repeat');
    expect(sent).toEqual([]);
  });

  it('knows the record of its attempt as its own, also without a mandate code', async () => {
    const terms = threeAttempts('no-code');
    const { reference } = terms;
    const second = debits.attempt(reference, 2, YESTERDAY);
    debits.shown.set(debits.attempt(reference, 1, YESTERDAY), 'FAILED');
    const scripted = world.script.getDebit;
    world.script.getDebit = (request) =>
      request.paymentReference === second
        ? ok({
            paymentReference: second,
            transactionStatus: 'PAID',
            debitAmount: AMOUNT,
            transactionReference: 'T2',
          })
        : scripted?.(request);
    await (await debits.loseRun(terms, firstAttempt(reference))).recover();
    await waitUntil('the money', async () => {
      const found = await debits.read(reference).catch(() => undefined);
      return found?.debited.count === 1;
    });
    await world.pass(2 * DAY, 6 * HOUR);
    expect(await debits.rows(reference)).toEqual(['1 FAILED', '2 PAID']);
    expect(await safe(reference)).toEqual([false, false]);
    expect(debits.sent).toEqual([]);
  });
});

describe('a debit whose record has another amount', () => {
  it('is a review item, is not safe to debit again, and no webhook says that no money moved', async () => {
    const terms = onDemand(debits.terms(world.name('other-amount')));
    const { reference } = terms;
    await world.oware.mandates.create(terms);
    await world.pass(HOUR, 10 * MINUTE);
    const first = demandReference(reference, 'rent');
    const record = { paymentReference: first, transactionStatus: 'PAID', mandateCode: 'MTDD|1' };
    world.script.debitMandate = () => ({ kind: 'reference-used', code: '99', message: 'Duplicate' });
    world.script.getDebit = () => ok({ ...record, debitAmount: AMOUNT + 100 });
    await requestDebit(world.oware.mandates, reference, { reference: 'rent', amountKobo: AMOUNT });
    await world.pass(HOUR, 10 * MINUTE);
    const item = `identity-mismatch:${AMOUNT + 100}:${first}`;
    expect(await keys(reference)).toEqual([item]);
    expect(await safe(reference)).toEqual([false]);
    expect(world.webhookTypes(reference)).toEqual(['mandate.active']);
    await debits.decide(reference, item, { decision: 'did-not-happen' });
    expect(await safe(reference)).toEqual([true]);
  });
});

describe('a debit that waits in the queue', () => {
  it('is withdrawn by a cancel, and never sent', async () => {
    const terms = onDemand(debits.terms(world.name('withdrawn')));
    const { reference } = terms;
    await world.oware.mandates.create(terms);
    await world.pass(HOUR, 10 * MINUTE);
    world.script.cancelMandate = ({ mandateCode = '' }) => ok({ mandateCode });
    const paused = { by: 'ada', reason: 'the queue is stopped' };
    await setDispatch(world.client, world.taskQueue, { queue: 'charges', paused });
    try {
      // pollers that are waiting already get one task each
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      const asking = requestDebit(world.oware.mandates, reference, { reference: 'rent', amountKobo: AMOUNT });
      await waitUntil('the request', async () => (await debits.read(reference)).debits[0]?.movement.sending);
      await world.oware.mandates.cancel(reference);
      await asking;
      expect(await debits.rows(reference)).toEqual(['undefined CANCELLED']);
    } finally {
      await setDispatch(world.client, world.taskQueue, { queue: 'charges' });
    }
    await world.pass(HOUR, 10 * MINUTE);
    expect(debits.sent).toEqual([]);
    expect(await safe(reference)).toEqual([true]);
  });
});

describe('a debit whose outcome is unknown', () => {
  it('does not hold up another one of the same mandate', async () => {
    const terms = onDemand(debits.terms(world.name('unknown-beside')));
    const { reference } = terms;
    await world.oware.mandates.create(terms);
    await world.pass(HOUR, 10 * MINUTE);
    const [first, second] = ['march', 'april'].map((own) => demandReference(reference, own));
    world.script.debitMandate = ({ paymentReference = '' }) => {
      debits.sent.push(paymentReference);
      if (paymentReference === first) return fails('outcome-unknown', 'HTTP 502')();
      debits.shown.set(paymentReference, 'PAID');
      return ok({
        paymentReference,
        transactionStatus: 'PENDING',
        debitAmount: AMOUNT,
        mandateCode: 'MTDD|1',
      });
    };
    void requestDebit(world.oware.mandates, reference, { reference: 'march', amountKobo: AMOUNT }).catch(
      () => undefined,
    );
    await waitUntil('the first', () => debits.sent.includes(first ?? ''));
    await requestDebit(world.oware.mandates, reference, { reference: 'april', amountKobo: AMOUNT });
    await world.pass(20 * MINUTE, 5 * MINUTE);
    expect(debits.sent.toSorted()).toEqual([first, second].toSorted());
    expect((await debits.read(reference)).debits.map(({ state }) => state)).toEqual(['PENDING', 'PAID']);
    expect(toMandate(await debits.read(reference)).counted.sumKobo).toBe(2 * AMOUNT);
  });
});

describe('a cancel that the gateway refuses a second time', () => {
  it('is a review item again, which lifts the fence', async () => {
    const terms = onDemand(debits.terms(world.name('refused-twice')));
    const { reference } = terms;
    await world.oware.mandates.create(terms);
    await world.pass(HOUR, 10 * MINUTE);
    world.script.cancelMandate = fails('rejected-request', 'Mandate cannot be cancelled');
    for (let n = 1; n <= 2; n++) {
      await expect(world.oware.mandates.cancel(reference)).rejects.toThrow('cannot be cancelled');
      expect(await keys(reference)).toEqual(['cancel-refused']);
      await debits.decide(reference, 'cancel-refused', { decision: 'dismiss' });
    }
    const debit = requestDebit(world.oware.mandates, reference, { reference: 'rent', amountKobo: AMOUNT });
    expect(await debit).toMatchObject({ kind: 'new' });
  });

  it('stops every debit while it is repeated: the decision about the first refusal is none about it', async () => {
    const terms = onDemand(debits.terms(world.name('cancelled-again')));
    const { reference } = terms;
    await world.oware.mandates.create(terms);
    await world.pass(HOUR, 10 * MINUTE);
    world.script.cancelMandate = fails('rejected-request', 'Mandate cannot be cancelled');
    await expect(world.oware.mandates.cancel(reference)).rejects.toThrow('cannot be cancelled');
    world.script.cancelMandate = fails('unreachable');
    const before = world.callsTo('cancelMandate');
    const again = world.oware.mandates.cancel(reference);
    await waitUntil('the second cancel', () => world.callsTo('cancelMandate') > before);
    expect(await keys(reference)).toEqual([]);
    const debit = () =>
      requestDebit(world.oware.mandates, reference, { reference: 'rent', amountKobo: AMOUNT });
    await expect(debit()).rejects.toThrow('the merchant cancelled the mandate');
    world.script.cancelMandate = ({ mandateCode = '' }) => ok({ mandateCode });
    await world.pass(10 * MINUTE, MINUTE);
    expect(await again).toMatchObject({ cancel: { acceptedAt: expect.any(String) as string } });
    await expect(debit()).rejects.toThrow('the merchant cancelled the mandate');
    expect(debits.sent).toEqual([]);
  });
});
