import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RefusedError } from '../../../src/client/client.js';
import { isFulfillable } from '../../../src/domain/order/state.js';
import {
  ASKED,
  createScriptedWorld,
  fails,
  foundTransaction,
  inTurn,
  noTransactions,
  ok,
  opens,
  record,
  refundRecord,
  type Request,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { waitUntil } from '../../support/wait-until.js';
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
  world.script.chargeCard = ({ transactionReference = '' }: Request) => {
    statuses.set(transactionReference, 'PAID');
    return ok({ status: 'SUCCESS', transactionReference, message: 'Approved' });
  };
  world.calls.chargeCard = 0;
});
afterEach(() => world.endAll());
afterAll(() => world.close());

const outcomeOf = (command: Promise<unknown>) =>
  command.then(
    () => 'executed',
    (error: unknown) => (error instanceof RefusedError ? error.reason : String(error)),
  );

const charge = (reference: string) =>
  outcomeOf(
    world.oware.checkouts.chargeCard(reference, {
      handle: 'h',
      taskQueue: world.taskQueue,
      card: { bin: '411111', last4: '1111' },
    }),
  );

describe('a card whose charge had no answer', () => {
  it('is released by the second record that says FAILED, and the next card pays', async () => {
    const reference = world.name('released');
    await world.oware.checkouts.create(terms(reference));
    const approves = world.script.chargeCard;
    world.script.chargeCard = fails('outcome-unknown');
    statuses.set(`T-${reference}`, 'FAILED');
    expect(await charge(reference)).toBe('executed');
    expect(await world.read(reference)).toMatchObject({ state: 'PENDING', card: { state: 'UNKNOWN' } });
    expect(await charge(reference)).toBe('card-unresolved');
    await world.passUntil(
      'the second reading',
      async () => (await world.read(reference)).card?.state === 'DECLINED',
    );
    if (approves) world.script.chargeCard = approves;
    expect(await charge(reference)).toBe('executed');
    const paid = await world.becomes(reference, 'PAID');
    expect(paid.transactions).toHaveLength(2);
    expect(paid.duplicateKobo).toBeUndefined();
    expect(world.webhookTypes(reference)).toEqual(['checkout.attempt-failed', 'checkout.paid']);
  });
});

describe('a checkout whose run was lost', () => {
  /** Lost after it was opened; the gateway's search finds its transaction. */
  async function lost(what: string, more: object = {}) {
    const reference = world.name(what);
    await world.oware.checkouts.create(terms(reference, more));
    await world.handle(`checkout:${reference}`).terminate('lost');
    world.script.searchTransactions = (request) =>
      request.paymentReference === reference ? foundTransaction(request) : noTransactions();
    const opened = world.callsTo('initTransaction');
    const again = world.oware.checkouts.create(terms(reference, more)).catch(() => undefined);
    await waitUntil('its recovery', async () => {
      const recovered = await world.read(reference).catch(() => undefined);
      return recovered !== undefined && recovered.transactions.length > 0;
    });
    return { reference, opened, again };
  }

  it('charges no card, opens no other way to pay and is not cancelled until its record has ended twice', async () => {
    const { reference, opened, again } = await lost('lost-card', { channels: ['page', 'card'] });
    await world.pass(5 * MINUTE, MINUTE);
    expect(await charge(reference)).toBe('card-unresolved');
    expect(await outcomeOf(world.oware.checkouts.cancel(reference))).toBe('card-unresolved');
    expect(world.callsTo('initTransaction')).toBe(opened);
    expect(world.callsTo('chargeCard')).toBe(0);
    statuses.set(`T-${reference}`, 'PAID');
    await world.report(reference, { key: 'paid' });
    expect((await world.becomes(reference, 'PAID')).duplicateKobo).toBeUndefined();
    await again;
  });

  it.each([['is not cancelled', (reference: string) => outcomeOf(world.oware.checkouts.cancel(reference))]])(
    '%s where it was paid to an account, and the event was lost as well',
    async (_what, next) => {
      const { reference, again } = await lost('lost-account', { channels: ['transfer'] });
      statuses.set(`T-${reference}`, 'PAID');
      await again;
      await next(reference);
      expect(await world.becomes(reference, 'PAID')).toMatchObject({ state: 'PAID' });
      expect(world.webhookTypes(reference)).toEqual(['checkout.paid']);
    },
  );

  it('takes a transaction that it finds only later as charged, too: the search may lag behind', async () => {
    const reference = world.name('lost-late');
    await world.oware.checkouts.create(terms(reference));
    await world.handle(`checkout:${reference}`).terminate('lost');
    const ofFirst = inTurn(noTransactions, foundTransaction);
    world.script.searchTransactions = (request) =>
      request.paymentReference === reference ? ofFirst(request) : noTransactions();
    world.script.initTransaction = (request) =>
      request.paymentReference === reference ? { kind: 'reference-used', message: 'used' } : opens(request);
    const again = world.oware.checkouts.create(terms(reference)).catch(() => undefined);
    await world.passUntil(
      'its recovery',
      async () => ((await world.read(reference).catch(() => undefined))?.transactions.length ?? 0) > 0,
      10_000,
    );
    await world.pass(5 * MINUTE, MINUTE);
    expect(await charge(reference)).toBe('card-unresolved');
    expect((await world.read(reference)).transactions).toHaveLength(1);
    expect(world.callsTo('chargeCard')).toBe(0);
    await again;
  });

  it('can be paid another way at once where it takes no cards', async () => {
    const { opened, again } = await lost('lost-page', { channels: ['page'] });
    await world.passUntil(
      'its page',
      () => Promise.resolve(world.callsTo('initTransaction') > opened),
      10_000,
    );
    await again;
  });

  it('takes no transaction for its own that another customer paid under its reference', async () => {
    const reference = world.name('foreign');
    world.script.initTransaction = fails('unreachable');
    const asked = world.callsTo('initTransaction');
    world.oware.checkouts.create(terms(reference)).catch(() => undefined);
    await waitUntil('the request', () => world.callsTo('initTransaction') > asked);
    await world.handle(`checkout:${reference}`).terminate('lost');
    statuses.set(`T-${reference}`, 'PAID');
    world.script.initTransaction = () => ({ kind: 'reference-used', message: 'used' });
    world.script.searchTransactions = (request) =>
      request.paymentReference === reference
        ? foundTransaction(request, { customerDTO: { email: 'bola@example.com' } })
        : noTransactions();
    world.oware.checkouts.create(terms(reference)).catch(() => undefined);
    expect(await world.becomes(reference, 'REFUSED')).toMatchObject({ transactions: [] });
    expect(world.webhookTypes(reference)).toEqual(['checkout.refused']);
  });

  it('knows which of its money was refunded: it is not paid', async () => {
    const reference = world.name('refunded');
    const transaction = `T-${reference}`;
    await world.oware.checkouts.create(terms(reference, { channels: ['page'] }));
    statuses.set(transaction, 'PAID');
    world.script.getTransaction = record('PAID', ASKED, { paymentMethod: 'ACCOUNT_TRANSFER' });
    world.script.listRefunds = () => ok({ content: [], last: true });
    world.script.getRefund = () => ({ kind: 'not-found', code: '99', message: 'no such refund' });
    world.script.initiateRefund = refundRecord('COMPLETED');
    const refund = {
      refundReference: `${reference}.1`,
      amountKobo: ASKED,
      refundReason: 'x',
      customerNote: 'x',
    };
    await world.oware.refunds.request(transaction, refund);
    const refunds = async () => (await world.oware.refunds.get(transaction)).state;
    await waitUntil('the refund', async () => (await refunds().catch(() => undefined)) === 'REFUNDED');
    await world.handle(`checkout:${reference}`).terminate('lost');
    world.script.searchTransactions = (request) =>
      request.paymentReference === reference ? foundTransaction(request) : noTransactions();
    world.oware.checkouts.create(terms(reference, { channels: ['page'] })).catch(() => undefined);
    const recovered = await world.becomes(reference, 'REFUNDED');
    expect(isFulfillable(recovered)).toBe(false);
    expect(world.webhookTypes(reference)).toEqual([]);
    await world
      .handle(`refunds-of:${transaction}`)
      .terminate()
      .catch(() => undefined);
  });
});
