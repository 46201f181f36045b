import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demandReference } from '../../../src/domain/mandate/debit.js';
import { CALL_FAULTS } from '../../support/gateway-faults.js';
import { ACCOUNTS, createMandates, type Mandates } from '../../support/lifecycles/mandates.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let mandates: Mandates;

const named = (fault: string) => `attack-${fault.replace('.', '-')}`;

/** All mandates of these tests become active together, because that takes moved time. */
const MANDATES = {
  ...Object.fromEntries(CALL_FAULTS.map((fault) => [named(fault), {}])),
  'attack-lag': {},
  'attack-refused': {},
  'attack-repeat': {},
  'attack-cap': { amount: '8000.00' },
  'attack-cap-freed': { amount: '5000.00', of: ACCOUNTS.empty },
  'attack-fixed': { debitAmount: '2500.00' },
  'attack-cancel-refused': {},
  'attack-in-flight': {},
  'attack-customer': { customerCancellation: true },
  'attack-ended': {},
  'attack-paused': {},
  'attack-never': { of: ACCOUNTS.neverDecided },
};

beforeAll(async () => {
  world = await createTimeTravelWorld();
  mandates = createMandates(world);
  await mandates.activateAll(MANDATES);
}, 120_000);
afterAll(() => world.close());

const DEBIT = { on: 'call', endpoint: 'debitMandate' } as const;

async function isPaidOnce(reference: string): Promise<void> {
  await mandates.debitBecomes(reference, 'rent', 'PAID');
  expect(await mandates.collected(demandReference(reference, 'rent'))).toEqual(['collection']);
  expect(await mandates.read(reference)).toMatchObject({ debited: { count: 1, sum: '5000.00' } });
  await world.merchant.receives(reference, 'mandate.debit-paid');
  expect(mandates.webhooks(reference)).toEqual(['mandate.debit-paid']);
}

describe('a debit whose send fails', () => {
  it('is paid once if it arrived, and never sent again if that is unknown, whatever the fault', async () => {
    const references = await Promise.all(
      CALL_FAULTS.map(async (fault) => {
        const reference = named(fault);
        const [when, kind] = fault.split('.');
        await world.planFault({
          ...DEBIT,
          reference: demandReference(reference, 'rent'),
          when,
          fault: { kind },
        });
        mandates.startDebit(reference, 'rent');
        return reference;
      }),
    );
    const lost = 'attack-lag';
    await world.planFault({
      ...DEBIT,
      reference: demandReference(lost, 'rent'),
      when: 'after',
      fault: { kind: 'reset' },
    });
    const lag = { kind: 'lag', ms: 5_000 };
    await world.planFault({
      on: 'call',
      endpoint: 'getDebit',
      reference: demandReference(lost, 'rent'),
      fault: lag,
    });
    mandates.startDebit(lost, 'rent');
    await world.pass(10 * MINUTE, MINUTE);
    const isAtGateway = async (reference: string) =>
      (await mandates.collected(demandReference(reference, 'rent'))).length > 0;
    const all = [...references, lost];
    const arrived = await Promise.all(all.map(isAtGateway));
    for (const [n, reference] of all.entries()) if (arrived[n]) await isPaidOnce(reference);
    // what may have arrived is not sent again; not found for a day, it is FAILED and safe to repeat
    await world.pass(26 * HOUR, 6 * HOUR);
    for (const reference of all.filter((_, n) => !arrived[n])) {
      expect(await mandates.debitBecomes(reference, 'rent', 'FAILED')).toMatchObject({
        safeToDebitAgain: true,
      });
      expect(await mandates.collected(demandReference(reference, 'rent'))).toEqual([]);
    }
    expect(arrived.filter(Boolean).length).toBeGreaterThan(arrived.length / 2);
  });

  it('is REFUSED with the reason of the gateway, and is safe to repeat', async () => {
    const reference = 'attack-refused';
    const fault = { kind: 'refusal', code: '99', message: 'Mandate is not active', status: 422 };
    await world.planFault({ ...DEBIT, reference: demandReference(reference, 'rent'), when: 'before', fault });
    expect((await mandates.debit(reference, 'rent')).body).toMatchObject({
      state: 'REFUSED',
      safeToDebitAgain: true,
      reason: expect.stringContaining('Mandate is not active') as string,
    });
    expect(await mandates.collected(demandReference(reference, 'rent'))).toEqual([]);
    expect(await mandates.read(reference)).toMatchObject({ state: 'ACTIVE', counted: { sum: '0.00' } });
  });
});

describe('a debit while operators have paused charges', () => {
  it('is PAUSED, and sent once after the resume', async () => {
    const reference = 'attack-paused';
    const { pauses } = world.oware;
    await pauses.pause({ queue: 'charges', reason: 'complaints', by: 'ada' });
    expect((await mandates.debit(reference, 'rent')).body).toMatchObject({
      state: 'PAUSED',
      reason: 'an operator has paused charges: complaints',
    });
    expect(await mandates.collected(demandReference(reference, 'rent'))).toEqual([]);
    await pauses.resume({ queue: 'charges', by: 'ada' });
    await mandates.isSent(reference, 'rent');
    await world.pass(2 * MINUTE, MINUTE);
    await isPaidOnce(reference);
  });
});

describe('a debit that is requested again', () => {
  it('is the same debit with the same amount, and a conflict with another', async () => {
    const reference = 'attack-repeat';
    const [first, second] = await Promise.all([
      mandates.debit(reference, 'rent'),
      mandates.debit(reference, 'rent'),
    ]);
    expect([first.status, second.status].toSorted()).toEqual([200, 201]);
    expect(await mandates.debit(reference, 'rent', '5000.01')).toMatchObject({
      status: 409,
      body: { type: '/problems/reference-conflict' },
    });
    expect(await mandates.debits(reference)).toHaveLength(1);
    const body = { amount: '5000.00' };
    expect(await world.call('POST', mandates.path(reference, '/debits'), body)).toMatchObject({
      status: 400,
    });
  });
});

describe('the lifetime amount', () => {
  it('is never exceeded by debits that race', async () => {
    const reference = 'attack-cap';
    const replies = await Promise.all(['one', 'two'].map((own) => mandates.debit(reference, own)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect(replies.find(({ status }) => status === 422)).toMatchObject({
      body: { type: '/problems/debit-exceeds-mandate', remaining: '3000.00', moneyMoved: 'no' },
    });
    expect(await mandates.debit(reference, 'rest', '3000.00')).toMatchObject({ status: 201 });
    expect(await mandates.debit(reference, 'more', '20.00')).toMatchObject({ status: 422 });
  });

  it('is free again once a failed debit was confirmed by a second read', async () => {
    const reference = 'attack-cap-freed';
    await mandates.debit(reference, 'one');
    await world.pass(2 * MINUTE, MINUTE);
    expect(await mandates.debitBecomes(reference, 'one', 'FAILED')).toMatchObject({
      reason: 'the gateway reports FAILED: Insufficient funds',
      safeToDebitAgain: false,
    });
    expect(await mandates.debit(reference, 'two')).toMatchObject({ status: 422 });
    await world.pass(6 * MINUTE, MINUTE);
    await world.merchant.receives(reference, 'mandate.debit-safe-to-repeat');
    expect(await mandates.debit(reference, 'two')).toMatchObject({ status: 201 });
    expect(await mandates.collected(demandReference(reference, 'one'))).toEqual([]);
  });

  it('a fixed mandate takes exactly its amount', async () => {
    const reference = 'attack-fixed';
    expect(await mandates.debit(reference, 'other', '2500.01')).toMatchObject({ status: 400 });
    const path = mandates.path(reference, '/debits');
    expect(await world.call('POST', path, { reference: 'exact' })).toMatchObject({
      status: 201,
      body: { amount: '2500.00' },
    });
  });
});

describe('a cancel', () => {
  it('that races a debit: the debit in flight is resolved, then the mandate is CANCELLED', async () => {
    const reference = 'attack-in-flight';
    await world.planFault({
      ...DEBIT,
      reference: demandReference(reference, 'rent'),
      when: 'after',
      fault: { kind: 'reset' },
    });
    mandates.startDebit(reference, 'rent');
    await mandates.isSent(reference, 'rent');
    expect(await mandates.cancel(reference)).toMatchObject({ status: 200, body: { state: 'ACTIVE' } });
    expect(await mandates.debit(reference, 'more')).toMatchObject({ status: 409 });
    await world.pass(10 * MINUTE, MINUTE);
    await mandates.becomes(reference, 'CANCELLED');
    await mandates.closed(reference);
    expect(await mandates.collected(demandReference(reference, 'rent'))).toEqual(['collection']);
    expect(mandates.webhooks(reference).toSorted()).toEqual(['mandate.cancelled', 'mandate.debit-paid']);
  });

  it('that the gateway refuses keeps the fence until an operator lifts it', async () => {
    const reference = 'attack-cancel-refused';
    const fault = { kind: 'refusal', code: '99', message: 'Mandate cannot be cancelled', status: 422 };
    await world.planFault({ on: 'call', endpoint: 'cancelMandate', when: 'before', fault });
    expect(await mandates.cancel(reference)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('Mandate cannot be cancelled') as string },
    });
    await world.merchant.receives(reference, 'mandate.cancel-refused');
    expect(await mandates.reviewItem(reference, 'cancel-refused')).toMatchObject({ atRisk: '100000.00' });
    expect(await mandates.debit(reference, 'rent')).toMatchObject({ status: 409 });
    const decision = { decision: 'dismiss', reason: 'the tenant stays' };
    expect(await mandates.resolve(reference, 'cancel-refused', decision)).toMatchObject({ status: 200 });
    expect(await mandates.debit(reference, 'rent')).toMatchObject({ status: 201 });
  });

  it('by the customer ends the mandate, also when its event is lost', async () => {
    const reference = 'attack-customer';
    await world.dropEvent(reference);
    await mandates.decide(reference, { cancel: true });
    await world.pass(DAY + HOUR, 5 * HOUR);
    expect(await mandates.becomes(reference, 'CANCELLED')).toMatchObject({
      reason: 'the gateway reports CANCELLED',
    });
    await world.pass(5 * MINUTE);
    await mandates.closed(reference);
  });
});

describe('a debit without an outcome', () => {
  it('is never FAILED by time: after a day an operator concludes it', async () => {
    const reference = 'attack-never';
    await mandates.debit(reference, 'rent');
    await world.pass(DAY + HOUR, 5 * HOUR);
    const item = await mandates.reviewItem(reference, 'unresolved');
    expect(item).toMatchObject({
      key: `unresolved:status:${demandReference(reference, 'rent')}`,
      atRisk: '5000.00',
    });
    expect((await mandates.debits(reference))[0]).toMatchObject({
      state: 'PENDING',
      safeToDebitAgain: false,
    });
    const decision = { decision: 'happened', reason: 'the bank shows it' };
    expect(await mandates.resolve(reference, item.key, decision)).toMatchObject({ status: 200 });
    expect(await mandates.debitBecomes(reference, 'rent', 'PAID')).toMatchObject({
      reason: 'an operator concluded that it was paid: the bank shows it',
    });
  });
});

describe('a mandate that ends during a debit', () => {
  it('resolves the debit before its run closes', async () => {
    const reference = 'attack-ended';
    await world.planFault({
      ...DEBIT,
      reference: demandReference(reference, 'rent'),
      when: 'after',
      fault: { kind: 'error' },
    });
    mandates.startDebit(reference, 'rent');
    await mandates.isSent(reference, 'rent');
    await mandates.cancelAtGateway(reference);
    await world.pass(10 * MINUTE, MINUTE);
    await mandates.becomes(reference, 'CANCELLED');
    await mandates.closed(reference);
    expect(await mandates.collected(demandReference(reference, 'rent'))).toEqual(['collection']);
    expect(mandates.webhooks(reference).toSorted()).toEqual(['mandate.cancelled', 'mandate.debit-paid']);
  });
});
