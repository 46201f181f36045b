import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { toRefund } from '../../../src/domain/refund/view.js';
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
      content: [...shown.keys()]
        .filter((each) => transactionOf(each) === transactionReference)
        .flatMap((each) => recordOf(each, transactionReference) ?? []),
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
/** As merchants see it. */
const view = async (refundReference: string) =>
  toRefund(await read(transactionOf(refundReference)), refundReference);
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
    expect(await view(first)).toMatchObject({ state: 'FAILED', safeToPayAgain: true });
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
          key: `conflicting-records:state:${first}`,
          reason: 'the gateway reports money after it was reported as safe to pay again',
          atRiskKobo: ALL,
        },
      ],
    });
    await expect(request(third, 100_00)).rejects.toMatchObject({ reason: 'refund-exceeds-payment' });
    await world.receives(transaction, [
      'refund.failed',
      'refund.safe-to-pay-again',
      'refund.completed',
      'refund.conflicting-records',
      'refund.completed',
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
    expect(await view(reference)).toMatchObject({ state: 'FAILED', safeToPayAgain: false });
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
    for (const [what, answer] of [
      ['event-during-send', accepted('COMPLETED')],
      ['event-and-lost', lost],
    ] as const) {
      const { reference, gate, sends } = await sending(what, answer);
      show(reference, 'COMPLETED');
      await report(reference, 'COMPLETED');
      // it is read once the send has an answer, or has none for half a minute
      await waitUntil('the event', async () => (await refundIn(reference))?.movement.claimed);
      gate.open();
      await becomes(reference, 'COMPLETED');
      await waitUntil('the reply', async () => (await refundIn(reference))?.sentAt);
      await world.pass(MINUTE);
      await closedAndReplayed(transactionOf(reference));
      expect(sends()).toBe(1);
      await world.receives(transactionOf(reference), ['refund.completed']);
    }
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

  it('whose reply is lost: it counts until the gateway is proven not to have it, and is sent no more', async () => {
    const { reference, gate, sends } = await sending('send-lost', lost);
    const cancelled = cancel(reference);
    await waitUntil('the cancel', async () => (await refundIn(reference))?.unwanted);
    gate.open();
    await world.pass(MINUTE);
    await cancelled;
    const unknown = { state: 'PENDING', outcome: 'unknown', cancel: 'requested', safeToPayAgain: false };
    expect(await view(reference)).toMatchObject(unknown);
    const second = `${transactionOf(reference)}.2`;
    // also after the last moment to send it
    for (const pause of [HOUR, 20 * HOUR]) {
      await world.pass(pause);
      expect(await view(reference)).toMatchObject(unknown);
      await expect(request(second)).rejects.toMatchObject({ reason: 'refund-exceeds-payment' });
    }
    await world.pass(8 * HOUR);
    expect(await view(reference)).toMatchObject({ state: 'CANCELLED', safeToPayAgain: true });
    expect(sends()).toBe(1);
    world.script.initiateRefund = accepted('COMPLETED');
    await request(second);
    await becomes(second, 'COMPLETED');
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

describe('a refund that waits while its payment changes', () => {
  const paused = () => ({ paused: { reason: 'incident', since: '' } });

  /** Waits for hours, until operators resume payouts after the change. */
  async function sentAfter(reference: string, change: () => unknown) {
    world.script.readiness = paused;
    await request(reference);
    await becomes(reference, 'PAUSED');
    await world.pass(2 * HOUR);
    const before = world.callsTo('initiateRefund');
    await change();
    delete world.script.readiness;
    const isRefused = async () => (await refundIn(reference))?.state === 'REFUSED';
    await world.passUntil('the end', isRefused, HOUR);
    const sends = world.callsTo('initiateRefund') - before;
    return { sends, reason: (await refundIn(reference))?.reason };
  }

  it('is not sent once the payment was reversed', async () => {
    const { sends, reason } = await sentAfter(`${world.name('reversed')}.1`, () => {
      world.script.getTransaction = record('REVERSED', ALL, { paymentMethod: 'ACCOUNT_TRANSFER' });
    });
    expect(reason).toBe('the gateway reports REVERSED for the payment');
    expect(sends).toBe(0);
  });

  async function failed(what: string) {
    const transaction = world.name(what);
    const first = `${transaction}.1`;
    await request(first);
    show(first, 'FAILED');
    await report(first, 'FAILED');
    await becomes(first, 'FAILED');
    await world.pass(7 * MINUTE);
    return { transaction, first };
  }

  it('is not sent once the list shows another refund as paid that had failed, though its record lags', async () => {
    const { transaction, first } = await failed('corrected-in-list');
    const lagging = { ...recordOf(first, transaction), refundStatus: 'FAILED' };
    world.script.getRefund = () => ok(lagging);
    const { sends, reason } = await sentAfter(`${transaction}.2`, () => show(first, 'COMPLETED'));
    expect(reason).toBe('above what was paid, with the other refunds');
    expect(sends).toBe(0);
  });

  it('is not sent once another refund that had failed is paid after all', async () => {
    const { transaction, first } = await failed('corrected');
    const { sends, reason } = await sentAfter(`${transaction}.2`, () => show(first, 'COMPLETED'));
    expect(reason).toBe('above what was paid, with the other refunds');
    expect(sends).toBe(0);
    expect(await refundIn(first)).toMatchObject({ state: 'COMPLETED' });
  });

  it('is not sent before a refund of another system that an event reports was read', async () => {
    const transaction = world.name('theirs');
    const theirs = `${transaction}.theirs`;
    const { sends, reason } = await sentAfter(`${transaction}.1`, async () => {
      const answer = world.script.getRefund;
      // the list lags, and the first reads of the record have no answer
      world.script.listRefunds = () => ok({ content: [], last: true });
      const silent = inTurn(lost, lost, (given) => answer?.(given));
      world.script.getRefund = (given) =>
        given.refundReference === theirs ? silent(given) : answer?.(given);
      show(theirs, 'COMPLETED');
      await report(theirs, 'COMPLETED');
    });
    expect(reason).toBe('above what was paid, with the other refunds');
    expect(sends).toBe(0);
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
    expect(await read(transaction)).toMatchObject({ review: [{ key: `unresolved:send:${reference}` }] });
    expect(await refundIn(reference)).toMatchObject({ state: 'PENDING' });
    expect(sends()).toBe(2);
    await expect(request(`${transaction}.2`)).rejects.toMatchObject({ reason: 'refund-exceeds-payment' });
    expect(world.webhookTypes(transaction)).toEqual(['refund.outcome-unknown']);
  });

  it('and whose record has another amount is for a person, and what the record shows counts against the payment', async () => {
    world.script.initiateRefund = (given) => {
      show(given.refundReference ?? '', 'COMPLETED', { refundAmount: (ALL / 4) * 3 });
      return lost();
    };
    const { reference, sends } = await unknown('other-amount');
    await world.pass(MINUTE);
    // its own request may have arrived as well
    expect(await view(reference)).toMatchObject({
      state: 'PENDING',
      safeToPayAgain: false,
      reviewItems: [{ key: `identity-mismatch:${reference}`, atRiskKobo: (ALL / 4) * 3 }],
    });
    expect(sends()).toBe(1);
    const other = `${transactionOf(reference)}.2`;
    await expect(request(other, ALL / 2)).rejects.toMatchObject({ reason: 'refund-exceeds-payment' });
    expect(sends()).toBe(1);
  });
});

it('a refund to an account that the bank has under another name is held, and nothing is sent', async () => {
  const before = world.callsTo('initiateRefund');
  world.script.enquireName = ({ accountNumber }) => ok({ accountNumber, accountName: 'MUSA BELLO' });
  const transaction = world.name('other-name');
  const refundReference = `${transaction}.1`;
  const destination = { bankCode: '058', accountNumber: '0100000001', accountName: 'Ada Obi' };
  world.oware.refunds
    .request(transaction, {
      refundReference,
      amountKobo: kobo(ALL),
      refundReason: 'Broken calabash',
      customerNote: 'Refund',
      destination,
    })
    .catch(() => undefined);
  const items = async () => (await read(transaction).catch(() => undefined))?.review ?? [];
  await waitUntil('the hold', async () => (await items()).length > 0);
  expect(await read(transaction)).toMatchObject({
    review: [
      { kind: 'name-mismatch', atRiskKobo: ALL, reason: expect.stringContaining('MUSA BELLO') as string },
    ],
  });
  expect(await view(refundReference)).toMatchObject({ state: 'PENDING' });
  await world.pass(2 * HOUR, HOUR);
  expect(world.callsTo('initiateRefund')).toBe(before);
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
