import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { isFulfillable } from '../../../src/domain/order/state.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  ASKED,
  createScriptedWorld,
  noTransactions,
  ok,
  opens,
  type Request,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { HOUR, MINUTE } from '../../support/world/world.js';
import { resolveSeen } from '../../support/lifecycles/review-items.js';

const records = new Map<string, { readonly status: string; readonly paid: number }>();
const MORE = ASKED + 5_000_00;
let worlds: { readonly hold: ScriptedWorld; readonly refund: ScriptedWorld };
let world: ScriptedWorld;
let events = 0;
beforeAll(async () => {
  const [hold, back] = [{ action: 'hold' }, { action: 'refund' }] as const;
  const held = { underpaid: hold, overpaid: hold, late: hold, duplicate: hold };
  const policies = { ...held, overpaid: back, duplicate: back };
  worlds = {
    hold: await createScriptedWorld({ settings: { policies: held } }),
    refund: await createScriptedWorld({ settings: { policies } }),
  };
  world = worlds.hold;
});
beforeEach(() => {
  for (const { script } of Object.values(worlds)) {
    script.initTransaction = opens;
    script.searchTransactions = noTransactions;
    script.getTransaction = readRecord;
  }
});
afterEach(async () => {
  for (const each of Object.values(worlds)) await each.endAll();
  world = worlds.hold;
});
afterAll(async () => {
  for (const each of Object.values(worlds)) await each.close();
});

function readRecord({ transactionReference = '' }: Request) {
  const { status, paid } = records.get(transactionReference) ?? { status: 'PENDING', paid: 0 };
  return ok({
    transactionReference,
    paymentReference: transactionReference.replace(/^[A-Z]\d?-/, ''),
    paymentStatus: status,
    amountPaid: paid,
    totalPayable: ASKED,
    currency: 'NGN',
    customer: { email: 'ada@example.com' },
    paymentMethod: 'ACCOUNT_TRANSFER',
  });
}

async function open(what: string): Promise<string> {
  const reference = world.name(what);
  await world.oware.checkouts.create(terms(reference));
  return reference;
}

async function openCancelled(what: string): Promise<string> {
  const reference = await open(what);
  await world.oware.checkouts.cancel(reference);
  return reference;
}

const report = (reference: string, transaction: string, paid: number, more: object = {}) =>
  world.report(reference, {
    key: `event-${(events += 1)}`,
    transactionReference: `${transaction}-${reference}`,
    amountKobo: kobo(paid),
    ...more,
  });

async function shows(reference: string, transaction: string, status: string, paid: number) {
  records.set(`${transaction}-${reference}`, { status, paid });
  await report(reference, transaction, paid);
}

const cash = (reference: string, transaction: string, status: string, paid: number) =>
  report(reference, transaction, paid, { cash: { currency: 'NGN', status } });

async function refunded(reference: string, transaction: string, sum: number) {
  events += 1;
  await world.oware.deliverEvent(
    { lifecycle: 'checkout', reference },
    {
      kind: 'refund-ended',
      key: `event-${events}`,
      eventType: 'refund-ended',
      transactionReference: `${transaction}-${reference}`,
      refundReference: `${reference}--${events}`,
      amountKobo: kobo(sum),
      refundedKobo: kobo(sum),
      state: 'COMPLETED',
      reason: 'the goods came back',
    },
  );
}

const resolve = (reference: string, key: string, decision: 'accept' | 'dismiss') =>
  resolveSeen(world.oware.checkouts, reference, key, { decision, reason: 'agreed with the customer' });

interface Expected {
  readonly state: string;
  readonly fulfillable: boolean;
  /** The transaction that counts, and with how much. */
  readonly paid?: readonly [transaction: string, amountKobo: number];
  /** Open items: what they are about, and how much. */
  readonly items?: readonly (readonly [key: string, atRiskKobo: number])[];
}

/** Waits until the checkout is so; time passes meanwhile. */
async function becomes(reference: string, { state, fulfillable, paid, items = [] }: Expected) {
  const expected = JSON.stringify([state, fulfillable, paid, items]);
  let seen = '';
  const isSo = async () => {
    const order = await world.read(reference);
    const [on = ''] = order.main?.split(`-${reference}`) ?? [];
    seen = JSON.stringify([
      order.state,
      isFulfillable(order),
      paid && [on, order.paid?.amountKobo],
      order.review.map(({ key, atRiskKobo }) => [key.replaceAll(`-${reference}`, ''), atRiskKobo]),
    ]);
    return seen === expected;
  };
  for (let passed = 0; !(await isSo().catch(() => false)); passed += 2) {
    // the last change of a checkout follows from the end of its window
    if (passed > 120) expect(seen).toBe(expected);
    await world.pass(2 * MINUTE);
  }
}

const sentOf = (reference: string, type: string) =>
  world.webhookTypes(reference).filter((each) => each === `checkout.${type}`).length;

describe('money on several transactions', () => {
  it('keeps the item about one when another is refunded', async () => {
    const reference = await open('refund-of-another');
    await shows(reference, 'T', 'PAID', ASKED);
    await becomes(reference, { state: 'PAID', fulfillable: true, paid: ['T', ASKED] });
    await shows(reference, 'T', 'REVERSED', ASKED);
    await becomes(reference, { state: 'REVERSED', fulfillable: false });
    await shows(reference, 'T', 'PAID', MORE);
    await becomes(reference, { state: 'OVERPAID', fulfillable: false, items: [['paid-late', MORE]] });
    await shows(reference, 'T2', 'PAID', ASKED);
    const items = [['duplicate-payment', MORE]] as const;
    await becomes(reference, { state: 'PAID', fulfillable: true, paid: ['T2', ASKED], items });
    await refunded(reference, 'T2', ASKED);
    await becomes(reference, { state: 'OVERPAID', fulfillable: false, items: [['paid-late', MORE]] });
    expect(sentOf(reference, 'paid')).toBe(2);
  });

  it('counts the next one when the one that counts is taken back, and sends so', async () => {
    const reference = await open('taken-back');
    for (const [n, transaction] of ['T', 'T2', 'T3'].entries()) {
      await shows(reference, transaction, 'PAID', ASKED);
      await waitUntil('its webhook', () => world.webhookTypes(reference).length > n);
    }
    const [two, three] = [`duplicate-payment`, `duplicate-payment:T3:${ASKED}`];
    await becomes(reference, {
      state: 'PAID',
      fulfillable: true,
      paid: ['T', ASKED],
      items: [
        [two, ASKED],
        [three, ASKED],
      ],
    });
    await shows(reference, 'T', 'REVERSED', ASKED);
    await becomes(reference, {
      state: 'PAID',
      fulfillable: true,
      paid: ['T2', ASKED],
      items: [[three, ASKED]],
    });
    await shows(reference, 'T2', 'REVERSED', ASKED);
    await becomes(reference, { state: 'PAID', fulfillable: true, paid: ['T3', ASKED] });
    expect([sentOf(reference, 'paid'), sentOf(reference, 'payment-changed')]).toEqual([1, 2]);
  });

  it('lets none take the place of the one that fulfils it, however much it grows', async () => {
    const reference = await open('grows');
    await shows(reference, 'T', 'PAID', ASKED);
    await becomes(reference, { state: 'PAID', fulfillable: true, paid: ['T', ASKED] });
    await shows(reference, 'T2', 'PARTIALLY_PAID', ASKED / 2);
    const isPaid = { state: 'PAID', fulfillable: true, paid: ['T', ASKED] } as const;
    await becomes(reference, { ...isPaid, items: [['duplicate-payment', ASKED / 2]] });
    await shows(reference, 'T2', 'OVERPAID', MORE);
    // more than a person saw has another key
    await becomes(reference, { ...isPaid, items: [[`duplicate-payment:T2:${MORE}`, MORE]] });
  });

  it('shows the surplus again when a larger payment goes back', async () => {
    const reference = await open('surplus');
    await shows(reference, 'T', 'OVERPAID', MORE);
    const surplus = ['overpaid', 5_000_00] as const;
    await becomes(reference, { state: 'OVERPAID', fulfillable: true, paid: ['T', MORE], items: [surplus] });
    await shows(reference, 'T2', 'OVERPAID', MORE + 2_000_00);
    const items = [surplus, ['duplicate-payment', MORE + 2_000_00]] as const;
    await becomes(reference, { state: 'OVERPAID', fulfillable: true, paid: ['T', MORE], items });
    await shows(reference, 'T2', 'REVERSED', MORE + 2_000_00);
    await becomes(reference, { state: 'OVERPAID', fulfillable: true, paid: ['T', MORE], items: [surplus] });
  });

  it.each(['A', 'Z'])('keeps a partly refunded payment before an equal one, %s', async (other) => {
    const reference = await open(`part-refund-${other}`);
    await shows(reference, 'T', 'PAID', ASKED);
    await becomes(reference, { state: 'PAID', fulfillable: true, paid: ['T', ASKED] });
    await refunded(reference, 'T', 9_000_00);
    await shows(reference, other, 'PAID', ASKED);
    const items = [['duplicate-payment', ASKED]] as const;
    await becomes(reference, { state: 'PAID', fulfillable: true, paid: ['T', ASKED], items });
    await refunded(reference, 'T', ASKED);
    await becomes(reference, { state: 'PAID', fulfillable: true, paid: [other, ASKED] });
    expect(sentOf(reference, 'paid')).toBe(1);
  });

  it('holds late payments one after the other', async () => {
    const reference = await openCancelled('both-late');
    await shows(reference, 'T', 'PAID', ASKED);
    await becomes(reference, { state: 'PAID', fulfillable: false, items: [['paid-late', ASKED]] });
    await shows(reference, 'T2', 'PAID', ASKED);
    const items = [
      ['paid-late', ASKED],
      ['duplicate-payment', ASKED],
    ] as const;
    await becomes(reference, { state: 'PAID', fulfillable: false, paid: ['T', ASKED], items });
    await shows(reference, 'T', 'REVERSED', ASKED);
    const key = `paid-late:T2:${ASKED}`;
    await becomes(reference, { state: 'PAID', fulfillable: false, items: [[key, ASKED]] });
    await resolve(reference, `paid-late:T2-${reference}:${ASKED}`, 'accept');
    await becomes(reference, { state: 'PAID', fulfillable: true, paid: ['T2', ASKED] });
  });

  it('asks about the surplus once late money was accepted', async () => {
    const reference = await openCancelled('late-and-more');
    await shows(reference, 'T', 'OVERPAID', MORE);
    await becomes(reference, { state: 'OVERPAID', fulfillable: false, items: [['paid-late', MORE]] });
    await resolve(reference, 'paid-late', 'accept');
    await becomes(reference, { state: 'OVERPAID', fulfillable: true, items: [['overpaid', 5_000_00]] });
  });

  it('believes a reversal without an amount when it was read twice', async () => {
    const reference = await open('reversed-without-amount');
    await shows(reference, 'T', 'PAID', ASKED);
    await becomes(reference, { state: 'PAID', fulfillable: true, paid: ['T', ASKED] });
    records.set(`T-${reference}`, { status: 'REVERSED', paid: 0 });
    await report(reference, 'T', ASKED);
    await becomes(reference, { state: 'REVERSED', fulfillable: false });
  });

  it('returns the second of two equal payments, whatever their references are', async () => {
    world = worlds.refund;
    const reference = await openCancelled('returns-the-second');
    await shows(reference, 'T', 'PAID', ASKED);
    await becomes(reference, { state: 'PAID', fulfillable: false, items: [['paid-late', ASKED]] });
    await resolve(reference, 'paid-late', 'accept');
    await shows(reference, 'A', 'PAID', ASKED);
    await waitUntil('the refund', async () => (await world.read(reference)).policyRefunds);
    const { policyRefunds, main } = await world.read(reference);
    expect(main).toBe(`T-${reference}`);
    expect(policyRefunds).toMatchObject([{ transactionReference: `A-${reference}`, amountKobo: ASKED }]);
  });
});

describe('cash beside other money', () => {
  it.each([
    ['pending', 'PENDING', 0],
    ['unreadable', 'SUCCESSFUL', ASKED],
  ])('counts when it is %s before it is paid', async (what, status, amount) => {
    const reference = await open(`cash-${what}`);
    await cash(reference, 'C', status, amount);
    await cash(reference, 'C', 'PAID', ASKED);
    await becomes(reference, { state: 'PAID', fulfillable: true, paid: ['C', ASKED] });
    records.set(`T-${reference}`, { status: 'EXPIRED', paid: 0 });
    await world.pass(3 * HOUR, 30 * MINUTE);
    await becomes(reference, { state: 'PAID', fulfillable: true, paid: ['C', ASKED] });
    expect(sentOf(reference, 'paid')).toBe(1);
  });

  it('that cannot be read, once decided, lets a part payment end', async () => {
    const reference = await open('part-and-doubt');
    await shows(reference, 'T', 'PARTIALLY_PAID', ASKED / 2);
    await becomes(reference, { state: 'PARTIALLY_PAID', fulfillable: false, paid: ['T', ASKED / 2] });
    await cash(reference, 'C', 'SUCCESSFUL', 1_000_00);
    await waitUntil('the item', async () => (await world.read(reference)).review.length === 1);
    await resolve(reference, `unreadable-record:cash:C-${reference}`, 'dismiss');
    await becomes(reference, {
      state: 'PARTIALLY_PAID',
      fulfillable: false,
      paid: ['T', ASKED / 2],
      items: [['underpaid', ASKED / 2]],
    });
  });
});

it('an event about a transaction that the gateway does not know, once decided, lets a part payment end', async () => {
  const reference = await open('part-and-unknown');
  await shows(reference, 'T', 'PARTIALLY_PAID', ASKED / 2);
  await becomes(reference, { state: 'PARTIALLY_PAID', fulfillable: false, paid: ['T', ASKED / 2] });
  world.script.getTransaction = (request) =>
    request.transactionReference?.startsWith('X')
      ? { kind: 'not-found', code: '99', message: 'no such transaction' }
      : readRecord(request);
  await report(reference, 'X', 1_000_00);
  const key = `unproven-event:X-${reference}`;
  const isAsked = async () => (await world.read(reference)).review.some((item) => item.key === key);
  await world.passUntil('the item', isAsked, 5 * MINUTE);
  await resolve(reference, key, 'dismiss');
  await becomes(reference, {
    state: 'PARTIALLY_PAID',
    fulfillable: false,
    paid: ['T', ASKED / 2],
    items: [['underpaid', ASKED / 2]],
  });
});
