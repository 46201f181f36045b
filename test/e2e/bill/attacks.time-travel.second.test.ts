import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { BillTerms } from '../../../src/domain/bill/bill.js';
import { kobo } from '../../../src/domain/money.js';
import { replayClosedRuns } from '../../support/temporal/replay.js';
import { waitForState, waitUntil } from '../../support/wait-until.js';
import {
  createGate,
  createScriptedWorld,
  fails,
  inTurn,
  ok,
  type Request,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld();
});
beforeEach(() => {
  world.clearScript();
  world.script.validateBillCustomer = () => ok({ customerName: 'ADA OBI', priceType: 'OPEN' });
});
afterEach(() => world.endAll());
afterAll(() => world.close());

const AMOUNT = kobo(1_000_00);
const terms = (reference: string): BillTerms => ({
  reference,
  amountKobo: AMOUNT,
  currency: 'NGN',
  productCode: 'PRD-AIRTIME',
  customerId: '08030001234',
});

const vendRecord =
  (vendStatus: string, more: object = {}) =>
  ({ reference }: Request) =>
    ok({
      vendReference: reference,
      vendStatus,
      vendAmount: AMOUNT,
      customerId: '08030001234',
      productCode: 'PRD-AIRTIME',
      ...more,
    });
const noBill = () => ({ kind: 'not-found', code: '99', message: 'Transaction not found' });
const lost = fails('outcome-unknown', 'HTTP 502 from the gateway');

const id = (reference: string) => `bill:${reference}`;
const read = (reference: string) => world.oware.bills.get(reference);
const becomes = (reference: string, state: string) =>
  waitForState(reference, state, () => read(reference).catch(() => undefined));

function start(what: string) {
  const reference = world.name(what);
  const created = world.oware.bills.create(terms(reference));
  created.catch(() => undefined);
  return reference;
}

async function started(what: string) {
  const before = world.callsTo('vendBill');
  const reference = start(what);
  await waitUntil('the vend', () => world.callsTo('vendBill') > before);
  return { reference, sends: () => world.callsTo('vendBill') - before };
}

/** Moves time by the longest pause between two checks, until one has shown the state. */
async function passUntil(reference: string, state: string) {
  const isThere = async () => (await read(reference)).state === state;
  await world.passUntil(`${reference} becoming ${state}`, isThere, 6 * HOUR);
  return read(reference);
}

async function closedAndReplayed(reference: string) {
  await world.closed(id(reference));
  await replayClosedRuns(world.client, id(reference), inject('bundlePath'));
}

describe('a bill whose reply was lost', () => {
  it('with a reply about another customer is found by its reference, and sent once', async () => {
    world.script.vendBill = vendRecord('SUCCESS', { customerId: '08099999999' });
    world.script.requeryBill = vendRecord('SUCCESS');
    const { reference, sends } = await started('another-customer');
    await world.pass(MINUTE);
    await becomes(reference, 'SUCCESS');
    expect(sends()).toBe(1);
    await closedAndReplayed(reference);
    await world.receives(reference, ['bill.success']);
  });

  it('and whose second send is refused is not FAILED by the refusal: the record decides', async () => {
    world.script.vendBill = inTurn(lost, fails('rejected-request', 'Invalid MSISDN Provided'));
    world.script.requeryBill = inTurn(noBill, noBill, vendRecord('SUCCESS'));
    const { reference } = await started('refused-second');
    await world.pass(2 * MINUTE);
    await becomes(reference, 'SUCCESS');
    await world.receives(reference, ['bill.success']);
  });
});

describe('a bill that stays PENDING', () => {
  it('for a day needs review, and never fails by time', async () => {
    world.script.vendBill = vendRecord('PENDING');
    world.script.requeryBill = vendRecord('IN_PROGRESS');
    const { reference } = await started('pending');
    await world.pass(DAY + HOUR, HOUR);
    expect(await read(reference)).toMatchObject({ state: 'PENDING', review: [{ key: 'unresolved:status' }] });
    world.script.requeryBill = vendRecord('SUCCESS');
    expect(await passUntil(reference, 'SUCCESS')).toMatchObject({ review: [] });
    await closedAndReplayed(reference);
  });

  it('or FAILED with a text that asks for another look is followed', async () => {
    world.script.vendBill = vendRecord('PENDING');
    world.script.requeryBill = inTurn(
      vendRecord('FAILED', { description: 'Timed out at the biller' }),
      vendRecord('SUCCESS'),
    );
    const { reference } = await started('timed-out');
    await world.pass(5 * MINUTE);
    await becomes(reference, 'SUCCESS');
    await world.receives(reference, ['bill.success']);
  });

  it('whose record names another customer proves nothing, and needs review', async () => {
    world.script.vendBill = vendRecord('PENDING');
    world.script.requeryBill = vendRecord('SUCCESS', { customerId: '08099999999' });
    const { reference } = await started('other-customer');
    await world.pass(MINUTE);
    expect(await read(reference)).toMatchObject({
      state: 'PENDING',
      review: [{ kind: 'identity-mismatch', atRiskKobo: AMOUNT }],
    });
  });

  it('continues as new, and is sent once', async () => {
    const limit = world.settings.continueAsNewAfterHistoryEvents;
    Object.assign(world.settings, { continueAsNewAfterHistoryEvents: 40 });
    world.script.vendBill = vendRecord('PENDING');
    world.script.requeryBill = vendRecord('PENDING');
    const { reference, sends } = await started('continued');
    const first = await world.runIdOf(id(reference));
    await world.pass(2 * HOUR, 10 * MINUTE);
    expect(await world.runIdOf(id(reference))).not.toBe(first);
    Object.assign(world.settings, { continueAsNewAfterHistoryEvents: limit });
    world.script.requeryBill = vendRecord('SUCCESS');
    await passUntil(reference, 'SUCCESS');
    expect(sends()).toBe(1);
    await closedAndReplayed(reference);
  });
});

describe('a cancel that races with the vend', () => {
  it('and comes first: nothing is sent', async () => {
    const gate = createGate();
    const before = world.callsTo('vendBill');
    const asked = world.callsTo('validateBillCustomer');
    world.script.validateBillCustomer = () => gate.opened.then(() => ok({ customerName: 'ADA OBI' }));
    const reference = start('cancel-first');
    await waitUntil('the validation', () => world.callsTo('validateBillCustomer') > asked);
    const cancelled = world.oware.bills.cancel(reference);
    await waitUntil('the cancel', async () => (await read(reference)).unwanted);
    gate.open();
    expect(await cancelled).toMatchObject({ state: 'CANCELLED', reason: 'the merchant cancelled it' });
    expect(world.callsTo('vendBill')).toBe(before);
    await closedAndReplayed(reference);
  });

  it('whose reply is lost, and that the gateway has: it is not sent again, and the bill is paid', async () => {
    const gate = createGate();
    world.script.vendBill = () => gate.opened.then(() => lost());
    world.script.requeryBill = inTurn(noBill, vendRecord('SUCCESS'));
    const { reference, sends } = await started('cancel-late');
    const cancelled = world.oware.bills.cancel(reference);
    cancelled.catch(() => undefined);
    await waitUntil('the cancel', async () => (await read(reference)).unwanted);
    gate.open();
    expect(await cancelled).toMatchObject({ state: 'PENDING', unwanted: 'the merchant cancelled it' });
    await world.pass(MINUTE);
    await becomes(reference, 'SUCCESS');
    expect(sends()).toBe(1);
  });
});

it('a validation that is too old is read again before the vend', async () => {
  world.script.validateBillCustomer = inTurn(
    () => ok({ vendInstruction: { requireValidationRef: true, validationReference: 'v-1' } }),
    () => ok({ vendInstruction: { requireValidationRef: true, validationReference: 'v-2' } }),
  );
  world.script.readiness = inTurn(
    () => ({ paused: { reason: 'month end', since: new Date().toISOString() } }),
    () => ({}),
  );
  const named: string[] = [];
  world.script.vendBill = (request) => {
    named.push(String(request.validationReference));
    return vendRecord('SUCCESS')(request);
  };
  const reference = start('stale-validation');
  await becomes(reference, 'PAUSED');
  await world.pass(HOUR);
  await becomes(reference, 'SUCCESS');
  expect(named).toEqual(['v-2']);
});

it('a bill whose customer cannot be validated in time was never sent', async () => {
  world.script.validateBillCustomer = fails('unreachable');
  const reference = start('never-validated');
  await world.pass(2 * DAY, HOUR);
  expect(await becomes(reference, 'EXPIRED')).not.toHaveProperty('sentAt');
  await world.receives(reference, ['bill.expired']);
});
