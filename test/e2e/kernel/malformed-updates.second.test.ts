import { WorkflowUpdateFailedError } from '@temporalio/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createHostile,
  expectOthersServed,
  GARBAGE,
  HUGE,
  value,
  withDeepField,
} from '../../support/hostile/payloads.js';
import {
  ASKED,
  createScriptedWorld,
  createsMandate,
  invoiceRecord,
  invoiceTerms,
  mandateRecord,
  noTransactions,
  ok,
  opens,
  record,
  refundRecord,
  reservesAccount,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { DAY } from '../../support/world/world.js';

let world: ScriptedWorld;
let hostile: ReturnType<typeof createHostile>;

beforeAll(async () => {
  world = await createScriptedWorld();
  hostile = createHostile(world);
  world.script.initTransaction = opens;
  const paid = record('PAID', ASKED, { paymentMethod: 'ACCOUNT_TRANSFER' });
  // what is refunded was not opened here
  world.script.getTransaction = (request) =>
    (request.transactionReference?.startsWith('T-') ? record('PENDING') : paid)(request);
  world.script.createReservedAccount = reservesAccount;
  world.script.createInvoice = invoiceRecord('PENDING');
  world.script.createMandate = createsMandate;
  world.script.getMandate = mandateRecord('ACTIVE');
  world.script.listRefunds = noTransactions;
  world.script.initiateRefund = refundRecord('PENDING');
  world.script.createPaycode = ({ paycodeReference }) =>
    ok({ paycodeReference, amount: ASKED, transactionStatus: 'PENDING', maskedCode: '********12' });
});
afterEach(() => world.endAll());
afterAll(() => world.close());

let count = 0;

async function checkout(what: string): Promise<string> {
  const reference = world.name(`${what}-${++count}`);
  await world.oware.checkouts.create(terms(reference));
  return reference;
}

const LARGE = ['a megabyte of text', 'an object with a megabyte in it', 'lists nested without end'];

const HAS_NO_BANK_CODE = [
  'an empty object',
  'an object of garbage',
  'an object with a megabyte in it',
  'three arguments',
];

const UPDATES = {
  checkout: ['chargeCard', 'submitOtp', 'requestVirtualAccount', 'resolveReview', 'join', 'noSuchUpdate'],
  invoice: ['resolveReview', 'join'],
  'reserved-account': [
    'updateKyc',
    'updateBvn',
    'linkAccounts',
    'updateSources',
    'updateIncomeSplit',
    'resolveReview',
    'join',
  ],
  subscription: ['amendSubscription', 'replaceCard', 'resolveReview', 'join'],
  mandate: ['requestDebit', 'resolveReview', 'join'],
  'refunds-of': ['requestRefund', 'cancelRefund', 'resolveReview', 'join'],
  // bills have the same handlers
  paycode: ['approve', 'decline', 'resolveReview', 'join'],
} as const;

async function lifecycle(prefix: keyof typeof UPDATES, what: string): Promise<string> {
  const reference = world.name(`${what}-${++count}`);
  if (prefix === 'checkout') await world.oware.checkouts.create(terms(reference));
  if (prefix === 'invoice') await world.oware.invoices.create(invoiceTerms(reference));
  if (prefix === 'reserved-account') await world.oware.reservedAccounts.create(account(reference));
  if (prefix === 'paycode') await world.oware.paycodes.create(paycode(reference));
  if (prefix === 'subscription') await world.oware.subscriptions.create(subscription(reference));
  if (prefix === 'mandate') await world.oware.mandates.create(mandate(reference));
  // the gateway has not paid it yet, so that its run stays open
  if (prefix === 'refunds-of') {
    await world.oware.refunds.request(reference, { ...REFUND, refundReference: `${reference}-back` });
  }
  return `${prefix}:${reference}`;
}

const REFUND = { amountKobo: ASKED, refundReason: 'Broken', customerNote: 'Sorry' };

/** Its first period is far away. */
function subscription(reference: string) {
  const plan = { every: { unit: 'MONTH', count: 1 }, firstDay: '2099-01-31' } as const;
  return { ...terms(reference), plan, cardToken: 'MNFY_0123456789ABCDEF0123456789ABCDEF' };
}

function account(reference: string) {
  const customer = { email: 'ada@example.com' };
  return { reference, kind: 'general', accountName: 'Ada', currency: 'NGN', customer } as const;
}

function paycode(reference: string) {
  const expiresAt = new Date(Date.now() + DAY).toISOString();
  return { reference, amountKobo: ASKED, currency: 'NGN', beneficiaryName: 'Ada', expiresAt } as const;
}

function mandate(reference: string) {
  return {
    reference,
    currency: 'NGN',
    customer: { name: 'Ada', email: 'ada@example.com', phone: '08030000000', address: 'Lagos' },
    account: { bankCode: '058', accountNumber: '0100090002' },
    description: 'Rent',
    startAt: '2098-01-01T00:00:00.000Z',
    endAt: '2099-01-01T00:00:00.000Z',
  } as const;
}

describe('updates', () => {
  it.each(Object.keys(UPDATES) as (keyof typeof UPDATES)[])(
    'of a %s: garbage is refused without a gateway call, and fails no workflow task',
    async (prefix) => {
      const id = await lifecycle(prefix, `update-${prefix}`);
      const before = { ...world.calls };
      const isTried = async (name: string, what: string) => {
        // without a bank code it is a valid request for any bank
        if (name === 'requestVirtualAccount' && HAS_NO_BANK_CODE.includes(what)) return;
        const failure = await hostile.update(id, name, GARBAGE[what] ?? []);
        expect([name, what, failure === undefined ? 'executed' : 'refused']).toEqual([name, what, 'refused']);
      };
      for (const what of Object.keys(GARBAGE)) {
        const names = UPDATES[prefix];
        if (!LARGE.includes(what)) await Promise.all(names.map((name) => isTried(name, what)));
        // one at a time: a refusal contains what was refused, and the server ends a run whose answers are larger than a message
        else for (const name of names) await isTried(name, what);
      }
      expect(world.calls).toEqual(before);
      expect(await world.failedTasks(id)).toEqual([]);
      await expectOthersServed(world, `beside-updates-${prefix}`);
    },
  );

  const place = { handle: 'h', taskQueue: 'vault' };
  const shown = { bin: '411111', last4: '1111' };
  const closing = { key: 'unresolved:closing', decision: 'happened' };
  it('of a checkout with one wrong field are refused', async () => {
    const reference = await checkout('almost');
    const id = `checkout:${reference}`;
    const before = { ...world.calls };
    const almost = [
      ['chargeCard', { ...place, card: { bin: { toString: 1 }, last4: '1111' } }],
      ['chargeCard', { ...place, card: { bin: ['411111'], last4: 1111 } }],
      ['chargeCard', { ...place, card: shown, formUrl: { a: 1 } }],
      ['chargeCard', { ...place, card: shown, deviceInformation: { a: HUGE } }],
      ['chargeCard', { ...place, card: shown, deviceInformation: [] }],
      // Temporal reserves these names: an activity on such a queue would fail the workflow task
      ['chargeCard', { ...place, taskQueue: '/__temporal_sys/x', card: shown }],
      ['requestVirtualAccount', { bankCode: 58 }],
      ['requestVirtualAccount', { bankCode: null }],
      ['resolveReview', { ...closing, reason: '  ' }],
      ['resolveReview', { ...closing, decision: 'maybe', reason: 'x' }],
      ['resolveReview', { ...closing, reason: 'x', gatewayReference: 5 }],
      ['resolveReview', { ...closing, reason: 'x', version: 5 }],
    ] as const;
    for (const [name, request] of almost) {
      const failure = await hostile.update(id, name, value(request));
      expect([name, request, failure?.applicationFailureInfo?.type]).toEqual([name, request, 'invalid']);
    }
    expect(world.calls).toEqual(before);
    await world.oware.checkouts.cancel(reference);
    await world.closed(id);
    expect(world.webhookTypes(reference)).toEqual(['checkout.cancelled']);
    expect(await world.failedTasks(id)).toEqual([]);
  });

  it('of a reserved account with one wrong field are refused', async () => {
    const id = await lifecycle('reserved-account', 'almost');
    const before = { ...world.calls };
    const almost = [
      ['linkAccounts', { all: true, banks: 5 }],
      ['linkAccounts', { banks: [['058']] }],
      ['linkAccounts', { banks: [580] }],
      ['updateSources', { restricted: true, allowed: 'everybody' }],
      ['updateSources', { restricted: true, allowed: { bvns: 5 } }],
      ['updateSources', { restricted: true, allowed: { bankAccounts: [null] } }],
      ['updateSources', { restricted: false, allowed: { accountNames: {} } }],
      ['updateIncomeSplit', { items: [null] }],
      ['updateIncomeSplit', { items: [{ subAccountCode: 5 }] }],
      ['updateIncomeSplit', { items: [{ subAccountCode: 'SUB_1', splitAmountKobo: null }] }],
      ['updateIncomeSplit', { items: [{ subAccountCode: 'SUB_1', splitPercentage: 'NaN' }] }],
      ['updateKyc', { bvn: 22_222_222_222 }],
      ['updateKyc', { nin: null }],
      ['updateBvn', { bvn: ['22222222222'] }],
    ] as const;
    for (const [name, request] of almost) {
      const failure = await hostile.update(id, name, value(request));
      expect([name, request, failure?.applicationFailureInfo?.type]).toEqual([name, request, 'invalid']);
    }
    expect(world.calls).toEqual(before);
    expect(await world.failedTasks(id)).toEqual([]);
  });

  it('of a subscription with one wrong field are refused', async () => {
    const id = await lifecycle('subscription', 'almost');
    const before = { ...world.calls };
    const almost = [
      ['amendSubscription', { amountKobo: 0 }],
      ['amendSubscription', { amountKobo: '150000' }],
      ['amendSubscription', { amountKobo: 1.5 }],
      ['replaceCard', { checkout: 'order-1', cardToken: 'MNFY_0' }],
      ['replaceCard', { cardToken: 'MNFY_0' }],
      ['replaceCard', { cardToken: 5, email: 'ada@example.com' }],
      ['replaceCard', { cardToken: 'MNFY_0', email: {} }],
      ['replaceCard', { checkout: 'a--b' }],
    ] as const;
    for (const [name, request] of almost) {
      const failure = await hostile.update(id, name, value(request));
      expect([name, request, failure?.applicationFailureInfo?.type]).toEqual([name, request, 'invalid']);
    }
    expect(world.calls).toEqual(before);
    expect(await world.failedTasks(id)).toEqual([]);
  });

  it.each([
    'nothing',
    'null',
    'an object of garbage',
    'a megabyte of text',
    'lists nested without end',
    'broken JSON',
  ])('cancel, which takes no argument, is executed or refused with %s', async (what) => {
    const reference = await checkout('cancel');
    const id = `checkout:${reference}`;
    const failure = await hostile.update(id, 'cancel', GARBAGE[what] ?? []);
    if (failure) {
      expect(failure.applicationFailureInfo).toMatchObject({ type: 'invalid' });
      await world.oware.checkouts.cancel(reference);
    }
    await world.closed(id);
    expect(world.webhookTypes(reference)).toEqual(['checkout.cancelled']);
    expect(await world.failedTasks(id)).toEqual([]);
  });

  it('join with the right reference and deeply nested terms is refused, and fails no workflow task', async () => {
    const reference = await checkout('join-deep');
    const failure = await hostile.update(
      `checkout:${reference}`,
      'join',
      withDeepField({ ...terms(reference) }),
    );
    expect(failure?.applicationFailureInfo).toMatchObject({ type: 'invalid' });
    expect((await world.read(reference)).state).toBe('PENDING');
    expect(await world.failedTasks(`checkout:${reference}`)).toEqual([]);
  });

  it('a refusal has a reason code', async () => {
    const reference = await checkout('reason-code');
    const sent = world.handle(`checkout:${reference}`).executeUpdate('resolveReview', { args: [{ key: 5 }] });
    const error = await sent.catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(WorkflowUpdateFailedError);
    expect((error as WorkflowUpdateFailedError).cause).toMatchObject({ type: 'invalid' });
  });
});
