import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  accountTerms,
  ASKED,
  createScriptedWorld,
  fails,
  foundTransaction,
  inTurn,
  terms,
  invoiceRecord,
  invoiceTerms,
  record,
  reservesAccount,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { waitUntil } from '../../support/wait-until.js';
import { DAY, HOUR } from '../../support/world/world.js';

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld();
});
afterEach(() => world.endAll());
afterAll(() => world.close());

const lost = fails('outcome-unknown', 'HTTP 502 from the gateway');
const notFound = () => ({ kind: 'not-found', code: '99', message: 'no such invoice' });
const used = () => ({ kind: 'reference-used', message: 'reference already exists' });

/** Requests an invoice; its first attempt has failed when this resolves. */
async function startInvoice(what: string) {
  const reference = world.name(what);
  const before = world.callsTo('createInvoice');
  const created = world.oware.invoices.create(invoiceTerms(reference, 90 * DAY));
  created.catch(() => undefined);
  await waitUntil('the first attempt', () => world.callsTo('createInvoice') > before);
  return { reference, key: `unresolved:create:${reference}`, before, created };
}

const invoice = (reference: string) => world.oware.invoices.get(reference);
const becomes = (reference: string, state: string) =>
  waitUntil(`${reference} becoming ${state}`, async () => {
    const snapshot = await invoice(reference);
    return snapshot.state === state && snapshot;
  });

describe('an invoice whose creation was answered with "reference exists" after a lost reply', () => {
  it('is never reported as failed, however long the read lags, and needs review after a day', async () => {
    world.script.createInvoice = inTurn(lost, used);
    world.script.getInvoice = notFound;
    const { reference, key, before } = await startInvoice('exists');
    await world.pass(23 * HOUR);
    expect(await invoice(reference)).toMatchObject({ state: 'PENDING', review: [] });
    await world.pass(6 * DAY, 6 * HOUR);
    const { state, review } = await invoice(reference);
    expect(state).toBe('PENDING');
    expect(review).toMatchObject([{ key, kind: 'unresolved', atRiskKobo: ASKED }]);
    const { evidence = [] } = review[0] ?? {};
    expect(evidence).toHaveLength(25);
    expect(evidence[0]?.observed).toBe('HTTP 502 from the gateway');
    expect(evidence.map(({ observed }) => observed)).toContain('the gateway reports that it already exists');
    expect(evidence.at(-1)?.observed).toBe(`no invoice ${reference}`);
    expect(world.callsTo('createInvoice') - before).toBe(2);
    expect(world.webhookTypes(reference)).toEqual([]);
    // it continues as soon as the read shows it
    world.script.getInvoice = invoiceRecord('PENDING');
    const isIssued = async () => (await invoice(reference)).issuedAt !== undefined;
    await world.passUntil('the invoice', isIssued, 6 * HOUR);
    expect(await invoice(reference)).toMatchObject({ review: [], transactionReference: `T-${reference}` });
  });
});

describe('an operation without an answer', () => {
  async function unresolved(what: string) {
    world.script.createInvoice = lost;
    world.script.getInvoice = fails('unreachable', 'connection reset');
    const started = await startInvoice(what);
    // a day counts from the send
    await waitUntil('the send', () => world.callsTo('createInvoice') > started.before);
    await world.pass(DAY);
    const reviewed = async () => (await invoice(started.reference)).review.length > 0;
    await world.passUntil('the review item', reviewed, 6 * HOUR);
    const { state, review, epoch } = await invoice(started.reference);
    expect({ state, keys: review.map(({ key }) => key) }).toEqual({ state: 'PENDING', keys: [started.key] });
    const after = Date.parse(review[0]?.since ?? '') - Date.parse(epoch);
    expect(after).toBeGreaterThanOrEqual(DAY);
    expect(after).toBeLessThanOrEqual(2 * DAY);
    expect(world.callsTo('createInvoice') - started.before).toBe(1);
    return started;
  }

  it('that an operator resolves as happened continues with the given gateway reference', async () => {
    const { reference, key } = await unresolved('happened');
    world.script.getTransaction = record('PAID', ASKED);
    const resolution = {
      decision: 'happened',
      reason: 'seen in the dashboard',
      gatewayReference: 'MNFY-1',
    } as const;
    await world.oware.invoices.resolve(reference, key, resolution);
    await waitUntil('the invoice', async () => (await invoice(reference)).issuedAt);
    expect(await invoice(reference)).toMatchObject({ transactionReference: 'MNFY-1', review: [] });
    await world.oware.invoices.requestCheck(reference);
    const paid = await becomes(reference, 'PAID');
    expect(paid).toMatchObject({ paid: { amountKobo: ASKED }, resolved: [{ key, decision: 'happened' }] });
    await world.receives(reference, ['invoice.review-resolved', 'invoice.paid']);
  });

  it('that an operator resolves as not happened is FAILED, with the given reason', async () => {
    const { reference, key } = await unresolved('did-not-happen');
    const resolution = { decision: 'did-not-happen', reason: 'support confirmed it' } as const;
    await world.oware.invoices.resolve(reference, key, resolution);
    const failed = await becomes(reference, 'FAILED');
    expect(failed.reason).toContain('support confirmed it');
    await world.closed(`invoice:${reference}`);
    expect(world.webhookTypes(reference)).toEqual(['invoice.review-resolved', 'invoice.failed']);
  });

  it('that an operator resolves as not happened after a cancel stays CANCELLED', async () => {
    const { reference, key } = await unresolved('cancelled');
    world.script.cancelInvoice = invoiceRecord('CANCELLED');
    expect(await world.oware.invoices.cancel(reference)).toMatchObject({ state: 'CANCELLED' });
    const resolution = { decision: 'did-not-happen', reason: 'support confirmed it' } as const;
    await world.oware.invoices.resolve(reference, key, resolution);
    await world.closed(`invoice:${reference}`);
    expect(await invoice(reference)).toMatchObject({ state: 'CANCELLED', review: [] });
    expect(await world.failedTasks(`invoice:${reference}`)).toEqual([]);
    expect(world.webhookTypes(reference)).toEqual(['invoice.cancelled', 'invoice.review-resolved']);
  });

  it('cannot be dismissed, accepted, or resolved without a reason', async () => {
    const { reference, key } = await unresolved('dismissed');
    for (const decision of ['dismiss', 'accept'] as const) {
      const sent = world.oware.invoices.resolve(reference, key, { decision, reason: 'away with it' });
      await expect(sent).rejects.toMatchObject({ reason: 'invalid' });
    }
    const silent = world.oware.invoices.resolve(reference, key, { decision: 'did-not-happen', reason: ' ' });
    await expect(silent).rejects.toMatchObject({ reason: 'invalid' });
    expect((await invoice(reference)).review).toHaveLength(1);
  });

  it('of a reserved account that an operator resolves as happened is checked until its numbers can be read', async () => {
    const reference = world.name('reserved');
    const before = world.callsTo('createReservedAccount');
    world.script.createReservedAccount = lost;
    world.script.getReservedAccount = fails('unreachable', 'connection reset');
    world.oware.reservedAccounts.create(accountTerms(reference)).catch(() => undefined);
    await waitUntil('the first attempt', () => world.callsTo('createReservedAccount') > before);
    const read = () => world.oware.reservedAccounts.get(reference);
    await world.passUntil('the review item', async () => (await read()).review.length > 0, DAY);
    const resolution = { decision: 'happened', reason: 'seen in the dashboard' } as const;
    await world.oware.reservedAccounts.resolve(reference, 'unresolved:reserve', resolution);
    expect((await read()).state).toBe('PENDING');
    world.script.getReservedAccount = reservesAccount;
    await world.passUntil('the numbers', async () => (await read()).state === 'ACTIVE', 7 * HOUR);
    expect(await read()).toMatchObject({ accounts: [{ accountNumber: '5000000001' }], review: [] });
    expect(world.callsTo('createReservedAccount') - before).toBe(1);
  });
});

describe('an operation that is repeated under the same key', () => {
  it('needs review again, although the first one was resolved', async () => {
    world.script.createInvoice = invoiceRecord('PENDING');
    world.script.getTransaction = record('PENDING');
    const { reference, created } = await startInvoice('cancel-twice');
    await created;
    for (const round of [1, 2]) {
      world.script.cancelInvoice = lost;
      world.script.getInvoice = fails('unreachable', 'connection reset');
      const reads = world.callsTo('getInvoice');
      world.oware.invoices.cancel(reference).catch(() => undefined);
      await waitUntil('the check after the cancel', () => world.callsTo('getInvoice') > reads);
      // a day may pass before the failed check is recorded
      await world.pass(3 * DAY, DAY);
      const { review } = await invoice(reference);
      expect([round, review.map(({ key }) => key)]).toEqual([round, ['unresolved:cancel']]);
      world.script.getInvoice = invoiceRecord('PENDING');
      const resolution = { decision: 'did-not-happen', reason: 'support confirmed it' } as const;
      await world.oware.invoices.resolve(reference, 'unresolved:cancel', resolution);
      await waitUntil('the end of the cancel', async () => (await invoice(reference)).unwanted === false);
    }
    expect((await invoice(reference)).state).toBe('PENDING');
  });
});

describe('a checkout whose page is not known yet', () => {
  const isClosed = async (id: string) => (await world.handle(id).describe()).status.name === 'COMPLETED';

  async function opening(what: string) {
    const reference = world.name(what);
    const before = world.callsTo('initTransaction');
    world.script.initTransaction = lost;
    world.script.searchTransactions = fails('unreachable', 'connection reset');
    world.script.getTransaction = record('PENDING');
    world.oware.checkouts.create({ ...terms(reference), channels: ['transfer'] }).catch(() => undefined);
    await waitUntil('the first attempt', () => world.callsTo('initTransaction') > before);
    return { reference, key: `unresolved:init:${reference}` };
  }

  it('is checked at once when an event arrives, and the payment is reported', async () => {
    const { reference } = await opening('woken');
    await world.pass(12 * HOUR, 6 * HOUR);
    world.script.searchTransactions = foundTransaction;
    world.script.getTransaction = record('PAID', ASKED);
    await world.report(reference);
    // without any pass of time
    await waitUntil('the money', async () => (await world.read(reference)).state === 'PAID');
    await waitUntil('the webhook', () => world.webhookTypes(reference).includes('checkout.paid'));
  });

  it('never fails by time: after its window it is PENDING and needs review', async () => {
    const { reference, key } = await opening('by-time');
    await world.pass(4 * DAY, 2 * DAY);
    const { state, review } = await world.read(reference);
    expect({ state, review }).toMatchObject({ state: 'PENDING', review: [{ key, atRiskKobo: ASKED }] });
    expect(world.webhookTypes(reference)).toEqual([]);
    const resolution = { decision: 'did-not-happen', reason: 'support confirmed it' } as const;
    await world.oware.checkouts.resolve(reference, key, resolution);
    await world.closed(`checkout:${reference}`);
    expect(await world.read(reference)).toMatchObject({ state: 'FAILED', review: [] });
  });

  it('is CANCELLED at once by a cancel, while the search for the lost transaction continues', async () => {
    const { reference, key } = await opening('cancelled');
    expect((await world.oware.checkouts.cancel(reference)).state).toBe('CANCELLED');
    await world.pass(2 * DAY, DAY);
    const isListed = async () => (await world.read(reference)).review.some((item) => item.key === key);
    await waitUntil('the review item', isListed);
    expect(await world.read(reference)).toMatchObject({ state: 'CANCELLED', review: [{ key }] });
    world.script.searchTransactions = foundTransaction;
    await world.pass(7 * HOUR);
    // on a busy machine the transaction is found when the clock has moved, and its check needs another minute
    await world.passUntil('the end', () => isClosed(`checkout:${reference}`));
    expect(await world.read(reference)).toMatchObject({ state: 'CANCELLED', transactions: [{}], review: [] });
    expect(world.webhookTypes(reference)).toEqual(['checkout.cancelled']);
  });
});
