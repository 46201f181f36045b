import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demandReference } from '../../../src/domain/mandate/debit.js';
import { requestDebit } from '../../../src/client/request-debit.js';
import { addDays } from '../../../src/domain/calendar.js';
import type { MandateTerms } from '../../../src/domain/mandate/mandate.js';
import { toMandate } from '../../../src/domain/mandate/view.js';
import { kobo } from '../../../src/domain/money.js';
import { AMOUNT, createScriptedDebits, TODAY } from '../../support/lifecycles/scripted-debits.js';
import { timeOfDay } from '../../support/time-of-day.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  createScriptedWorld,
  fails,
  mandateRecord,
  ok,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
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

const COMMANDS = 'unresolved:commands';
const TOTAL = 'unresolved:total';
const past = { startAt: new Date(Date.now() - 10 * DAY).toISOString() };
const weekly = (firstDay: string) => ({
  every: { unit: 'WEEK' as const, count: 1 },
  firstDay,
  at: timeOfDay(),
  amountKobo: AMOUNT,
});
const onDemand = ({ plan, ...terms }: MandateTerms): MandateTerms => (plan ? terms : { ...terms });
const keys = async (reference: string) => (await debits.read(reference)).review.map(({ key }) => key);
const debit = (reference: string, own: string, amountKobo = AMOUNT) =>
  requestDebit(world.oware.mandates, reference, { reference: own, amountKobo });
const refusesToCancel = fails('rejected-request', 'Mandate cannot be cancelled');
const isAtRest = async (reference: string) =>
  waitUntil('the recovery', async () => (await debits.read(reference).catch(() => undefined))?.lost);

/** A mandate whose merchant cancelled it, which the gateway did not take; its run is lost after that. */
async function cancelAndLose(terms: MandateTerms, cancelMandate: ReturnType<typeof fails>): Promise<void> {
  const { reference } = terms;
  await world.oware.mandates.create(terms);
  await world.pass(HOUR, 10 * MINUTE);
  world.script.cancelMandate = cancelMandate;
  const before = world.callsTo('cancelMandate');
  void world.oware.mandates.cancel(reference).catch(() => undefined);
  await waitUntil('the cancel', () => world.callsTo('cancelMandate') > before);
  await world.handle(`mandate:${reference}`).terminate();
  await world.oware.mandates.create(terms);
  await isAtRest(reference);
}

describe('a recovered mandate', () => {
  it.each([
    ['refused', refusesToCancel],
    ['did not answer', fails('unreachable')],
  ])('debits nothing of its plan where the gateway %s the cancel that was lost', async (_, cancelMandate) => {
    const terms = debits.terms(world.name('lost-cancel'), { plan: weekly(addDays(TODAY, 2)) });
    const { reference } = terms;
    await cancelAndLose(terms, cancelMandate);
    await world.pass(2 * DAY + HOUR, 7 * HOUR);
    expect(debits.sent).toEqual([]);
    expect(await keys(reference)).toEqual([COMMANDS]);
    expect(toMandate(await debits.read(reference)).noDebits).toMatchObject({
      reason: expect.stringContaining('a cancel may be lost with it') as string,
    });
  });

  it('debits its plan again once an operator decides that no cancel was lost', async () => {
    const terms = debits.terms(world.name('no-cancel'), { plan: weekly(addDays(TODAY, -1)), ...past });
    const { reference } = terms;
    await (await debits.loseRun(terms)).recover();
    await isAtRest(reference);
    await world.pass(HOUR, 20 * MINUTE);
    expect(debits.sent).toEqual([]);
    await debits.decide(reference, COMMANDS, { decision: 'did-not-happen' });
    // the lost run may have sent the debit of yesterday: its reference is not used again
    await world.pass(6 * DAY + HOUR, 7 * HOUR);
    await waitUntil('the debit', () => debits.sent.length > 0);
    expect(debits.sent).toEqual([debits.attempt(reference, 1, addDays(TODAY, 6))]);
    expect(await debits.rows(reference)).toEqual(['1 FAILED', '1 PENDING']);
    expect(toMandate(await debits.read(reference)).noDebits).toBeUndefined();
  });

  it('is cancelled at the gateway once an operator decides that a cancel was lost', async () => {
    const terms = debits.terms(world.name('had-cancelled'), { plan: weekly(addDays(TODAY, -1)), ...past });
    const { reference } = terms;
    await (await debits.loseRun(terms)).recover();
    await isAtRest(reference);
    world.script.cancelMandate = ({ mandateCode = '' }) => ok({ mandateCode });
    await debits.decide(reference, COMMANDS, { decision: 'happened' });
    await waitUntil('the cancel', () => world.callsTo('cancelMandate') > 0);
    // after an hour the debit of the lost run is for a person
    await world.pass(40 * MINUTE, 20 * MINUTE);
    expect(debits.sent).toEqual([]);
    expect((await debits.read(reference)).cancel?.acceptedAt).toBeDefined();
    expect(await keys(reference)).toEqual([]);
  });

  it('keeps each reason against debits until its own cause is gone', async () => {
    const terms = onDemand(debits.terms(world.name('reasons'), past));
    const { reference } = terms;
    await (await debits.loseRun(terms)).recover();
    await isAtRest(reference);
    expect((await keys(reference)).toSorted()).toEqual([COMMANDS, TOTAL]);
    world.script.cancelMandate = refusesToCancel;
    await expect(world.oware.mandates.cancel(reference)).rejects.toThrow('Mandate cannot be cancelled');
    // the merchant has said it again
    expect((await keys(reference)).toSorted()).toEqual(['cancel-refused', TOTAL]);
    await debits.decide(reference, 'cancel-refused', { decision: 'dismiss' });
    await expect(debit(reference, 'rent')).rejects.toThrow('an operator has to state');
    await debits.decide(reference, TOTAL, { decision: 'happened', amountKobo: AMOUNT });
    expect(await debit(reference, 'rent')).toMatchObject({ kind: 'new' });
    expect(debits.sent).toHaveLength(1);
  });

  it('debits nothing where its last known state was authorized too late, and it turns out to be active', async () => {
    const terms = onDemand(debits.terms(world.name('late'), { amountKobo: AMOUNT }));
    const { reference } = terms;
    world.script.getMandate = mandateRecord('AUTHORIZATION_EXPIRED');
    await world.oware.mandates.create(terms);
    await world.pass(10 * MINUTE, MINUTE);
    await world.closed(`mandate:${reference}`);
    world.script.getMandate = mandateRecord('ACTIVE');
    const event = { kind: 'mandate', key: 'late', eventType: 'MANDATE_UPDATE', status: 'ACTIVE' } as const;
    await world.oware.deliverEvent({ lifecycle: 'mandate', reference }, event);
    await waitUntil('the revival', async () => (await debits.read(reference)).state === 'ACTIVE');
    await world.pass(HOUR, 20 * MINUTE);
    expect(await debit(reference, 'rent')).toMatchObject({ kind: 'new' });
    await world.handle(`mandate:${reference}`).terminate();
    await world.oware.mandates.create(terms);
    await isAtRest(reference);
    await waitUntil('the revival', async () => (await debits.read(reference)).state === 'ACTIVE');
    expect((await keys(reference)).toSorted()).toEqual([COMMANDS, TOTAL]);
    await expect(debit(reference, 'more')).rejects.toThrow('a cancel may be lost with it');
    expect(debits.sent).toHaveLength(1);
  });

  it('adds what was debited on demand to what its plan had debited', async () => {
    const days = [addDays(TODAY, -8), addDays(TODAY, -1)];
    const plan = weekly(days[0] ?? '');
    const most = { amountKobo: kobo(4 * AMOUNT), onDemand: true as const };
    const terms = debits.terms(world.name('addend'), { ...past, ...most, plan });
    const { reference } = terms;
    for (const day of days) debits.shown.set(debits.attempt(reference, 1, day), 'PAID');
    await (await debits.loseRun(terms)).recover();
    await waitUntil('both', async () => (await debits.read(reference)).debited.count === 2);
    await debits.decide(reference, COMMANDS, { decision: 'did-not-happen' });
    await debits.decide(reference, TOTAL, { decision: 'happened', amountKobo: kobo(AMOUNT + 1) });
    expect((await debits.read(reference)).debited.sumKobo).toBe(3 * AMOUNT + 1);
    await expect(debit(reference, 'more')).rejects.toThrow('can still be debited');
    expect(debits.sent).toEqual([]);
  });

  it('calls a failed debit unsafe to repeat while an event says that it was paid, until a person decides', async () => {
    const terms = onDemand(debits.terms(world.name('claimed-demand'), past));
    const { reference } = terms;
    const at = past.startAt;
    const gatewayReference = demandReference(reference, 'rent');
    const failed = {
      reference: gatewayReference,
      ownReference: 'rent',
      amountKobo: AMOUNT,
      narration: 'Rent',
    };
    const times = {
      requestedAt: at,
      dueAt: at,
      notAfter: at,
      sentAt: at,
      failedAt: at,
      failedTwice: true as const,
    };
    debits.shown.set(gatewayReference, 'FAILED');
    const { recover } = await debits.loseRun(terms, {
      demands: 1,
      debits: [{ ...failed, ...times, state: 'FAILED', reason: 'the gateway reports FAILED' }],
    });
    await recover();
    await isAtRest(reference);
    const isSafe = async () => (await debits.views(reference))[0]?.safeToDebitAgain;
    expect(await isSafe()).toBe(true);
    await debits.report(reference, gatewayReference);
    await waitUntil('the claim', async () => (await isSafe()) === false);
    const item = `unproven-event:${gatewayReference}`;
    await world.pass(26 * HOUR, 13 * HOUR);
    expect(await keys(reference)).toContain(item);
    expect(await isSafe()).toBe(false);
    await debits.decide(reference, item, { decision: 'dismiss' });
    expect(await isSafe()).toBe(true);
    // another event contradicts the decision: a person looks at it again
    await debits.report(reference, gatewayReference, 'again');
    await waitUntil('the claim', async () => (await isSafe()) === false);
    await world.pass(26 * HOUR, 13 * HOUR);
    // its name says what else is open: a decision is about all of it
    expect(await keys(reference)).toContain(`${item}+contradiction`);
    expect(await isSafe()).toBe(false);
  });
});
