import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { chargeCard } from '../../../workflows/checkout/messages.js';
import { runsOf } from '../../support/temporal/runs.js';
import {
  ASKED,
  createGate,
  createScriptedWorld,
  fails,
  invoiceRecord,
  invoiceTerms,
  lendsAccount,
  ok,
  opens,
  record,
  type Request,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';
import { waitUntil } from '../../support/wait-until.js';
import { MINUTE } from '../../support/world/world.js';

const EVENTS = 40;

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld({
    settings: { continueAsNewAfterHistoryEvents: EVENTS },
    timeoutMs: 30_000,
  });
});
afterEach(() => world.endAll());
afterAll(() => world.close());

/** Sends enough check requests for the run to continue as new, and lets time pass for the checks. */
async function churn(id: string, rounds = 1): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const requests = Array.from({ length: 12 }, () => world.handle(id).signal('requestCheck', randomUUID()));
    await Promise.allSettled(requests);
    await world.pass(6_000);
  }
}

async function continues(id: string): Promise<void> {
  const runId = await world.runIdOf(id);
  await waitUntil('the next run', async () => {
    if ((await world.runIdOf(id)) !== runId) return true;
    await churn(id);
    return false;
  });
}

/** Each webhook was delivered once, in sequence, with one epoch for the whole chain of runs. */
function isInSequence(reference: string): void {
  const webhooks = world.delivered.filter((webhook) => webhook.reference === reference);
  expect(webhooks.map(({ sequence }) => sequence)).toEqual(webhooks.map((_, index) => index + 1));
  expect(new Set(webhooks.map(({ effectKey }) => effectKey)).size).toBe(webhooks.length);
  expect(new Set(webhooks.map(({ epoch }) => epoch)).size).toBeLessThanOrEqual(1);
}

async function checkout(what: string) {
  const reference = world.name(what);
  world.script.initTransaction = opens;
  world.script.getTransaction = record('PENDING');
  await world.oware.checkouts.create(terms(reference));
  return { reference, id: `checkout:${reference}` };
}

describe('a checkout whose run continues as new again and again', () => {
  it('answers repeated creates, also with different terms', async () => {
    const { reference, id } = await checkout('joined');
    const moving = churn(id, 6);
    const answers: string[] = [];
    for (let callers = 0; callers < 6; callers++) {
      const joined = Array.from({ length: 3 }, () => world.oware.checkouts.create(terms(reference)));
      answers.push(...(await Promise.all(joined)).map(({ kind }) => kind));
    }
    await moving;
    expect(answers).toEqual(answers.map(() => 'open'));
    expect(answers).toHaveLength(18);
    const other = await world.oware.checkouts.create(terms(reference, { amountKobo: kobo(1) }));
    expect(other).toEqual({ kind: 'reference-conflict', differences: ['amount'] });
    expect((await runsOf(world.client, id)).length).toBeGreaterThan(3);
    expect(world.webhookTypes(reference)).toEqual([]);
  });

  it('is created while the gateway is unavailable for several runs, and returns the page', async () => {
    const reference = world.name('opening');
    const id = `checkout:${reference}`;
    const before = world.callsTo('initTransaction');
    world.script.initTransaction = fails('unreachable', 'connection refused');
    world.script.getTransaction = record('PENDING');
    world.oware.checkouts.create(terms(reference)).catch(() => undefined);
    await waitUntil('the first attempt', () => world.callsTo('initTransaction') > before);
    await world.pass(10 * MINUTE, MINUTE);
    expect((await runsOf(world.client, id)).length).toBeGreaterThan(1);
    world.script.initTransaction = opens;
    const joined = world.oware.checkouts.create(terms(reference));
    await world.pass(20 * MINUTE, 5 * MINUTE);
    expect(await joined).toMatchObject({
      kind: 'open',
      snapshot: { transactions: [{ checkoutUrl: 'https://pay.example/' }] },
    });
  });

  it('returns one virtual account to every request', async () => {
    const { reference, id } = await checkout('account');
    world.script.initBankTransfer = lendsAccount;
    const moving = churn(id, 5);
    const numbers: string[] = [];
    for (let callers = 0; callers < 5; callers++) {
      numbers.push((await world.oware.checkouts.virtualAccount(reference, {})).accountNumber);
    }
    await moving;
    expect(numbers).toEqual(numbers.map(() => '9990001112'));
    expect((await runsOf(world.client, id)).length).toBeGreaterThan(2);
  });

  it('keeps the answer to a check request for the next run', async () => {
    const { id } = await checkout('confirmed');
    await world.handle(id).signal('requestCheck', 'confirm-1');
    const isAnswered = async () =>
      (await world.handle(id).query<{ answered: boolean }, [string]>('checkProgress', 'confirm-1')).answered;
    await waitUntil('the answer', isAnswered);
    await continues(id);
    await waitUntil('the answer in a later run', () => isAnswered().catch(() => false));
  });

  it('is paid by an event meanwhile: reported once, in sequence', async () => {
    const { reference, id } = await checkout('paid');
    await churn(id, 2);
    const moving = churn(id, 3);
    const confirmed = world.oware.checkouts.confirm(reference);
    world.script.getTransaction = record('PAID', ASKED);
    await world.report(reference);
    await world.report(reference);
    await moving;
    expect((await confirmed).terms.reference).toBe(reference);
    await waitUntil('the money', async () => (await world.read(reference)).state === 'PAID');
    await world.report(reference, { key: 'once more' });
    await churn(id);
    await world.pass(MINUTE, 10_000);
    expect(await world.read(reference)).toMatchObject({ paid: { amountKobo: ASKED }, review: [] });
    expect(world.webhookTypes(reference)).toEqual(['checkout.paid']);
    isInSequence(reference);
  });

  it('is cancelled meanwhile: reported once, and the same command gets the same answer', async () => {
    const { reference, id } = await checkout('cancelled');
    await churn(id, 2);
    const moving = churn(id, 2);
    const commands = ['a', 'b', 'a'].map((idempotencyKey) =>
      world.oware.checkouts.cancel(reference, { idempotencyKey }),
    );
    const answers = await Promise.all(commands);
    await moving;
    expect(answers.map(({ state }) => state)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
    await world.closed(id);
    expect(world.webhookTypes(reference)).toEqual(['checkout.cancelled']);
    isInSequence(reference);
  });
});

describe('a card', () => {
  const card = () => ({ handle: 'h', taskQueue: world.taskQueue, card: { bin: '411111', last4: '1111' } });
  const charge = (reference: string, idempotencyKey: string) =>
    world.oware.checkouts.chargeCard(reference, card(), { idempotencyKey });

  /** Charges a card, and lets the history grow too long while the gateway has not answered yet. */
  async function chargedAtTheEnd(what: string, answer: (request: Request) => unknown) {
    const { reference, id } = await checkout(what);
    const gate = createGate();
    world.calls.chargeCard = 0;
    world.script.chargeCard = (request) => gate.opened.then(() => answer(request));
    const updateId = `c-${what}`;
    const charged = world.handle(id).executeUpdate(chargeCard, { args: [card()], updateId });
    charged.catch(() => undefined);
    await waitUntil('the charge', () => world.callsTo('chargeCard') === 1);
    for (let signals = 0; signals < EVENTS; signals++)
      await world.handle(id).signal('requestCheck', `s-${signals}`);
    await waitUntil('a long history', async () => (await world.historyLength(id)) > EVENTS);
    gate.open();
    return { reference, id, charged, updateId };
  }

  it('that was charged as the run ended is answered as charged, with one charge', async () => {
    const { reference, id, charged, updateId } = await chargedAtTheEnd(
      'charged',
      ({ transactionReference }) => {
        world.script.getTransaction = record('PAID', ASKED);
        return ok({ status: 'SUCCESS', transactionReference, message: 'Approved' });
      },
    );
    expect(await charged).toMatchObject({ card: { state: 'CHARGED', reason: 'Approved' } });
    await world.receives(reference, ['checkout.paid']);
    // the same command again, in any run
    await waitUntil('the same answer', () =>
      world
        .handle(id)
        .executeUpdate(chargeCard, { args: [card()], updateId })
        .then(
          () => true,
          () => false,
        ),
    );
    expect(world.callsTo('chargeCard')).toBe(1);
  });

  it('whose answer was lost as the run ended is UNKNOWN, and not charged again', async () => {
    const lost = fails('outcome-unknown', 'no reply within 25 s');
    const { reference, id, charged } = await chargedAtTheEnd('lost', lost);
    expect(await charged).toMatchObject({ card: { state: 'UNKNOWN' } });
    await expect(charge(reference, 'charge-2')).rejects.toMatchObject({ reason: 'card-unresolved' });
    await continues(id);
    await expect(charge(reference, 'charge-3')).rejects.toMatchObject({ reason: 'card-unresolved' });
    expect(world.callsTo('chargeCard')).toBe(1);
    expect((await world.read(reference)).card?.state).toBe('UNKNOWN');
  });
});

describe('a command that is repeated in a later run', () => {
  const request = (reference: string, idempotencyKey: string, bankCode = '035') =>
    world.oware.checkouts.virtualAccount(reference, { bankCode }, { idempotencyKey });

  it('gets the same answer without another gateway call; different arguments under its key are refused', async () => {
    const { reference, id } = await checkout('repeated');
    world.script.initBankTransfer = lendsAccount;
    const first = await request(reference, 'key-1');
    const asked = world.callsTo('initBankTransfer');
    await continues(id);
    expect(await request(reference, 'key-1')).toEqual(first);
    await expect(request(reference, 'key-1', '058')).rejects.toMatchObject({ reason: 'command-conflict' });
    expect(world.callsTo('initBankTransfer')).toBe(asked);
  });

  it('gets the same refusal, also where a new command would succeed', async () => {
    const { reference, id } = await checkout('refused');
    world.script.initBankTransfer = fails('rejected-request', 'bank transfer is not enabled');
    await expect(request(reference, 'key-1')).rejects.toMatchObject({ reason: 'refused' });
    world.script.initBankTransfer = lendsAccount;
    await continues(id);
    await expect(request(reference, 'key-1')).rejects.toMatchObject({ reason: 'refused' });
    expect(await request(reference, 'key-2')).toMatchObject({ accountNumber: '9990001112' });
  });
});

describe('an invoice whose cancel was not answered', () => {
  it('is cancelled once by a later run, although its caller has gone', async () => {
    const reference = world.name('gone');
    const id = `invoice:${reference}`;
    world.script.createInvoice = invoiceRecord('PENDING');
    world.script.getTransaction = record('PENDING');
    world.script.getInvoice = fails('unreachable', 'connection reset');
    world.script.cancelInvoice = fails('outcome-unknown', 'no reply within 25 s');
    world.calls.cancelInvoice = 0;
    await world.oware.invoices.create(invoiceTerms(reference));
    world.oware.invoices.cancel(reference).catch(() => undefined);
    await waitUntil('the cancel', () => world.callsTo('cancelInvoice') === 1);
    await continues(id);
    expect(world.callsTo('cancelInvoice')).toBe(1);
    world.script.getInvoice = invoiceRecord('CANCELLED');
    await world.pass(30 * MINUTE, 10 * MINUTE);
    await world.closed(id);
    expect(await world.oware.invoices.get(reference)).toMatchObject({ state: 'CANCELLED' });
    expect(world.callsTo('cancelInvoice')).toBe(1);
    expect(world.webhookTypes(reference)).toEqual(['invoice.cancelled']);
    isInSequence(reference);
  });
});
