import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toWebhookMessage } from '../../../src/client/webhook-message.js';
import { isFulfillable } from '../../../src/domain/order/state.js';
import { kobo } from '../../../src/domain/money.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  ASKED,
  createScriptedWorld,
  foundTransaction,
  noTransactions,
  ok,
  opens,
  type Request,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { MINUTE } from '../../support/world/world.js';
import { resolveSeen } from '../../support/lifecycles/review-items.js';

type Transaction = 'T' | 'T2' | 'T3';

let world: ScriptedWorld;
let events = 0;
const records = new Map<string, { readonly status: string; readonly paid: number }>();
beforeAll(async () => {
  world = await createScriptedWorld();
});
beforeEach(() => {
  world.script.initTransaction = opens;
  world.script.searchTransactions = noTransactions;
  world.script.getTransaction = ({ transactionReference = '' }: Request) => {
    const { status, paid } = records.get(transactionReference) ?? { status: 'PENDING', paid: 0 };
    return ok({
      transactionReference,
      paymentReference: transactionReference.replace(/^T\d?-/, ''),
      paymentStatus: status,
      amountPaid: paid,
      totalPayable: ASKED,
      currency: 'NGN',
      customer: { email: 'ada@example.com' },
      paymentMethod: 'ACCOUNT_TRANSFER',
    });
  };
});
afterEach(() => world.endAll());
afterAll(() => world.close());

/** One naira less than the amount. */
const SHORT = kobo(ASKED - 1_00);
const NAIRA = kobo(1_00);

async function open(what: string): Promise<string> {
  const reference = world.name(what);
  await world.oware.checkouts.create(terms(reference));
  return reference;
}

/** The gateway's record changes, and its event arrives. */
async function shows(reference: string, transaction: Transaction, status: string, paid: number) {
  const transactionReference = `${transaction}-${reference}`;
  records.set(transactionReference, { status, paid });
  events += 1;
  await world.report(reference, { key: `event-${events}`, transactionReference, amountKobo: kobo(paid) });
}

/** The record says that the money went back, and says so again: that is believed. */
async function goesBack(reference: string, transaction: Transaction, paid: number) {
  await shows(reference, transaction, 'REVERSED', paid);
  await world.pass(8 * MINUTE, 2 * MINUTE);
}

/** The run is lost; the gateway's search finds the transaction that the checkout was opened with. */
async function isLost(reference: string) {
  world.script.searchTransactions = (request) =>
    request.paymentReference === reference ? foundTransaction(request) : noTransactions();
  await world.handle(`checkout:${reference}`).terminate('lost');
}

async function isRefunded(reference: string, transaction: Transaction, amount: number) {
  events += 1;
  await world.oware.deliverEvent(
    { lifecycle: 'checkout', reference },
    {
      kind: 'refund-ended',
      key: `event-${events}`,
      eventType: 'refund-ended',
      transactionReference: `${transaction}-${reference}`,
      refundReference: `${reference}--${events}`,
      amountKobo: kobo(amount),
      refundedKobo: kobo(amount),
      state: 'COMPLETED',
      reason: 'the customer returned the goods',
    },
  );
}

const accept = (reference: string, key: string) =>
  resolveSeen(world.oware.checkouts, reference, key, {
    decision: 'accept',
    reason: 'agreed with the customer',
  });

/** Waits until the checkout is so, and until its webhooks end with these. */
async function becomes(
  reference: string,
  { fulfillable, keys }: { readonly fulfillable: boolean; readonly keys: readonly string[] },
  ...latest: readonly string[]
) {
  const types = latest.map((type) => `checkout.${type}`);
  await waitUntil(`${latest.join()} of ${reference}`, async () => {
    const sent = world.webhookTypes(reference).slice(-types.length);
    return (
      JSON.stringify(sent) === JSON.stringify(types) &&
      isFulfillable(await world.read(reference)) === fulfillable
    );
  });
  expect((await world.read(reference)).review.map(({ key }) => key)).toEqual(keys);
}

const isUnderpaid = (reference: string) =>
  world.passUntil('underpaid', async () => (await world.read(reference)).underpaid === true, 10 * MINUTE);

/** The ids of the webhooks that the merchant received, of one type where one is given. */
function idsOf(reference: string, type?: string): string[] {
  return world.delivered
    .filter((each) => each.reference === reference && (!type || each.type === `checkout.${type}`))
    .map((each) => toWebhookMessage(each).id);
}

/** How many webhooks of each type the merchant received, and that no two of them have one id. */
function receivedOnce(reference: string): Readonly<Record<string, number>> {
  const messages = world.delivered.filter((each) => each.reference === reference).map(toWebhookMessage);
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
  const counts: Record<string, number> = {};
  for (const { type } of messages) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

describe('what an operator accepted', () => {
  it('is an underpayment: a naira that arrives after it was reversed must be accepted itself', async () => {
    const reference = await open('reversed');
    await shows(reference, 'T', 'PARTIALLY_PAID', SHORT);
    await isUnderpaid(reference);
    await accept(reference, 'underpaid');
    await becomes(reference, { fulfillable: true, keys: [] }, 'review-resolved', 'paid');
    await goesBack(reference, 'T', SHORT);
    await becomes(reference, { fulfillable: false, keys: [] }, 'unfulfillable');
    await shows(reference, 'T2', 'PARTIALLY_PAID', NAIRA);
    const key = `underpaid:T2-${reference}:${NAIRA}`;
    await becomes(reference, { fulfillable: false, keys: [key] }, 'partially-paid', 'underpaid');
    await accept(reference, key);
    await becomes(reference, { fulfillable: true, keys: [] }, 'review-resolved', 'paid');
    expect(receivedOnce(reference)).toMatchObject({
      'checkout.paid': 2,
      'checkout.partially-paid': 2,
      'checkout.underpaid': 2,
    });
  });

  it('is an underpayment: a naira on another transaction does not take its place when it is refunded', async () => {
    const reference = await open('rest');
    await shows(reference, 'T', 'PARTIALLY_PAID', SHORT);
    await world.becomes(reference, 'PARTIALLY_PAID');
    await shows(reference, 'T2', 'PARTIALLY_PAID', NAIRA);
    await isUnderpaid(reference);
    await accept(reference, 'underpaid');
    const duplicate = 'duplicate-payment';
    await becomes(reference, { fulfillable: true, keys: [duplicate] }, 'review-resolved', 'paid');
    await isRefunded(reference, 'T', SHORT);
    const keys = [`underpaid:T2-${reference}:${NAIRA}`];
    await becomes(reference, { fulfillable: false, keys }, 'refunded', 'unfulfillable', 'underpaid');
  });

  it('is late money: what is paid after its refund is held under a key that names it', async () => {
    const reference = await open('late');
    await world.oware.checkouts.cancel(reference);
    await shows(reference, 'T', 'PAID', ASKED);
    await becomes(reference, { fulfillable: false, keys: ['paid-late'] }, 'on-hold');
    await accept(reference, 'paid-late');
    await becomes(reference, { fulfillable: true, keys: [] }, 'paid');
    await isRefunded(reference, 'T', ASKED);
    await becomes(reference, { fulfillable: false, keys: [] }, 'refunded', 'unfulfillable');
    await shows(reference, 'T2', 'PAID', ASKED);
    const key = `paid-late:T2-${reference}:${ASKED}`;
    await becomes(reference, { fulfillable: false, keys: [key] }, 'on-hold');
    await accept(reference, key);
    await becomes(reference, { fulfillable: true, keys: [] }, 'review-resolved', 'paid');
    expect(receivedOnce(reference)).toMatchObject({ 'checkout.paid': 2, 'checkout.on-hold': 2 });
  });

  it('is a late naira: the whole amount on another transaction stays on hold', async () => {
    const reference = await open('naira');
    await world.oware.checkouts.cancel(reference);
    await shows(reference, 'T', 'PAID', ASKED);
    await becomes(reference, { fulfillable: false, keys: ['paid-late'] }, 'on-hold');
    await isRefunded(reference, 'T', ASKED);
    await world.becomes(reference, 'REFUNDED');
    await becomes(reference, { fulfillable: false, keys: [] }, 'refunded');
    await shows(reference, 'T', 'PAID', ASKED + NAIRA);
    // other money than the item before was about
    const naira = `paid-late:T-${reference}:${NAIRA}`;
    await becomes(reference, { fulfillable: false, keys: [naira] }, 'on-hold');
    await accept(reference, naira);
    await becomes(reference, { fulfillable: false, keys: ['underpaid'] }, 'review-resolved', 'underpaid');
    await shows(reference, 'T2', 'PAID', ASKED);
    const key = `paid-late:T2-${reference}:${ASKED}`;
    const keys = [key, 'duplicate-payment'];
    await becomes(reference, { fulfillable: false, keys }, 'on-hold', 'duplicate-payment');
    await accept(reference, key);
    await becomes(reference, { fulfillable: true, keys: ['duplicate-payment'] }, 'review-resolved', 'paid');
    expect(receivedOnce(reference)).toMatchObject({ 'checkout.paid': 1, 'checkout.on-hold': 3 });
  });

  it('is a late part of the amount: the rest that arrives later must be accepted itself', async () => {
    const reference = await open('part');
    await world.oware.checkouts.cancel(reference);
    await shows(reference, 'T', 'PARTIALLY_PAID', NAIRA);
    await becomes(reference, { fulfillable: false, keys: ['paid-late'] }, 'on-hold');
    await accept(reference, 'paid-late');
    await becomes(reference, { fulfillable: false, keys: ['underpaid'] }, 'review-resolved', 'underpaid');
    await shows(reference, 'T', 'PAID', ASKED);
    const keys = [`paid-late:T-${reference}:${ASKED}`];
    await becomes(reference, { fulfillable: false, keys }, 'underpaid', 'topped-up');
  });

  it('is late money: it stays accepted when a larger second payment arrives and goes back', async () => {
    const reference = await open('larger');
    await world.oware.checkouts.cancel(reference);
    await shows(reference, 'T', 'PAID', ASKED);
    await becomes(reference, { fulfillable: false, keys: ['paid-late'] }, 'on-hold');
    await accept(reference, 'paid-late');
    await becomes(reference, { fulfillable: true, keys: [] }, 'paid');
    await shows(reference, 'T2', 'PAID', ASKED + NAIRA);
    const keys = ['duplicate-payment'];
    await becomes(reference, { fulfillable: true, keys }, 'paid', 'duplicate-payment');
    await isRefunded(reference, 'T2', ASKED + NAIRA);
    await waitUntil('T', async () => (await world.read(reference)).paid?.amountKobo === ASKED);
    await becomes(reference, { fulfillable: true, keys: [] }, 'refunded');
    expect(receivedOnce(reference)).toMatchObject({ 'checkout.paid': 1 });
    expect(receivedOnce(reference)).not.toHaveProperty('checkout.unfulfillable');
  });

  it('is an underpayment: it stays accepted when the whole amount arrives and is reversed', async () => {
    const reference = await open('whole');
    await shows(reference, 'T', 'PARTIALLY_PAID', SHORT);
    await isUnderpaid(reference);
    await accept(reference, 'underpaid');
    await becomes(reference, { fulfillable: true, keys: [] }, 'paid');
    await shows(reference, 'T2', 'PAID', ASKED);
    const keys = ['duplicate-payment'];
    await becomes(reference, { fulfillable: true, keys }, 'paid', 'duplicate-payment');
    await goesBack(reference, 'T2', ASKED);
    await world.becomes(reference, 'PARTIALLY_PAID');
    await becomes(reference, { fulfillable: true, keys: [] }, 'paid', 'duplicate-payment');
    expect(receivedOnce(reference)).toMatchObject({ 'checkout.paid': 1, 'checkout.underpaid': 1 });
  });
});

describe('webhooks of one type', () => {
  it('have different ids when an order is paid and taken back twice', async () => {
    const reference = await open('twice');
    for (const transaction of ['T', 'T2'] as const) {
      await shows(reference, transaction, 'PAID', ASKED);
      await becomes(reference, { fulfillable: true, keys: [] }, 'paid');
      await goesBack(reference, transaction, ASKED);
      await becomes(reference, { fulfillable: false, keys: [] }, 'unfulfillable');
    }
    expect(receivedOnce(reference)).toEqual({ 'checkout.paid': 2, 'checkout.unfulfillable': 2 });
  });

  it('have different ids when a part payment is completed after a refund', async () => {
    const reference = await open('completed');
    await shows(reference, 'T', 'PAID', ASKED);
    await becomes(reference, { fulfillable: true, keys: [] }, 'paid');
    await shows(reference, 'T2', 'PARTIALLY_PAID', ASKED / 2);
    await becomes(reference, { fulfillable: true, keys: ['duplicate-payment'] }, 'duplicate-payment');
    await isRefunded(reference, 'T', ASKED);
    await becomes(reference, { fulfillable: false, keys: [] }, 'refunded', 'unfulfillable');
    await shows(reference, 'T2', 'PAID', ASKED);
    await becomes(reference, { fulfillable: true, keys: [] }, 'paid');
    expect(receivedOnce(reference)).toMatchObject({ 'checkout.paid': 2 });
  });

  it('have the same id when a rebuilt run finds the same', async () => {
    const reference = await open('rebuilt');
    records.set(`T-${reference}`, { status: 'PAID', paid: ASKED });
    // no event yet: the run waits for it
    await world.oware.checkouts.confirm(reference);
    await world.receives(reference, ['checkout.paid']);
    await isLost(reference);
    await shows(reference, 'T', 'PAID', ASKED);
    await world.receives(reference, ['checkout.paid', 'checkout.paid']);
    expect(new Set(idsOf(reference)).size).toBe(1);
  });

  it('have the same id when a rebuilt run finds the second payment, whatever was sent before it', async () => {
    const reference = await open('second-found');
    // reported and not shown by its record: the run stays open for it, and no earlier result is left when it is lost
    await world.report(reference, { key: 'not-shown', transactionReference: `T3-${reference}` });
    await shows(reference, 'T', 'PAID', ASKED);
    await becomes(reference, { fulfillable: true, keys: [] }, 'paid');
    await goesBack(reference, 'T', ASKED);
    const isForPerson = async () => (await world.read(reference)).review.length > 0;
    await world.passUntil('the item about T3', isForPerson, 2 * MINUTE);
    const keys = [`unproven-event:T3-${reference}`];
    await becomes(reference, { fulfillable: false, keys }, 'unfulfillable');
    await shows(reference, 'T2', 'PAID', ASKED);
    await becomes(reference, { fulfillable: true, keys }, 'paid');
    await isLost(reference);
    await shows(reference, 'T2', 'PAID', ASKED);
    await waitUntil('the third', () => idsOf(reference, 'paid').length === 3);
    const [first, second, third] = idsOf(reference, 'paid');
    expect(third).toBe(second);
    expect(second).not.toBe(first);
  });

  it('have different ids for duplicate payments of two transactions, also across a lost run', async () => {
    const reference = await open('duplicates');
    const type = 'duplicate-payment';
    await shows(reference, 'T', 'PAID', ASKED);
    await becomes(reference, { fulfillable: true, keys: [] }, 'paid');
    await shows(reference, 'T2', 'PAID', ASKED);
    await becomes(reference, { fulfillable: true, keys: [type] }, type);
    await isRefunded(reference, 'T2', ASKED);
    await becomes(reference, { fulfillable: true, keys: [] }, 'refunded');
    await isLost(reference);
    await shows(reference, 'T3', 'PAID', ASKED);
    await waitUntil('the second', () => idsOf(reference, type).length === 2);
    expect(new Set(idsOf(reference, type)).size).toBe(2);
  });

  it('have different ids for conflicting records of two transactions', async () => {
    const reference = await open('conflicts');
    for (const transaction of ['T', 'T2'] as const) await shows(reference, transaction, 'PAID', ASKED);
    await waitUntil('the duplicate', () => idsOf(reference, 'duplicate-payment').length === 1);
    for (const transaction of ['T', 'T2'] as const) await shows(reference, transaction, 'EXPIRED', 0);
    // an end after money is for a person when it was read twice
    await world.pass(8 * MINUTE, 2 * MINUTE);
    const type = 'conflicting-records';
    await waitUntil('both', () => idsOf(reference, type).length === 2);
    expect(new Set(idsOf(reference, type)).size).toBe(2);
  });
});

it('a review item ends with its money: after a reversal nothing is left to accept', async () => {
  const reference = await open('gone');
  await shows(reference, 'T', 'PARTIALLY_PAID', SHORT);
  await isUnderpaid(reference);
  await becomes(reference, { fulfillable: false, keys: ['underpaid'] }, 'underpaid');
  await goesBack(reference, 'T', SHORT);
  await becomes(reference, { fulfillable: false, keys: [] }, 'reversed');
  await expect(accept(reference, 'underpaid')).rejects.toMatchObject({ reason: 'nothing-to-resolve' });
});

it('another duplicate payment is another review item', async () => {
  const reference = await open('third');
  await shows(reference, 'T', 'PAID', ASKED);
  await becomes(reference, { fulfillable: true, keys: [] }, 'paid');
  await shows(reference, 'T2', 'PAID', ASKED);
  await becomes(reference, { fulfillable: true, keys: ['duplicate-payment'] }, 'duplicate-payment');
  await accept(reference, 'duplicate-payment');
  await shows(reference, 'T3', 'PAID', ASKED);
  const keys = [`duplicate-payment:T3-${reference}:${ASKED}`];
  await becomes(reference, { fulfillable: true, keys }, 'review-resolved', 'duplicate-payment');
});
