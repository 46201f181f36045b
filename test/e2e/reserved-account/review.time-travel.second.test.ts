import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import type { InvoiceAttachedEvent } from '../../../src/domain/lifecycle/events/invoice-attached.js';
import {
  accountTerms,
  ASKED,
  createGate,
  createScriptedWorld,
  fails,
  noTransactions,
  ok,
  record,
  reservesAccount,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { waitUntil } from '../../support/wait-until.js';
import { MINUTE } from '../../support/world/world.js';
import { resolveSeen } from '../../support/lifecycles/review-items.js';

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld();
});
beforeEach(() => {
  world.script.createReservedAccount = reservesAccount;
  world.script.createInvoiceReservedAccount = reservesAccount;
  world.script.listReservedAccountTransactions = noTransactions;
  world.forwarded.length = 0;
});
afterAll(() => world.close());

async function account(what: string, kind: 'general' | 'invoice' = 'general') {
  const reference = world.name(what);
  await world.oware.reservedAccounts.create(accountTerms(reference, kind));
  return reference;
}

const read = (reference: string) => world.oware.reservedAccounts.get(reference);
const product = (reference: string) => ({ product: { type: 'RESERVED_ACCOUNT', reference } });
const row = (transactionReference: string) => ({
  transactionReference,
  paymentReference: transactionReference,
  paymentStatus: 'PAID',
  amountPaid: 1_000_00,
  amount: 1_000_00,
});
const attached = (invoiceReference: string, transactionReference: string): InvoiceAttachedEvent => ({
  kind: 'invoice-attached',
  key: `invoice-attached:${transactionReference}`,
  eventType: 'invoice-attached',
  invoiceReference,
  transactionReference,
});
const toInvoices = () => world.forwarded.filter(({ to }) => to.lifecycle === 'invoice');
const isForwardedTo = (invoiceReference: string) =>
  toInvoices().some(({ to }) => 'reference' in to && to.reference === invoiceReference);

describe('an invoice that is paid through a reserved account', () => {
  it('gets every part payment, also those that a sweep finds; none is credited to the account', async () => {
    const reference = await account('two-parts', 'invoice');
    const transactionReference = `T-inv-${reference}`;
    let paid = 6_000_00;
    world.script.getTransaction = (request) =>
      record(paid < ASKED ? 'PARTIALLY_PAID' : 'PAID', paid, product(reference))(request);
    world.script.getInvoice = ({ invoiceReference }) =>
      ok({
        invoiceReference,
        invoiceStatus: paid < ASKED ? 'PENDING' : 'PAID',
        amount: ASKED,
        transactionReference,
      });
    const to = { lifecycle: 'reserved-account', reference };
    await world.oware.deliverEvent(to, attached(`inv-${reference}`, transactionReference));
    await world.report(reference, { transactionReference, amountKobo: kobo(paid) }, to.lifecycle);
    await waitUntil('the first part', () => toInvoices().length === 1);
    paid = ASKED;
    await world.report(reference, { transactionReference, amountKobo: ASKED }, to.lifecycle);
    await waitUntil('the second part', () => toInvoices().length === 2);
    // a sweep does not forward again what was forwarded; it would forward a larger amount
    const listed = { ...row(transactionReference), amountPaid: ASKED, amount: ASKED };
    world.script.listReservedAccountTransactions = () => ok({ content: [listed] });
    expect(await world.oware.reservedAccounts.sweep(reference)).toEqual({ found: 0 });
    expect(await read(reference)).toMatchObject({ credited: { count: 0 }, review: [] });
  });

  it('reports what it named itself, also while the gateway does not know it', async () => {
    const reference = await account('named', 'invoice');
    const to = { lifecycle: 'reserved-account', reference };
    const transactionReference = `T-inv-${reference}`;
    world.script.getTransaction = record('PAID', ASKED, product(reference));
    world.script.getInvoice = () => ({ kind: 'not-found', code: '99', message: 'no such invoice' });
    await world.oware.deliverEvent(to, attached(`inv-${reference}`, transactionReference));
    await world.report(reference, { transactionReference }, to.lifecycle);
    await waitUntil('its money', () => isForwardedTo(`inv-${reference}`));
    expect(await read(reference)).toMatchObject({ credited: { count: 0 }, review: [] });
  });

  it('is waited for while the gateway answers about another invoice', async () => {
    const reference = await account('crossed', 'invoice');
    const to = { lifecycle: 'reserved-account', reference };
    const transactionReference = `T-new-${reference}`;
    let asked = 'another';
    world.script.getTransaction = record('PAID', ASKED, product(reference));
    world.script.getInvoice = ({ invoiceReference }) =>
      ok({
        invoiceReference: asked === 'another' ? asked : invoiceReference,
        invoiceStatus: 'PENDING',
        amount: ASKED,
        transactionReference,
      });
    await world.oware.deliverEvent(to, attached(`inv-${reference}`, `T-old-${reference}`));
    await world.report(reference, { transactionReference }, to.lifecycle);
    await world.pass(10_000);
    expect(await read(reference)).toMatchObject({ credited: { count: 0 } });
    asked = 'this one';
    await world.passUntil('its money', () => Promise.resolve(isForwardedTo(`inv-${reference}`)), 10_000);
    expect(await read(reference)).toMatchObject({ credited: { count: 0 }, review: [] });
  });

  it('is an item where its money was reported as a credit before it announced itself', async () => {
    const reference = await account('too-early', 'invoice');
    const to = { lifecycle: 'reserved-account', reference };
    const transactionReference = `T-inv-${reference}`;
    world.script.getTransaction = record('PAID', ASKED, product(reference));
    await world.report(reference, { transactionReference }, to.lifecycle);
    await world.receives(reference, ['reserved-account.credited']);
    await world.oware.deliverEvent(to, attached(`inv-${reference}`, transactionReference));
    await waitUntil('the item', async () => (await read(reference)).review.length === 1);
    expect((await read(reference)).review).toMatchObject([
      {
        kind: 'conflicting-records',
        key: `conflicting-records:${transactionReference}:inv-${reference}`,
        atRiskKobo: ASKED,
      },
    ]);
  });

  it('is found among sixty open ones', async () => {
    const reference = await account('sixty', 'invoice');
    const to = { lifecycle: 'reserved-account', reference };
    for (let n = 0; n < 60; n++) {
      await world.oware.deliverEvent(to, attached(`inv-${n}-${reference}`, `T-inv-${n}-${reference}`));
    }
    const transactionReference = `T-inv-0-${reference}`;
    world.script.getTransaction = record('PAID', ASKED, product(reference));
    world.script.getInvoice = ({ invoiceReference = '' }) =>
      ok({
        invoiceReference,
        invoiceStatus: 'PENDING',
        amount: ASKED,
        transactionReference: `T-${invoiceReference}`,
      });
    await waitUntil('all of them', async () => (await read(reference)).invoices.length === 60);
    await world.report(reference, { transactionReference }, to.lifecycle);
    await waitUntil('its money', () => toInvoices().length === 1);
    expect(toInvoices()[0]?.to).toMatchObject({ reference: `inv-0-${reference}` });
    expect(world.webhookTypes(reference)).toEqual([]);
  });
});

describe('review items of an account', () => {
  it('show an event that reports more than the credit had', async () => {
    const reference = await account('grows');
    const transactionReference = `T-${reference}`;
    world.script.getTransaction = record('PAID', 1_000_00, product(reference));
    const event = (key: string, amount: number) =>
      world.report(reference, { key, transactionReference, amountKobo: kobo(amount) }, 'reserved-account');
    await event('first', 1_000_00);
    await world.receives(reference, ['reserved-account.credited']);
    await event('repeated', 1_000_00);
    await event('more', 1_500_00);
    // its record may lag: it is read a few times before a person is asked
    await world.passUntil('the item', async () => (await read(reference)).review.length > 0);
    expect((await read(reference)).review).toMatchObject([
      { kind: 'unproven-event', key: `unproven-event:${transactionReference}:150000`, atRiskKobo: 500_00 },
    ]);
    expect(await read(reference)).toMatchObject({ credited: { count: 1, sumKobo: 1_000_00 } });
  });

  it('are one for each credit, the same after every sweep, and do not return after they were dismissed', async () => {
    const reference = await account('doubtful');
    world.script.getTransaction = record('PAID', 1_000_00, { product: { type: 'WEB_SDK', reference: 'x' } });
    world.script.listReservedAccountTransactions = () =>
      ok({ content: [row(`A-${reference}`), row(`B-${reference}`)] });
    const sweep = async () => {
      await world.oware.reservedAccounts.sweep(reference);
      await waitUntil('its checks', async () => (await read(reference)).review.length >= 1);
      await world.pass(10_000);
    };
    for (let sweeps = 0; sweeps < 3; sweeps++) await sweep();
    const { review } = await read(reference);
    expect(review.map(({ kind, atRiskKobo }) => [kind, atRiskKobo])).toEqual([
      ['identity-mismatch', 1_000_00],
      ['identity-mismatch', 1_000_00],
    ]);
    const [first, second] = review;
    const resolution = { decision: 'dismiss', reason: 'not ours' } as const;
    await resolveSeen(world.oware.reservedAccounts, reference, first?.key ?? '', resolution);
    await sweep();
    expect((await read(reference)).review.map(({ key }) => key)).toEqual([second?.key]);
  });
});

describe('events that claim more than anyone has', () => {
  it('need review, and leave the account open for good money', async () => {
    const reference = await account('huge');
    const good = `good-${reference}`;
    world.script.getTransaction = ({ transactionReference = '' }) =>
      record(
        transactionReference === good ? 'PAID' : 'PENDING',
        transactionReference === good ? 5_000_00 : 0,
        {
          ...product(reference),
          paymentReference: transactionReference,
        },
      )({ transactionReference });
    const report = (transactionReference: string, amount: number) => {
      const event = {
        transactionReference,
        paymentReference: transactionReference,
        amountKobo: kobo(amount),
      };
      return world.report(reference, event, 'reserved-account');
    };
    for (let n = 1; n <= 11; n++) await report(`huge-${n}-${reference}`, 999_999_999_999_999);
    const reviewed = async () => (await read(reference)).review.length === 11;
    await world.passUntil('the review items', reviewed);
    await report(good, 5_000_00);
    await waitUntil('the credit', async () => (await read(reference)).credited.count === 1);
    await world.receives(reference, ['reserved-account.credited']);
  });
});

describe('a requested check', () => {
  it('is done by the next run where this one continues as new first', async () => {
    const short = await createScriptedWorld({ settings: { continueAsNewAfterHistoryEvents: 30 } });
    short.script.createReservedAccount = reservesAccount;
    short.script.listReservedAccountTransactions = noTransactions;
    const reference = short.name('handed-over');
    await short.oware.reservedAccounts.create(accountTerms(reference));
    const id = `reserved-account:${reference}`;
    const runId = await short.runIdOf(id);
    // a pending check keeps the run from continuing as new while the request arrives
    const gate = createGate();
    short.script.getTransaction = async (request) => {
      await gate.opened;
      return record('PAID', 1_000_00, product(reference))(request);
    };
    for (let n = 0; n < 12; n++) {
      await short.report(reference, { transactionReference: `C${n}-${reference}` }, 'reserved-account');
    }
    await waitUntil('a long history', async () => (await short.historyLength(id)) >= 30);
    await short.handle(id).signal('requestCheck', 'who-asked');
    const before = short.callsTo('listReservedAccountTransactions');
    gate.open();
    await waitUntil('the next run', async () => (await short.runIdOf(id)) !== runId);
    await waitUntil('the sweep', () => short.callsTo('listReservedAccountTransactions') > before);
    await waitUntil(
      'all credits',
      async () => (await short.oware.reservedAccounts.get(reference)).credited.count === 12,
    );
    await waitUntil('all webhooks', () => short.webhookTypes(reference).length >= 12);
    expect(short.webhookTypes(reference)).toHaveLength(12);
    await short.close();
  });
});

describe('an account whose creation is never answered', () => {
  it('is PENDING and needs review, not FAILED, until an operator resolves it', async () => {
    const reference = world.name('unanswered');
    world.script.createReservedAccount = fails('outcome-unknown', 'HTTP 502');
    world.script.getReservedAccount = fails('unreachable');
    await world.oware.reservedAccounts.create(accountTerms(reference)).catch(() => undefined);
    await world.pass(30 * 60 * MINUTE, 60 * MINUTE);
    const { state, review } = await read(reference);
    expect(state).toBe('PENDING');
    expect(review).toMatchObject([{ key: 'unresolved:reserve' }]);
    expect(review[0]?.evidence?.length).toBeLessThanOrEqual(25);
    const resolution = { decision: 'did-not-happen', reason: 'the gateway’s support confirmed it' } as const;
    await world.oware.reservedAccounts.resolve(reference, 'unresolved:reserve', resolution);
    await world.closed(`reserved-account:${reference}`);
    expect(await read(reference)).toMatchObject({ state: 'FAILED', review: [] });
  });
});
