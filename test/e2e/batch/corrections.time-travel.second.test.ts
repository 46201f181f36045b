import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BatchTerms } from '../../../src/domain/batch/batch.js';
import { kobo } from '../../../src/domain/money.js';
import { resultsOf } from '../../../src/domain/batch/batch-part.js';
import { toRequest } from '../../support/lifecycles/batches.js';
import { waitUntil } from '../../support/wait-until.js';
import { createScriptedBatches, type ScriptedBatches } from '../../support/world/scripted-batches.js';
import {
  createGate,
  createScriptedWorld,
  fails,
  ok,
  type Request,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { DAY, DEFAULT_RECHECKS, HOUR, MINUTE } from '../../support/world/world.js';

/* What becomes known of a batch later, or after its run was lost. */

let world: ScriptedWorld;
let batches: ScriptedBatches;
beforeAll(async () => {
  world = await createScriptedWorld({
    settings: { approvalAboveKobo: kobo(1_000_000_000_00), recheckScheduleMs: DEFAULT_RECHECKS },
  });
  batches = createScriptedBatches(world);
});
beforeEach(() => {
  world.clearScript();
  batches.reset();
});
afterEach(() => world.endAll());
afterAll(() => world.close());

const lost = fails('outcome-unknown', 'HTTP 502 from the gateway');
const unreachable = fails('unreachable', 'HTTP 503 from the gateway');
const rowsOf = (rows: number) =>
  Array.from({ length: rows }, (_, index) => ({
    amount: '5000.00',
    bankCode: '058',
    accountNumber: String(index + 1).padStart(10, '0'),
    accountName: 'Ada Obi',
  }));
const keys = async (reference: string) => (await batches.readPart(reference)).review.map(({ key }) => key);
const results = async (reference: string) =>
  resultsOf(await batches.readPart(reference)).map(
    ({ state, safeToPayAgain }) => `${state}${safeToPayAgain ? ', safe' : ''}`,
  );
/** The rows that merchants are shown as safe to pay again. */
async function safeRows(reference: string) {
  const safe: number[] = [];
  for await (const { n, safeToPayAgain } of world.oware.batchRows(reference))
    if (safeToPayAgain) safe.push(n);
  return safe;
}
const count = (reference: string, type: string) =>
  world.webhookTypes(reference).filter((each) => each === type).length;

/** All rows have ended like this, and both workflows are closed. */
async function closed(what: string, status: string, rows = 2) {
  batches.settings.firstStatus = status;
  const reference = world.name(what);
  const before = world.callsTo('initiateBatch');
  await batches.create(reference, rows);
  await waitUntil('the send', () => world.callsTo('initiateBatch') > before);
  await world.pass(8 * MINUTE, 2 * MINUTE);
  await batches.becomes(reference, 'COMPLETED');
  await batches.closed(reference);
  return reference;
}

/** The reply to its request was lost. */
async function unanswered(what: string, rows = 2) {
  world.script.initiateBatch = lost;
  const reference = world.name(what);
  const before = world.callsTo('initiateBatch');
  await batches.create(reference, rows);
  await waitUntil('the send', () => world.callsTo('initiateBatch') > before);
  return reference;
}

/** The gateway wants an OTP for each part that it gets from here on. */
function wantsOtp() {
  batches.settings.firstStatus = 'PENDING_BATCH_AUTHORIZATION';
  world.script.initiateBatch = (request) => {
    batches.initiateBatch(request);
    const { batchReference } = request as { readonly batchReference: string };
    return ok({ batchReference, batchStatus: 'PENDING_AUTHORIZATION' });
  };
}

async function turn(reference: string, n: number, status: string, key: string) {
  batches.show(reference, [n], status);
  await batches.report(reference, n, status, { key });
  await world.pass(15 * MINUTE, MINUTE);
}

describe('an event about one row', () => {
  it('shows that the gateway has the batch: its other rows are not safe to pay again without a trace of them', async () => {
    const reference = await unanswered('one-row', 3);
    await world.pass(5 * MINUTE);
    await batches.report(reference, 1, 'SUCCESS');
    await world.pass(28 * HOUR, 4 * HOUR);
    expect((await results(reference)).slice(1)).toEqual(['PENDING', 'PENDING']);
    expect(await keys(reference)).not.toContain('unresolved:send');
  });

  it('speaks against a decision that the gateway never had it', async () => {
    world.script.readBatchRows = unreachable;
    const reference = await unanswered('one-row-decided', 2);
    await world.pass(3 * HOUR, HOUR);
    expect(await keys(reference)).toEqual(['unresolved:send']);
    await batches.report(reference, 1, 'SUCCESS');
    await world.pass(2 * MINUTE);
    await waitUntil('the event', async () => !(await keys(reference)).includes('unresolved:send'));
    await expect(batches.decide(reference, 'did-not-happen', 'unresolved:send')).rejects.toThrow();
    expect(await results(reference)).toEqual(['PENDING', 'PENDING']);
  });

  it('is reported at once where the part was absent, also while the gateway does not answer', async () => {
    const reference = await unanswered('absent-then-event');
    await world.pass(28 * HOUR, 4 * HOUR);
    await batches.becomes(reference, 'COMPLETED');
    await batches.closed(reference);
    expect(await results(reference)).toEqual(['FAILED, safe', 'FAILED, safe']);
    for (const name of ['readBatchRows', 'readRows', 'findBatch']) world.script[name] = unreachable;
    await batches.report(reference, 1, 'SUCCESS');
    await waitUntil('the webhook', () => count(reference, 'batch.conflicting-records') === 1);
    expect(await results(reference)).toEqual(['PENDING', 'PENDING']);
    // a claim that no answer confirms is for a person as well
    await world.pass(2 * DAY, 8 * HOUR);
    expect(await keys(reference)).toContain('unproven-event:row-1');
  });

  it('is reported where the row was excluded, and safe to pay again', async () => {
    world.script.enquireNames = (accounts: Request) =>
      (accounts as unknown as readonly { readonly accountNumber: string }[]).map(({ accountNumber }) => ({
        kind: 'held',
        name: accountNumber.endsWith('2') ? 'MUSA BELLO' : 'ADA OBI',
      }));
    Object.assign(world.settings, { policyNameMismatch: 'refuse' });
    const reference = await closed('excluded-paid', 'SUCCESS').finally(() =>
      Object.assign(world.settings, { policyNameMismatch: 'hold' }),
    );
    expect(await results(reference)).toEqual(['SUCCESS', 'REFUSED, safe']);
    await turn(reference, 2, 'SUCCESS', 'paid');
    expect(await results(reference)).toEqual(['SUCCESS', 'SUCCESS']);
    expect(await keys(reference)).toEqual(['conflicting-records:row-2']);
    expect(count(reference, 'batch.conflicting-records')).toBe(1);
  });
});

describe('rows that change after the batch was closed', () => {
  it('are each reported, also where their item is still open', async () => {
    const reference = await closed('three-conflicts', 'FAILED', 3);
    for (const n of [1, 2, 3]) await turn(reference, n, 'SUCCESS', `paid-${n}`);
    expect(await results(reference)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    expect(count(reference, 'batch.conflicting-records')).toBe(3);
  });

  it('are reported each time that their money comes back', async () => {
    const reference = await closed('returned-twice', 'SUCCESS');
    for (const [n, status] of ['REVERSED', 'SUCCESS', 'REVERSED', 'SUCCESS'].entries()) {
      await turn(reference, 1, status, `turn-${n}`);
    }
    expect(await results(reference)).toEqual(['SUCCESS', 'SUCCESS']);
    expect(count(reference, 'batch.item-reversed')).toBe(2);
  });

  it('are read when they are paid again after their return, though the event looks old', async () => {
    const reference = await closed('paid-again', 'SUCCESS');
    await turn(reference, 1, 'REVERSED', 'back');
    for (const key of await keys(reference)) await batches.decide(reference, 'dismiss', key);
    await world.pass(5 * MINUTE, MINUTE);
    await world.closed(`batch-part:${reference}/1`);
    expect(await results(reference)).toEqual(['REVERSED, safe', 'SUCCESS']);
    await turn(reference, 1, 'SUCCESS', 'again');
    expect(await results(reference)).toEqual(['SUCCESS', 'SUCCESS']);
  });
});

describe('a part whose rows are all odd', () => {
  it('has no item left once a person says that it is ours, and its rows are read', async () => {
    world.script.initiateBatch = (request) => {
      batches.initiateBatch(request);
      for (const key of batches.records.keys())
        batches.records.set(key, { status: 'PENDING', amount: kobo(1) });
      return lost();
    };
    const reference = world.name('odd-happened');
    await batches.create(reference, 2);
    await waitUntil('the item', async () => {
      await world.pass(MINUTE);
      return (await keys(reference)).length > 0;
    });
    const [key = ''] = await keys(reference);
    await batches.decide(reference, 'happened', key);
    batches.show(reference, [1, 2], 'SUCCESS');
    await world.pass(10 * MINUTE, MINUTE);
    expect(await results(reference)).toEqual(['SUCCESS', 'SUCCESS']);
    expect(await keys(reference)).toEqual([]);
  });
});

describe('a run that is lost', () => {
  it('does not lose that released rows need an approval', async () => {
    world.script.enquireNames = (accounts: Request) =>
      (accounts as unknown as readonly { readonly accountNumber: string }[]).map(({ accountNumber }) => ({
        kind: 'held',
        name: accountNumber.endsWith('2') ? 'MUSA BELLO' : 'ADA OBI',
      }));
    const reference = world.name('lost-release');
    const before = world.callsTo('initiateBatch');
    await batches.create(reference, 2);
    await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
    await batches.release(reference);
    await waitUntil('the release', async () => (await batches.rowStates(reference))[1] === 'PENDING');
    await world.handle(batches.id(reference)).terminate('an operator');
    batches.create(reference, 2).catch(() => undefined);
    const batch = await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
    expect(batch.reason).toContain('rows whose names were not confirmed were released');
    expect(world.callsTo('initiateBatch')).toBe(before);
  });

  it('releases a row that a person names after it, though the part had released another one before', async () => {
    world.script.enquireNames = (accounts: Request) =>
      (accounts as unknown as readonly { readonly accountNumber: string }[]).map(({ accountNumber }) => ({
        kind: 'held',
        name: accountNumber.endsWith('1') ? 'ADA OBI' : 'MUSA BELLO',
      }));
    const reference = world.name('release-after-loss');
    await batches.create(reference, 3);
    await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
    await batches.release(reference, { rows: [2] });
    expect(await batches.rowStates(reference)).toEqual(['PENDING', 'PENDING', 'HELD']);
    await world.handle(batches.id(reference)).terminate('an operator');
    batches.create(reference, 3).catch(() => undefined);
    await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
    await batches.release(reference, { rows: [3] });
    expect(await batches.rowStates(reference)).toEqual(['PENDING', 'PENDING', 'PENDING']);
  });

  it('is not reported as cancelled before its parts have answered: they may have been sent', async () => {
    const reference = world.name('lost-cancel');
    await batches.create(reference, 2);
    await batches.becomes(reference, 'IN_PROGRESS');
    await batches.partBecomes(reference, 'IN_PROGRESS');
    const { readPartReports } = world.oware;
    Object.assign(world.oware, { readPartReports: () => Promise.reject(new Error('busy')) });
    await world.handle(batches.id(reference)).terminate('an operator');
    batches.create(reference, 2).catch(() => undefined);
    await waitUntil(
      'the new run',
      async () => (await world.handle(batches.id(reference)).describe()).status.name === 'RUNNING',
    );
    const cancelled = world.oware.batches.cancel(reference).catch(() => undefined);
    await pause(1_000);
    Object.assign(world.oware, { readPartReports });
    await batches.becomes(reference, 'IN_PROGRESS');
    await cancelled;
    await expect(world.oware.batches.cancel(reference)).rejects.toMatchObject({ reason: 'not-open' });
    expect(world.webhookTypes(reference)).toEqual([]);
    batches.show(reference, [1, 2], 'SUCCESS');
    await world.pass(5 * MINUTE, MINUTE);
    await batches.becomes(reference, 'COMPLETED');
    expect(world.webhookTypes(reference)).toEqual(['batch.completed']);
  });

  it('restores the parts that are lost with it: they may have been sent', async () => {
    const reference = world.name('lost-together');
    await batches.create(reference, 501);
    for (const part of [1, 2]) await batches.partBecomes(reference, 'IN_PROGRESS', part);
    const parts = [1, 2].map((part) => `batch-part:${reference}/${part}`);
    for (const id of [batches.id(reference), ...parts]) await world.handle(id).terminate('an operator');
    const all = Array.from({ length: 501 }, (_, index) => index + 1);
    batches.show(reference, all, 'SUCCESS');
    // it restores the first part, and that its batch
    await batches.report(reference, 1, 'SUCCESS');
    await batches.partBecomes(reference, 'COMPLETED', 2);
    expect((await batches.becomes(reference, 'COMPLETED')).parts).toHaveLength(2);
    expect(world.webhookTypes(reference)).toEqual(['batch.completed']);
  });

  it('does not lose who asked for it, nor does a run that an event begins', async () => {
    const refused = { reason: 'approver-is-maker' };
    const later = await closed('maker-later', 'SUCCESS');
    await turn(later, 1, 'REVERSED', 'back');
    await expect(
      batches.decide(later, 'accept', 'payout-reversed:row-1', { isMaker: true }),
    ).rejects.toMatchObject(refused);
    world.script.readBatchRows = unreachable;
    const reference = await unanswered('maker-lost');
    await world.handle(`batch-part:${reference}/1`).terminate('an operator');
    await batches.report(reference, 1, 'FAILED');
    await waitUntil(
      'the new run',
      async () => (await batches.readPart(reference).catch(() => undefined)) && true,
    );
    await world.pass(26 * HOUR, 6 * HOUR);
    const [key = ''] = await keys(reference);
    await expect(batches.decide(reference, 'did-not-happen', key, { isMaker: true })).rejects.toMatchObject(
      refused,
    );
  });
});

describe('a retry of a retry', () => {
  it('is no possible duplicate of the first batch', async () => {
    // the real claims
    delete world.script.claimRows;
    batches.settings.firstStatus = 'FAILED';
    const chain = ['first', 'second', 'third'].map((each) => world.name(each));
    for (const [index, reference] of chain.entries()) {
      const retryOf = chain[index - 1];
      await batches.create(reference, 2, undefined, retryOf === undefined ? {} : { retryOf });
      await batches.partBecomes(reference, 'IN_PROGRESS');
      await world.pass(8 * MINUTE, 2 * MINUTE);
      await batches.becomes(reference, 'COMPLETED');
      await batches.closed(reference);
    }
    expect(world.callsTo('initiateBatch')).toBeGreaterThanOrEqual(chain.length);
  });
});

it('keeps its cancel in its history: a batch whose run is lost is not sent after it', async () => {
  const reference = world.name('cancelled-then-lost');
  await batches.create(reference, 1, undefined, { startAt: new Date(Date.now() + HOUR).toISOString() });
  await batches.becomes(reference, 'SCHEDULED');
  const { runId } = await world.handle(batches.id(reference)).describe();
  expect(await world.oware.recallBatch(reference, runId)).toEqual({});
  await world.oware.batches.cancel(reference);
  expect(await world.oware.recallBatch(reference, runId)).toEqual({ isCancelled: true });
});

describe('a retry', () => {
  it('ends in time although the batch that it retries is lost', async () => {
    const earlier = world.name('lost-earlier');
    await batches.create(earlier, 2);
    await batches.partBecomes(earlier, 'IN_PROGRESS');
    batches.show(earlier, [1], 'FAILED');
    await world.pass(10 * MINUTE, MINUTE);
    expect(await results(earlier)).toEqual(['FAILED, safe', 'PENDING']);
    const [startAt, notAfter] = [1, 4].map((hours) => new Date(Date.now() + hours * HOUR).toISOString());
    const retry = world.name('waits-for-lost');
    await batches.create(retry, 1, undefined, {
      retryOf: earlier,
      ...(startAt !== undefined && { startAt }),
      ...(notAfter !== undefined && { notAfter }),
    });
    await batches.becomes(retry, 'SCHEDULED');
    const before = world.callsTo('initiateBatch');
    for (const id of [batches.id(earlier), `batch-part:${earlier}/1`]) await world.handle(id).terminate();
    await world.pass(5 * HOUR, HOUR);
    await batches.becomes(retry, 'EXPIRED');
    expect((await batches.read(retry)).reason).toContain('what became of the rows that it retries');
    expect(world.callsTo('initiateBatch')).toBe(before);
    await world.receives(retry, ['batch.expired']);
  });

  /** A batch whose first row has failed, and a retry of it that begins in an hour; then the run of the batch is lost. */
  async function lostWithItsClaim(what: string) {
    const earlier = world.name(`${what}-earlier`);
    await batches.create(earlier, 2);
    await batches.partBecomes(earlier, 'IN_PROGRESS');
    batches.show(earlier, [1], 'FAILED');
    await world.pass(10 * MINUTE, MINUTE);
    const [first, second] = [world.name(`${what}-first`), world.name(`${what}-second`)];
    const startAt = new Date(Date.now() + HOUR).toISOString();
    await batches.create(first, 1, undefined, { retryOf: earlier, startAt });
    await batches.becomes(first, 'SCHEDULED');
    await world.handle(batches.id(earlier)).terminate('an operator');
    return { earlier, first, second };
  }

  it('is found again by the batch that it retries, also after two of its runs were lost: no second one is accepted', async () => {
    const { earlier, first, second } = await lostWithItsClaim('found');
    await batches.create(earlier, 2);
    await world.handle(batches.id(earlier)).terminate('an operator');
    await batches.create(earlier, 2);
    await expect(batches.create(second, 2, undefined, { retryOf: earlier })).rejects.toMatchObject({
      reason: 'retry-refused',
    });
    await expect(batches.create(second, 1, undefined, { retryOf: earlier })).rejects.toThrow(first);
    expect((await batches.read(earlier)).retriedBy).toBe(first);
    const before = world.callsTo('initiateBatch');
    await world.pass(2 * HOUR, HOUR);
    await batches.partBecomes(first, 'IN_PROGRESS');
    expect(world.callsTo('initiateBatch')).toBe(before + 1);
  });

  it('is not sent once another batch has claimed the same rows: Temporal no longer had the first claim', async () => {
    const { earlier, first, second } = await lostWithItsClaim('gone');
    const { recallBatch } = world.oware;
    Object.assign(world.oware, { recallBatch: () => Promise.resolve({}) });
    await batches.create(earlier, 2);
    await batches.create(second, 1, undefined, { retryOf: earlier });
    Object.assign(world.oware, { recallBatch });
    await batches.partBecomes(second, 'IN_PROGRESS');
    const before = world.callsTo('initiateBatch');
    await world.pass(2 * HOUR, HOUR);
    expect((await batches.becomes(first, 'REFUSED')).reason).toContain('another batch of its chain');
    expect(world.callsTo('initiateBatch')).toBe(before);
  });

  it('leaves no row safe to pay again in two batches, or in one while another has paid it', async () => {
    const earlier = world.name('safe-in-chain');
    await batches.create(earlier, 3);
    await batches.partBecomes(earlier, 'IN_PROGRESS');
    batches.show(earlier, [1, 2], 'FAILED');
    await world.pass(10 * MINUTE, MINUTE);
    expect(await safeRows(earlier)).toEqual([1, 2]);
    const retry = world.name('safe-in-retry');
    const startAt = new Date(Date.now() + HOUR).toISOString();
    await batches.create(retry, 2, undefined, { retryOf: earlier, startAt });
    await batches.becomes(retry, 'SCHEDULED');
    expect(await safeRows(earlier)).toEqual([]);
    batches.show(earlier, [1], 'SUCCESS');
    await batches.report(earlier, 1, 'SUCCESS');
    await world.pass(2 * HOUR, HOUR);
    await batches.becomes(retry, 'REFUSED');
    expect(await safeRows(retry)).toEqual([2]);
    expect(await safeRows(earlier)).toEqual([]);
  });

  it('is refused once the record of an earlier row shows that it was paid, although no event has said so', async () => {
    const earlier = await closed('fresh-earlier', 'FAILED');
    batches.show(earlier, [1], 'SUCCESS');
    const before = world.callsTo('initiateBatch');
    const retry = world.name('fresh-retry');
    world.script.readBatchRows = unreachable;
    await batches.create(retry, 2, undefined, { retryOf: earlier });
    await waitUntil('the look', async () => {
      await world.pass(MINUTE);
      return (await batches.readPart(retry)).request.look?.unanswered !== undefined;
    });
    world.script.readBatchRows = batches.readBatchRows;
    await world.pass(HOUR, 10 * MINUTE);
    expect((await batches.becomes(retry, 'REFUSED')).state).toBe('REFUSED');
    expect((await batches.readPart(retry)).reason).toContain('rows 1 were paid since');
    expect(await safeRows(retry)).toEqual([2]);
    expect(await results(earlier)).toEqual(['SUCCESS', 'FAILED, safe']);
    expect(world.callsTo('initiateBatch')).toBe(before);
  });

  it('gets no OTP once a row that it pays again was paid by the batch before it', async () => {
    const earlier = world.name('otp-earlier');
    await batches.create(earlier, 2);
    await batches.partBecomes(earlier, 'IN_PROGRESS');
    batches.show(earlier, [1], 'FAILED');
    await world.pass(10 * MINUTE, MINUTE);
    wantsOtp();
    const retry = world.name('otp-retry');
    await batches.create(retry, 1, undefined, { retryOf: earlier });
    await batches.becomes(retry, 'PENDING_AUTHORIZATION');
    const submit = () =>
      world.oware.batchParts.submitOtp(`${retry}/1`, { handle: 'otp', taskQueue: world.taskQueue });
    const before = world.callsTo('validateBatchOtp');
    batches.show(earlier, [1], 'SUCCESS');
    await batches.report(earlier, 1, 'SUCCESS');
    await world.pass(5 * MINUTE, MINUTE);
    await expect(submit()).rejects.toMatchObject({ reason: 'not-open' });
    await expect(submit()).rejects.toThrow('rows 1 were paid since');
    expect(world.callsTo('validateBatchOtp')).toBe(before);
  });

  it('is refused while rows of the earlier batch are still being stored: they may be paid', async () => {
    const earlier = world.name('unstored');
    const input = rowsOf(501);
    await world.oware.batches.create(toRequest(earlier, input).terms);
    const retry = world.name('of-unstored');
    await expect(batches.create(retry, 2, undefined, { retryOf: earlier })).rejects.toMatchObject({
      reason: 'retry-refused',
    });
  });
});

describe('payments that are asked for again', () => {
  it('by a retry are held where a batch that it does not retry has them as well', async () => {
    // the real claims
    delete world.script.claimRows;
    const bank = String(100 + (Date.now() % 900));
    const send = async (what: string, status: string, more: Partial<BatchTerms> = {}) => {
      batches.settings.firstStatus = status;
      const reference = world.name(what);
      await batches.create(reference, 2, () => bank, more);
      await batches.partBecomes(reference, 'IN_PROGRESS').catch(() => undefined);
      await world.pass(8 * MINUTE, 2 * MINUTE);
      await batches.becomes(reference, 'COMPLETED');
      return reference;
    };
    const first = await send('twin-failed', 'FAILED');
    const second = await send('twin-paid', 'SUCCESS', { duplicateIntended: true });
    const before = world.callsTo('initiateBatch');
    const retry = world.name('twin-retry');
    await batches.create(retry, 2, () => bank, { retryOf: first });
    await waitUntil('the hold', async () => (await batches.read(retry)).review.length > 0);
    const [item] = (await batches.read(retry)).review;
    expect(item).toMatchObject({
      kind: 'possible-duplicate',
      reason: expect.stringContaining(second) as string,
    });
    expect(world.callsTo('initiateBatch')).toBe(before);
  });

  it('are held for seven days after the last batch that has them, not after the first', async () => {
    // the real claims
    delete world.script.claimRows;
    batches.settings.firstStatus = 'SUCCESS';
    const bank = String(100 + (Date.now() % 900));
    const create = async (what: string, more: Partial<BatchTerms> = {}) => {
      const reference = world.name(what);
      await batches.create(reference, 3, () => bank, more);
      return reference;
    };
    const send = async (what: string, more?: Partial<BatchTerms>) => {
      const before = world.callsTo('initiateBatch');
      await create(what, more);
      await waitUntil('the send', () => world.callsTo('initiateBatch') > before);
    };
    await send('day-0');
    await world.pass(6 * DAY, 2 * DAY);
    await send('day-6', { duplicateIntended: true });
    await world.pass(2 * DAY);
    const reference = await create('day-8');
    await waitUntil('the hold', async () => (await batches.read(reference)).review.length > 0);
    expect((await batches.read(reference)).review).toMatchObject([{ kind: 'possible-duplicate' }]);
    await world.receives(reference, ['batch.on-hold']);
  });
});

describe('a cancel of a batch', () => {
  it('is not answered while an OTP is on its way, and is refused once the gateway has taken that', async () => {
    wantsOtp();
    const reference = world.name('otp-on-its-way');
    const gate = createGate();
    world.script.validateBatchOtp = async () => {
      await gate.opened;
      return ok({ batchReference: `${reference}--p1`, batchStatus: 'AWAITING_PROCESSING' });
    };
    await batches.create(reference, 2);
    await batches.becomes(reference, 'PENDING_AUTHORIZATION');
    const otp = { handle: 'otp', taskQueue: world.taskQueue };
    const submitted = world.oware.batchParts.submitOtp(`${reference}/1`, otp);
    submitted.catch(() => undefined);
    await waitUntil('the OTP', () => world.callsTo('validateBatchOtp') > 0);
    let isAnswered = false;
    const cancelled = world.oware.batches.cancel(reference).then(
      () => (isAnswered = true),
      () => undefined,
    );
    await waitUntil('the order', async () => (await batches.readPart(reference)).order?.kind === 'end');
    await pause(500);
    expect(isAnswered).toBe(false);
    gate.open();
    await submitted;
    await cancelled;
    await expect(world.oware.batches.cancel(reference)).rejects.toMatchObject({ reason: 'not-open' });
    expect((await batches.read(reference)).state).not.toBe('CANCELLED');
  });

  it.each([
    ['and ends the part that was not sent', 501],
    ['also where no other part is left', 2],
  ])('withholds the OTP of the part that waits for it, %s', async (_, rows) => {
    wantsOtp();
    const reference = world.name('otp-cancel');
    const before = world.callsTo('validateBatchOtp');
    await batches.create(reference, rows);
    await batches.becomes(reference, 'PENDING_AUTHORIZATION');
    await world.oware.batches.cancel(reference);
    await expect(
      world.oware.batchParts.submitOtp(`${reference}/1`, { handle: 'otp', taskQueue: world.taskQueue }),
    ).rejects.toMatchObject({ reason: 'not-open' });
    expect(world.callsTo('validateBatchOtp')).toBe(before);
    batches.show(
      reference,
      Array.from({ length: Math.min(rows, 500) }, (_, index) => index + 1),
      'EXPIRED',
    );
    await world.pass(DAY, 2 * HOUR);
    await batches.becomes(reference, 'CANCELLED');
    expect(new Set(await batches.rowStates(reference))).toEqual(new Set(['CANCELLED']));
  });
});
