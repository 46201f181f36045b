import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RefusedError } from '../../../src/client/client.js';
import type { CheckoutSnapshot } from '../../../src/domain/checkout/checkout.js';
import {
  accountTerms,
  ASKED,
  createGate,
  createScriptedWorld,
  fails,
  foundTransaction,
  inTurn,
  invoiceTerms,
  lendsAccount,
  noTransactions,
  ok,
  opens,
  record,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { waitUntil } from '../../support/wait-until.js';
import { MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld();
  world.script.initTransaction = opens;
});
afterEach(() => world.endAll());
afterAll(() => world.close());

type Status = readonly [status: string, paidKobo: number];

const card = () => ({ handle: 'h', taskQueue: world.taskQueue, card: { bin: '411111', last4: '1111' } });
const reasonOf = (sent: Promise<unknown>) =>
  sent.then(
    () => 'executed',
    (error: unknown) => (error instanceof RefusedError ? error.reason : String(error)),
  );
const isReported = (reference: string, type: string) =>
  waitUntil(`${type} of ${reference}`, () => world.webhookTypes(reference).includes(type));

/** A checkout whose first transaction was declined: the next channel needs a second one. */
async function declinedOnce(what: string) {
  const reference = world.name(what);
  const first = `T-${reference}`;
  const further = `T-${reference}--i2`;
  const states: Record<string, Status> = { [first]: ['FAILED', 0] };
  const answer = ({ transactionReference = '' }: Readonly<Record<string, string>>) => {
    const [status, paid] = states[transactionReference] ?? ['PENDING', 0];
    return record(status, paid)({ transactionReference });
  };
  world.script.getTransaction = answer;
  world.script.chargeCard = ({ transactionReference = '' }) => {
    states[transactionReference] = ['PAID', ASKED];
    return ok({ status: 'SUCCESS', transactionReference, message: 'Approved' });
  };
  world.calls.chargeCard = 0;
  await world.oware.checkouts.create(terms(reference));
  await world.oware.checkouts.requestCheck(reference);
  await waitUntil('the decline', async () => (await world.read(reference)).lastAttempt);
  return { reference, first, further, states, answer };
}

describe('a card on a second transaction', () => {
  it('is not charged while an event about money on the first one is being checked', async () => {
    const { reference, first, states, answer } = await declinedOnce('unread');
    states[first] = ['PAID', ASKED];
    const gate = createGate();
    const before = world.callsTo('getTransaction');
    world.script.getTransaction = (request) => gate.opened.then(() => answer(request));
    await world.report(reference);
    await waitUntil('the check', () => world.callsTo('getTransaction') > before);
    const charged = reasonOf(world.oware.checkouts.chargeCard(reference, card()));
    await waitUntil('the card', async () => (await world.read(reference)).card);
    gate.open();
    expect(await charged).toBe('not-open');
    expect(world.callsTo('chargeCard')).toBe(0);
    const paid = await world.becomes(reference, 'PAID');
    expect(paid).toMatchObject({ paid: { amountKobo: ASKED }, card: { state: 'NOT_CHARGED' }, review: [] });
    expect(paid.duplicateKobo).toBeUndefined();
    await isReported(reference, 'checkout.paid');
    expect(world.webhookTypes(reference)).toEqual(['checkout.attempt-failed', 'checkout.paid']);
  });

  it('is not charged when the event arrives during the check before the charge', async () => {
    const { reference, first, states, answer } = await declinedOnce('overtaken');
    const gate = createGate();
    const before = world.callsTo('getTransaction');
    // the gateway answers with the state before the payment
    world.script.getTransaction = (request) => gate.opened.then(() => answer(request));
    const charged = reasonOf(world.oware.checkouts.chargeCard(reference, card()));
    await waitUntil('the check', () => world.callsTo('getTransaction') > before);
    await world.report(reference);
    gate.open();
    expect(await charged).toBe('card-unresolved');
    expect(world.callsTo('chargeCard')).toBe(0);
    states[first] = ['PAID', ASKED];
    await world.pass(MINUTE, 10_000);
    expect((await world.becomes(reference, 'PAID')).duplicateKobo).toBeUndefined();
  });

  // a record that cannot be read may show money
  it.each([
    ['unreachable', 'not-sent'],
    ['contract-violated', 'card-unresolved'],
  ] as const)(
    'is refused while the first one cannot be read (%s), and charged afterwards',
    async (failure, refusal) => {
      const { reference, first, further, states, answer } = await declinedOnce(`blind-${failure}`);
      world.script.getTransaction = (request) =>
        request.transactionReference === first ? fails(failure)() : answer(request);
      expect(await reasonOf(world.oware.checkouts.chargeCard(reference, card()))).toBe(refusal);
      expect(await reasonOf(world.oware.checkouts.chargeCard(reference, card()))).toBe(refusal);
      expect(world.callsTo('chargeCard')).toBe(0);
      expect((await world.read(reference)).transactions).toHaveLength(2);
      world.script.getTransaction = answer;
      await world.oware.checkouts.chargeCard(reference, card());
      const paid = await world.becomes(reference, 'PAID');
      expect(world.callsTo('chargeCard')).toBe(1);
      expect(states[further]).toEqual(['PAID', ASKED]);
      expect(paid).toMatchObject({ card: { state: 'CHARGED', transactionReference: further }, review: [] });
      expect(paid.duplicateKobo).toBeUndefined();
    },
  );

  it('is not replaced by a virtual account or a page while the first one cannot be read', async () => {
    const { reference, first, answer } = await declinedOnce('no-channel');
    const accounts = world.callsTo('initBankTransfer');
    world.script.getTransaction = (request) =>
      request.transactionReference === first ? fails('unreachable')() : answer(request);
    expect(await reasonOf(world.oware.checkouts.virtualAccount(reference, {}))).toBe('not-sent');
    expect(await reasonOf(world.oware.checkouts.page(reference))).toBe('not-sent');
    expect(world.callsTo('initBankTransfer')).toBe(accounts);
  });
});

describe('the payment window', () => {
  const minutesOpen = ({ expiresAt = '', epoch }: CheckoutSnapshot) =>
    (Date.parse(expiresAt) - Date.parse(epoch)) / MINUTE;

  it('starts with the attempt that succeeded, not with the first one', async () => {
    const reference = world.name('window');
    world.script.initTransaction = fails('unreachable', 'connection refused');
    world.script.getTransaction = record('PENDING');
    const before = world.callsTo('initTransaction');
    const created = world.oware.checkouts.create(terms(reference));
    await waitUntil('the first attempt', () => world.callsTo('initTransaction') > before);
    await world.pass(38 * MINUTE);
    world.script.initTransaction = opens;
    await world.pass(2 * MINUTE);
    await created;
    const opened = await waitUntil('its page', async () => {
      const snapshot = await world.read(reference);
      return snapshot.transactions.length > 0 && snapshot;
    });
    expect(minutesOpen(opened)).toBeGreaterThanOrEqual(78);
    expect(minutesOpen(opened)).toBeLessThanOrEqual(80);
    // long after the first attempt's window
    await world.pass(35 * MINUTE);
    expect((await world.read(reference)).state).toBe('PENDING');
  });

  it('starts with the second attempt where the first one is proven absent', async () => {
    const reference = world.name('second-attempt');
    world.script.initTransaction = inTurn(fails('outcome-unknown', 'no reply within 25 s'), opens);
    world.script.searchTransactions = noTransactions;
    const before = world.callsTo('initTransaction');
    const created = world.oware.checkouts.create(terms(reference));
    await waitUntil('the first attempt', () => world.callsTo('initTransaction') > before);
    await world.pass(MINUTE);
    await created;
    world.script.initTransaction = opens;
    // two checks, two and ten seconds apart, prove the first one absent
    expect(minutesOpen(await world.read(reference)) - 40).toBeCloseTo(12 / 60, 1);
  });
});

describe('a virtual account with another amount', () => {
  it('is not returned, and needs review', async () => {
    const reference = world.name('other-amount');
    world.script.getTransaction = record('PENDING');
    world.script.initBankTransfer = (request) => lendsAccount(request, 99_00);
    await world.oware.checkouts.create(terms(reference));
    expect(await reasonOf(world.oware.checkouts.virtualAccount(reference, {}))).toBe('refused');
    expect(await world.read(reference)).toMatchObject({
      review: [
        {
          key: 'identity-mismatch:virtual-account',
          reason: 'the account asks for ₦99.00, but ₦10,000.00 is due',
        },
      ],
    });
    expect((await world.read(reference)).virtualAccount).toBeUndefined();
  });
});

describe('after a cancel', () => {
  it('a virtual account requested before is not returned', async () => {
    const reference = world.name('cancelled');
    const gate = createGate();
    const before = world.callsTo('initBankTransfer');
    world.script.getTransaction = record('PENDING');
    world.script.initBankTransfer = (request) => gate.opened.then(() => lendsAccount(request));
    await world.oware.checkouts.create(terms(reference));
    const handedOut = reasonOf(world.oware.checkouts.virtualAccount(reference, {}));
    await waitUntil('the request', () => world.callsTo('initBankTransfer') > before);
    expect((await world.oware.checkouts.cancel(reference)).state).toBe('CANCELLED');
    gate.open();
    expect(await handedOut).toBe('not-open');
    await world.closed(`checkout:${reference}`);
    expect((await world.read(reference)).virtualAccount).toBeUndefined();
    expect(world.webhookTypes(reference)).toEqual(['checkout.cancelled']);
  });

  it('a page that was being opened is not returned', async () => {
    const reference = world.name('cancelled-opening');
    const gate = createGate();
    const before = world.callsTo('initTransaction');
    world.script.initTransaction = (request) => gate.opened.then(() => opens(request));
    const created = world.oware.checkouts.create(terms(reference));
    await waitUntil('the request', () => world.callsTo('initTransaction') > before);
    expect((await world.oware.checkouts.cancel(reference)).state).toBe('CANCELLED');
    gate.open();
    world.script.initTransaction = opens;
    expect(await created).toMatchObject({ snapshot: { state: 'CANCELLED' } });
    await world.closed(`checkout:${reference}`);
    // the transaction is still known: a payment on it would be found
    expect((await world.read(reference)).transactions).toHaveLength(1);
  });

  it('a request for a channel is refused', async () => {
    const reference = world.name('cancelled-before');
    await world.oware.checkouts.create(terms(reference));
    await world.oware.checkouts.cancel(reference);
    expect(await reasonOf(world.oware.checkouts.virtualAccount(reference, {}))).toBe('not-open');
    expect(await reasonOf(world.oware.checkouts.page(reference))).toBe('not-open');
    expect(await reasonOf(world.oware.checkouts.chargeCard(reference, card()))).toBe('not-open');
  });
});

describe('transactions of one checkout', () => {
  it('are three at most where no reply to an init can be read, and then need review', async () => {
    const reference = world.name('unreadable');
    const before = world.callsTo('initTransaction');
    world.script.initTransaction = fails('contract-violated', 'checkoutUrl: expected a text');
    world.script.searchTransactions = foundTransaction;
    world.script.getTransaction = record('PENDING');
    const created = world.oware.checkouts.create(terms(reference));
    await waitUntil('the first init', () => world.callsTo('initTransaction') > before);
    await world.pass(MINUTE, 5_000);
    await created;
    expect(await world.read(reference)).toMatchObject({
      state: 'PENDING',
      transactions: [{}, {}, {}],
      review: [{ key: 'unresolved:page', atRiskKobo: ASKED }],
    });
    await world.pass(30 * MINUTE, 10 * MINUTE);
    expect(world.callsTo('initTransaction') - before).toBe(3);
    world.script.initTransaction = opens;
  });

  it('are none where each reply is lost and nothing was opened: FAILED with the reason', async () => {
    const reference = world.name('nothing-opened');
    const before = world.callsTo('initTransaction');
    world.script.initTransaction = fails('contract-violated', 'checkoutUrl: expected a text');
    world.script.searchTransactions = noTransactions;
    const created = world.oware.checkouts.create(terms(reference));
    await waitUntil('the first init', () => world.callsTo('initTransaction') > before);
    await world.pass(2 * MINUTE, 10_000);
    await created;
    world.script.initTransaction = opens;
    const failed = await world.becomes(reference, 'FAILED');
    expect(world.callsTo('initTransaction') - before).toBe(3);
    expect(failed.reason).toContain('sent 3 times without a reply');
    await isReported(reference, 'checkout.failed');
  });

  it('are twenty at most, however many cards are declined', async () => {
    const reference = world.name('declines');
    const before = world.callsTo('initTransaction');
    world.calls.chargeCard = 0;
    world.script.getTransaction = record('PENDING');
    world.script.chargeCard = ({ transactionReference }) =>
      ok({ status: 'FAILED', transactionReference, message: 'Insufficient funds' });
    await world.oware.checkouts.create(terms(reference));
    for (let charges = 1; charges <= 20; charges++) {
      const { card: step } = await world.oware.checkouts.chargeCard(reference, card());
      expect(step).toMatchObject({ state: 'DECLINED', reason: 'Insufficient funds' });
    }
    const sent = world.oware.checkouts.chargeCard(reference, card());
    await expect(sent).rejects.toThrow('already has 20 transactions');
    expect(await reasonOf(world.oware.checkouts.page(reference))).toBe('refused');
    expect(world.callsTo('initTransaction') - before).toBe(20);
    expect(world.callsTo('chargeCard')).toBe(20);
    expect((await world.read(reference)).transactions).toHaveLength(20);
  });
});

describe('a request that could not be sent', () => {
  it('fails a checkout with the reason when the API key was wrong for the whole window', async () => {
    const reference = world.name('wrong-key');
    const before = world.callsTo('initTransaction');
    world.script.initTransaction = fails('not-authorised', 'HTTP 401: the API key is not known');
    const created = world.oware.checkouts.create(terms(reference));
    await waitUntil('the first init', () => world.callsTo('initTransaction') > before);
    await world.pass(40 * MINUTE);
    await created;
    world.script.initTransaction = opens;
    const failed = await world.becomes(reference, 'FAILED');
    expect(failed.reason).toContain('HTTP 401: the API key is not known');
    expect(failed.review).toEqual([]);
    await isReported(reference, 'checkout.failed');
    expect(world.webhookTypes(reference)).toEqual(['checkout.failed']);
    // the pauses grow: a wrong key is no reason for a call every minute
    expect(world.callsTo('initTransaction') - before).toBeLessThan(20);
  });

  const lateness = 'the deadline passed before a worker took it up';

  it('fails a checkout that was too late, with the reason', async () => {
    world.script.initTransaction = fails('too-late', lateness);
    const answer = await world.oware.checkouts.create(terms(world.name('late-checkout')));
    world.script.initTransaction = opens;
    expect(answer).toMatchObject({
      snapshot: { state: 'FAILED', reason: `the payer was shown no page: ${lateness}` },
    });
  });

  it('fails an invoice that was too late, with the reason', async () => {
    world.script.createInvoice = fails('too-late', lateness);
    const answer = await world.oware.invoices.create(invoiceTerms(world.name('late-invoice')));
    expect(answer).toMatchObject({
      snapshot: { state: 'FAILED', reason: `it could not be created: ${lateness}` },
    });
  });

  it('fails a reserved account that was too late, with the reason', async () => {
    world.script.createReservedAccount = fails('too-late', lateness);
    const answer = await world.oware.reservedAccounts.create(accountTerms(world.name('late-account')));
    expect(answer).toMatchObject({ snapshot: { state: 'FAILED', reason: lateness } });
  });

  it('returns `not-sent` with the reason for a virtual account, after the whole window', async () => {
    const reference = world.name('no-number');
    const before = world.callsTo('initBankTransfer');
    world.script.getTransaction = record('PENDING');
    world.script.initBankTransfer = fails('not-authorised', 'HTTP 403: this address is not listed');
    await world.oware.checkouts.create(terms(reference));
    const update = { args: [{}], waitForStage: 'ACCEPTED' } as const;
    const asked = await world
      .handle(`checkout:${reference}`)
      .startUpdate('requestVirtualAccount', update as never);
    await waitUntil('the request', () => world.callsTo('initBankTransfer') > before);
    await world.pass(40 * MINUTE);
    const error = (await asked.result().catch((failure: unknown) => failure)) as { cause?: unknown };
    expect(error.cause).toMatchObject({ type: 'not-sent', message: 'HTTP 403: this address is not listed' });
  });
});
