import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { isSafeToPayAgain } from '../../../src/domain/payout-end.js';
import { replayClosedRuns } from '../../support/temporal/replay.js';
import { waitForState, waitUntil } from '../../support/wait-until.js';
import {
  ASKED,
  createGate,
  createScriptedWorld,
  fails,
  inTurn,
  ok,
  record,
  type Request,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

const ALL = ASKED;
const lost = fails('outcome-unknown', 'HTTP 502 from the gateway');
const noRefund = () => ({ kind: 'not-found', code: '99', message: 'no such refund' });

interface RefundAtGateway {
  readonly refundStatus: string;
  readonly refundAmount?: number;
  readonly transactionReference?: string;
}

/** What the gateway shows of refunds, by their references. */
const shown = new Map<string, RefundAtGateway>();

let world: ScriptedWorld;
beforeAll(async () => {
  world = await createScriptedWorld();
});
beforeEach(() => {
  world.clearScript();
  shown.clear();
  world.script.getTransaction = record('PAID', ALL, { paymentMethod: 'ACCOUNT_TRANSFER' });
  world.script.listRefunds = ({ transactionReference = '' }) =>
    ok({
      content: [...shown.keys()].flatMap((each) => recordOf(each, transactionReference) ?? []),
      last: true,
    });
  world.script.getRefund = ({ refundReference = '' }) => {
    const found = recordOf(refundReference, transactionOf(refundReference));
    return found ? ok(found) : noRefund();
  };
  world.script.initiateRefund = accepted('PENDING');
});
afterEach(() => world.endAll());
afterAll(() => world.close());

/** Refunds are named after their transaction: `<transaction>.<n>`. */
const transactionOf = (refundReference: string) => refundReference.replace(/\.\w+$/, '');

function recordOf(refundReference: string, transactionReference: string) {
  const found = shown.get(refundReference);
  return found && { refundReference, transactionReference, refundAmount: ALL, ...found };
}

function accepted(refundStatus: string) {
  return (request: Request) => {
    const { refundReference = '', refundAmount } = request;
    shown.set(refundReference, { refundStatus, refundAmount: Number(refundAmount) });
    return ok({ ...request, refundStatus });
  };
}

const id = (transaction: string) => `refunds-of:${transaction}`;
const read = (transaction: string) => world.oware.refunds.get(transaction);
const refundIn = async (refundReference: string) =>
  (await read(transactionOf(refundReference))).refunds.find(
    ({ terms }) => terms.refundReference === refundReference,
  );
const becomes = (refundReference: string, state: string) =>
  waitForState(refundReference, state, () => refundIn(refundReference).catch(() => undefined));

function request(refundReference: string, amountKobo: number = ALL) {
  const reply = world.oware.refunds.request(transactionOf(refundReference), {
    refundReference,
    amountKobo: kobo(amountKobo),
    refundReason: 'Broken calabash',
    customerNote: 'Refund',
  });
  reply.catch(() => undefined);
  return reply;
}

const cancel = (refundReference: string) => {
  const reply = world.oware.refunds.cancelRefund(transactionOf(refundReference), { refundReference });
  reply.catch(() => undefined);
  return reply;
};

const report = (refundReference: string, status: string) => {
  const transactionReference = transactionOf(refundReference);
  return world.oware.deliverEvent(
    { lifecycle: 'refunds-of', reference: transactionReference },
    {
      kind: 'refund',
      key: `refund:${refundReference}:${status}`,
      eventType: 'SUCCESSFUL_REFUND',
      transactionReference,
      refundReference,
      status,
    },
  );
};

const show = (refundReference: string, refundStatus: string, more: Partial<RefundAtGateway> = {}) =>
  shown.set(refundReference, { refundStatus, ...more });

const closedAndReplayed = async (transaction: string) => {
  await world.closed(id(transaction));
  await replayClosedRuns(world.client, id(transaction), inject('bundlePath'));
};

/** A request whose send is held back until the test opens the gate. */
async function sending(what: string, answer: (request: Request) => unknown) {
  const gate = createGate();
  const before = world.callsTo('initiateRefund');
  world.script.initiateRefund = (given) => gate.opened.then(() => answer(given));
  const reference = `${world.name(what)}.1`;
  request(reference).catch(() => undefined);
  await waitUntil('the send', () => world.callsTo('initiateRefund') > before);
  return { reference, gate, sends: () => world.callsTo('initiateRefund') - before };
}

describe('a refund that is paid after all', () => {
  it('FAILED, read twice: both are reported, it needs review, and nothing is left to refund', async () => {
    const transaction = world.name('failed-twice');
    const [first, second, third] = [`${transaction}.1`, `${transaction}.2`, `${transaction}.3`];
    await request(first);
    show(first, 'FAILED');
    await report(first, 'FAILED');
    await becomes(first, 'FAILED');
    await expect(request(second)).rejects.toMatchObject({ reason: 'refund-exceeds-payment' });
    await world.pass(7 * MINUTE);
    expect(await refundIn(first)).toMatchObject({ state: 'FAILED', failedTwice: true });
    // the merchant pays again, which the webhook allows
    world.script.initiateRefund = accepted('COMPLETED');
    await request(second);
    await becomes(second, 'COMPLETED');
    show(first, 'COMPLETED');
    await report(first, 'COMPLETED');
    await becomes(first, 'COMPLETED');
    expect(await read(transaction)).toMatchObject({
      state: 'REFUNDED',
      review: [
        {
          key: `conflicting-records:${first}`,
          reason: `refund ${first}: it was completed after it was reported as safe to pay again`,
          atRiskKobo: ALL,
        },
      ],
    });
    await expect(request(third, 100_00)).rejects.toMatchObject({ reason: 'refund-exceeds-payment' });
    await world.receives(transaction, [
      'refund.failed',
      'refund.safe-to-pay-again',
      'refund.completed',
      'refund.completed',
      'refund.conflicting-records',
    ]);
  });

  it('FAILED, then not found: a missing record does not confirm the failure', async () => {
    const reference = `${world.name('then-missing')}.1`;
    await request(reference);
    show(reference, 'FAILED');
    await report(reference, 'FAILED');
    await becomes(reference, 'FAILED');
    shown.delete(reference);
    await world.pass(HOUR);
    expect(await refundIn(reference)).not.toHaveProperty('failedTwice');
    show(reference, 'COMPLETED');
    await report(reference, 'COMPLETED');
    await becomes(reference, 'COMPLETED');
    expect(await read(transactionOf(reference))).toMatchObject({ review: [] });
  });

  it('though it was never sent: it is COMPLETED by its record, and not sent', async () => {
    world.script.readiness = () => ({ paused: { reason: 'incident', since: '' } });
    const before = world.callsTo('initiateRefund');
    const reference = `${world.name('never-sent')}.1`;
    await request(reference);
    await becomes(reference, 'PAUSED');
    show(reference, 'COMPLETED');
    await report(reference, 'COMPLETED');
    await becomes(reference, 'COMPLETED');
    delete world.script.readiness;
    await world.pass(DAY);
    await closedAndReplayed(transactionOf(reference));
    expect(world.callsTo('initiateRefund')).toBe(before);
    await world.receives(transactionOf(reference), ['refund.completed']);
  });

  it('though it was cancelled: it is reported, and needs review', async () => {
    world.script.readiness = () => ({ paused: { reason: 'incident', since: '' } });
    const reference = `${world.name('cancelled')}.1`;
    await request(reference);
    await cancel(reference);
    expect(await becomes(reference, 'CANCELLED')).toMatchObject({ reason: 'the merchant cancelled it' });
    await world.closed(id(transactionOf(reference)));
    show(reference, 'COMPLETED');
    await report(reference, 'COMPLETED');
    await becomes(reference, 'COMPLETED');
    expect(await read(transactionOf(reference))).toMatchObject({ review: [{ kind: 'conflicting-records' }] });
  });
});

describe('the event of a refund', () => {
  it('that arrives before its record is checked until the record shows it', async () => {
    const reference = `${world.name('event-first')}.1`;
    await request(reference);
    await report(reference, 'COMPLETED');
    await world.pass(5_000);
    expect(await refundIn(reference)).toMatchObject({ state: 'PENDING' });
    show(reference, 'COMPLETED');
    await world.pass(MINUTE);
    await becomes(reference, 'COMPLETED');
    await closedAndReplayed(transactionOf(reference));
    await world.receives(transactionOf(reference), ['refund.completed']);
  });

  it('that arrives while the refund is being sent counts once', async () => {
    const { reference, gate, sends } = await sending('event-during-send', accepted('COMPLETED'));
    show(reference, 'COMPLETED');
    await report(reference, 'COMPLETED');
    await becomes(reference, 'COMPLETED');
    gate.open();
    await waitUntil('the reply', async () => (await refundIn(reference))?.sentAt);
    await world.pass(MINUTE);
    await closedAndReplayed(transactionOf(reference));
    expect(sends()).toBe(1);
    await world.receives(transactionOf(reference), ['refund.completed']);
  });

  it('whose record is of another transaction proves nothing, and needs review', async () => {
    const reference = `${world.name('other-transaction')}.1`;
    await request(reference);
    show(reference, 'COMPLETED', { transactionReference: 'another' });
    await report(reference, 'COMPLETED');
    await waitUntil('the review item', async () => (await read(transactionOf(reference))).review.length > 0);
    expect(await refundIn(reference)).toMatchObject({ state: 'PENDING' });
    expect(await read(transactionOf(reference))).toMatchObject({ review: [{ kind: 'identity-mismatch' }] });
  });
});

describe('a cancel that races with the send', () => {
  it('and comes too late: it is refused, and the refund is paid', async () => {
    const { reference, gate } = await sending('send-first', accepted('COMPLETED'));
    const cancelled = cancel(reference);
    await waitUntil('the cancel', async () => (await refundIn(reference))?.unwanted);
    gate.open();
    await expect(cancelled).rejects.toMatchObject({ reason: 'not-open' });
    await becomes(reference, 'COMPLETED');
    await world.receives(transactionOf(reference), ['refund.completed']);
  });

  it('whose reply is lost: it is CANCELLED once the gateway is proven not to have it, and sent no more', async () => {
    const { reference, gate, sends } = await sending('send-lost', lost);
    const cancelled = cancel(reference);
    await waitUntil('the cancel', async () => (await refundIn(reference))?.unwanted);
    gate.open();
    await world.pass(MINUTE);
    await cancelled;
    expect(await refundIn(reference)).toMatchObject({ state: 'CANCELLED' });
    expect(sends()).toBe(1);
    await closedAndReplayed(transactionOf(reference));
  });

  it('and comes first: nothing is sent', async () => {
    world.script.readiness = () => ({ paused: { reason: 'incident', since: '' } });
    const before = world.callsTo('initiateRefund');
    const reference = `${world.name('cancel-first')}.1`;
    await request(reference);
    const [cancelled] = await Promise.all([cancel(reference), cancel(reference)]);
    expect(cancelled.refunds).toMatchObject([{ state: 'CANCELLED' }]);
    await closedAndReplayed(transactionOf(reference));
    expect(world.callsTo('initiateRefund')).toBe(before);
    await world.receives(transactionOf(reference), ['refund.cancelled']);
  });
});

describe('a refund whose reply was lost', () => {
  async function unknown(what: string) {
    const before = world.callsTo('initiateRefund');
    const reference = `${world.name(what)}.1`;
    request(reference, ALL / 2).catch(() => undefined);
    await waitUntil('the send', () => world.callsTo('initiateRefund') > before);
    return { reference, sends: () => world.callsTo('initiateRefund') - before };
  }

  it('and whose record lags for a day is not sent a third time, counts, and needs review', async () => {
    world.script.initiateRefund = inTurn(lost, () => ({
      kind: 'reference-used',
      code: 'R1',
      message: 'used',
    }));
    const { reference, sends } = await unknown('lagging');
    await world.pass(DAY + HOUR);
    const transaction = transactionOf(reference);
    expect(await read(transaction)).toMatchObject({ review: [{ key: `unresolved:refund:${reference}` }] });
    expect(await refundIn(reference)).toMatchObject({ state: 'PENDING' });
    expect(sends()).toBe(2);
    await expect(request(`${transaction}.2`)).rejects.toMatchObject({ reason: 'refund-exceeds-payment' });
    expect(world.webhookTypes(transaction)).toEqual([]);
  });

  it('and whose record has another amount is refused, and what the record shows counts against the payment', async () => {
    world.script.initiateRefund = (given) => {
      show(given.refundReference ?? '', 'COMPLETED', { refundAmount: (ALL / 4) * 3 });
      return lost();
    };
    const { reference, sends } = await unknown('other-amount');
    await world.pass(MINUTE);
    const refused = await becomes(reference, 'REFUSED');
    expect(refused.reason).toContain('reference-used-elsewhere');
    expect(isSafeToPayAgain(refused)).toBe(false);
    expect(sends()).toBe(1);
    const other = `${transactionOf(reference)}.2`;
    await expect(request(other, ALL / 2)).rejects.toMatchObject({ reason: 'refund-exceeds-payment' });
    expect(sends()).toBe(1);
  });
});

it('two refunds of the same remainder at once: one is granted, and one is sent', async () => {
  const transaction = world.name('same-remainder');
  const gate = createGate();
  world.script.listRefunds = () => gate.opened.then(() => ok({ content: [], last: true }));
  world.script.initiateRefund = accepted('COMPLETED');
  const before = world.callsTo('initiateRefund');
  const replies = [request(`${transaction}.1`), request(`${transaction}.2`)];
  await waitUntil('the first grant', () => world.callsTo('listRefunds') > 0);
  gate.open();
  const ends = await Promise.allSettled(replies);
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { reason: 'refund-exceeds-payment', more: { remaining: '0.00' } },
  });
  expect(world.callsTo('initiateRefund') - before).toBe(1);
});
