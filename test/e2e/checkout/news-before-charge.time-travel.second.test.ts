import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RefusedError } from '../../../src/client/client.js';
import { isFulfillable } from '../../../src/domain/order/state.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  ASKED,
  createGate,
  createScriptedWorld,
  fails,
  foundTransaction,
  inTurn,
  noTransactions,
  ok,
  opens,
  record,
  type Request,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
/** What the record of each transaction says; PENDING unless given. */
const statuses = new Map<string, string>();
beforeAll(async () => {
  world = await createScriptedWorld();
});
beforeEach(() => {
  world.script.initTransaction = opens;
  world.script.searchTransactions = noTransactions;
  world.script.getTransaction = ({ transactionReference = '' }: Request) => {
    const status = statuses.get(transactionReference) ?? 'PENDING';
    return record(status, status === 'PAID' ? ASKED : 0)({ transactionReference });
  };
  world.script.chargeCard = replies('SUCCESS');
  world.script.authorizeOtp = replies('SUCCESS');
  world.calls.chargeCard = 0;
  world.calls.authorizeOtp = 0;
});
afterEach(() => world.endAll());
afterAll(() => world.close());

const replies =
  (status: string, more: object = {}) =>
  ({ transactionReference }: Request) =>
    ok({ status, transactionReference, message: status, ...more });

const outcomeOf = (command: Promise<unknown>) =>
  command.then(
    () => 'executed',
    (error: unknown) => (error instanceof RefusedError ? error.reason : String(error)),
  );

const charge = (reference: string, taskQueue = world.taskQueue) =>
  outcomeOf(
    world.oware.checkouts.chargeCard(reference, {
      handle: 'h',
      taskQueue,
      card: { bin: '411111', last4: '1111' },
    }),
  );

const submitOtp = (reference: string) =>
  outcomeOf(world.oware.checkouts.submitOtp(reference, { handle: 'o', taskQueue: world.taskQueue }));

async function open(what: string): Promise<string> {
  const reference = world.name(what);
  await world.oware.checkouts.create(terms(reference));
  return reference;
}

/** A check is under way when the event of a payment arrives: the loop takes it only once the gateway has answered. */
async function paidDuringCheck(reference: string) {
  const gate = createGate();
  const slow = async (request: Request) => {
    await gate.opened;
    return record('PENDING')(request);
  };
  const before = world.callsTo('getTransaction');
  world.script.getTransaction = inTurn(slow, record('PAID', ASKED));
  const checked = world.oware.checkouts.confirm(reference);
  await waitUntil('the read', () => world.callsTo('getTransaction') > before);
  await world.report(reference, { key: 'paid' });
  return { gate, checked };
}

describe('an event about money that was accepted before a card was charged', () => {
  it('is looked into first: the card is not charged', async () => {
    const reference = await open('card');
    const { gate, checked } = await paidDuringCheck(reference);
    const charged = charge(reference);
    gate.open();
    expect(await charged).toBe('not-open');
    expect(world.callsTo('chargeCard')).toBe(0);
    await checked;
    await world.receives(reference, ['checkout.paid']);
  });

  it('is looked into first: the OTP is not submitted, and the card waits for it as before', async () => {
    const reference = await open('otp');
    world.script.chargeCard = replies('OTP_AUTHORIZATION_REQUIRED', { otpData: { id: '1' } });
    expect(await charge(reference)).toBe('executed');
    const { gate, checked } = await paidDuringCheck(reference);
    const submitted = submitOtp(reference);
    gate.open();
    expect(await submitted).toBe('not-open');
    expect(world.callsTo('authorizeOtp')).toBe(0);
    await checked;
    await world.receives(reference, ['checkout.paid']);
  });
});

describe('a charge that waits for its vault', () => {
  it('is withdrawn when an event reports money, and no answer says that it can be repeated', async () => {
    const reference = await open('scheduled');
    const charged = charge(reference, `no-vault-${reference}`);
    await waitUntil('the charge', async () => (await world.read(reference)).card?.state === 'CHARGING');
    statuses.set(`T-${reference}`, 'PAID');
    await world.report(reference, { key: 'paid' });
    expect(await charged).toBe('card-unresolved');
    expect((await world.becomes(reference, 'PAID')).card?.state).toBe('NOT_CHARGED');
    await world.receives(reference, ['checkout.paid']);
  });
});

describe('a charge that the gateway reports as successful', () => {
  it('is not declined by one record that says FAILED: the next card waits', async () => {
    const reference = await open('stale');
    statuses.set(`T-${reference}`, 'FAILED');
    expect(await charge(reference)).toBe('executed');
    expect(await world.read(reference)).toMatchObject({ state: 'PENDING', card: { state: 'CHARGED' } });
    expect(await charge(reference)).toBe('card-unresolved');
    expect(world.callsTo('chargeCard')).toBe(1);
    statuses.set(`T-${reference}`, 'PAID');
    await world.passUntil('PAID', async () => (await world.read(reference)).state === 'PAID');
    await world.receives(reference, ['checkout.paid']);
  });
});

describe('a transaction whose page was lost', () => {
  it('keeps its checkout open when the gateway refuses another: money on it is in time', async () => {
    const reference = world.name('pageless');
    const used = () => ({ kind: 'reference-used', message: 'used' });
    const ofFirst = inTurn(fails('outcome-unknown'), used);
    world.script.initTransaction = (request) =>
      request.paymentReference === reference ? ofFirst(request) : fails('rejected-request')();
    world.script.searchTransactions = (request) =>
      request.paymentReference === reference ? foundTransaction(request) : noTransactions();
    const created = world.oware.checkouts.create(terms(reference));
    const items = async () => (await world.read(reference).catch(() => undefined))?.review ?? [];
    await world.passUntil('the item', async () => (await items()).length > 0, MINUTE / 2);
    await created;
    expect(await items()).toMatchObject([{ key: 'unresolved:page' }]);
    statuses.set(`T-${reference}`, 'PAID');
    await world.report(reference, { key: 'paid' });
    expect(isFulfillable(await world.becomes(reference, 'PAID'))).toBe(true);
    await world.receives(reference, ['checkout.paid']);
  });
});
