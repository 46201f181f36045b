import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { toBatch } from '../../../src/domain/batch/view.js';
import { kobo } from '../../../src/domain/money.js';
import { waitUntil } from '../../support/wait-until.js';
import { lost } from '../../support/world/payout-contract.js';
import { createScriptedBatches, PAUSED, type ScriptedBatches } from '../../support/world/scripted-batches.js';
import {
  createScriptedWorld,
  fails,
  type Request,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { PAYOUT } from '../../support/world/scripted-payouts.js';
import { DAY, DEFAULT_RECHECKS, HOUR, MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
let batches: ScriptedBatches;
beforeAll(async () => {
  world = await createScriptedWorld({
    settings: {
      approvalAboveKobo: kobo(1_000_000_000_00),
      pauseCheckMs: MINUTE,
      recheckScheduleMs: DEFAULT_RECHECKS,
    },
  });
  batches = createScriptedBatches(world);
});
beforeEach(() => {
  world.clearScript();
  batches.reset();
});
afterEach(() => world.endAll());
afterAll(() => world.close());

describe('a batch in several parts', () => {
  const banks = (n: number) => (n > 500 ? '044' : '058');

  it('waits only with the part that has rows to a paused bank', async () => {
    let isPaused = true;
    world.script.readiness = ({ bankCodes }) => (isPaused && bankCodes?.includes('044') ? PAUSED : {});
    batches.settings.firstStatus = 'SUCCESS';
    const reference = world.name('paused-bank');
    await batches.create(reference, 501, banks);
    await batches.partBecomes(reference, 'PAUSED', 2);
    await world.pass(MINUTE);
    expect(await batches.readPart(reference)).toMatchObject({ state: 'COMPLETED' });
    expect(await batches.read(reference)).toMatchObject({ state: 'PAUSED', reason: 'part 2 is PAUSED' });
    isPaused = false;
    await world.pass(10 * MINUTE);
    await batches.becomes(reference, 'COMPLETED');
    expect(await batches.rowStates(reference, 2)).toEqual(['SUCCESS']);
  });

  it('is refused with more than four parts where each needs an OTP: nothing is sent', async () => {
    Object.assign(world.settings, { payoutOtp: true });
    const before = world.callsTo('initiateBatch');
    const reference = world.name('otp-too-large');
    await batches.create(reference, 2_001);
    expect(await batches.becomes(reference, 'REFUSED')).toMatchObject({
      reason: 'otp-batch-too-large: more than 4 parts need an OTP each',
    });
    for (const part of [1, 5]) await batches.partBecomes(reference, 'REFUSED', part);
    Object.assign(world.settings, { payoutOtp: false });
    expect(await batches.create(reference, 2_001)).toMatchObject({ kind: 'closed' });
    expect(world.callsTo('initiateBatch')).toBe(before);
    expect(new Set(await batches.rowStates(reference, 5))).toEqual(new Set(['REFUSED']));
    await world.receives(reference, ['batch.refused']);
  });

  it('sends no part before the wallet covers all of them and their fees', async () => {
    const needed = 501 * PAYOUT;
    let balanceKobo = needed;
    world.script.readiness = ({ withBalance }) => (withBalance ? { balanceKobo, balanceAt: Date.now() } : {});
    batches.settings.firstStatus = 'SUCCESS';
    const before = world.callsTo('initiateBatch');
    const reference = world.name('funds');
    await batches.create(reference, 501);
    // the amounts are there, the fees are not
    await batches.becomes(reference, 'WAITING_FOR_FUNDS');
    expect(world.callsTo('initiateBatch')).toBe(before);
    balanceKobo = kobo(needed * 2);
    await world.pass(5 * MINUTE);
    await batches.becomes(reference, 'COMPLETED');
    expect(world.callsTo('initiateBatch') - before).toBe(2);
    await world.receives(reference, ['batch.waiting-for-funds', 'batch.completed']);
  });
});

describe('a person who decides on a part', () => {
  /** A part whose reply was lost, and that nothing shows, with its review item. */
  async function unknown(what: string) {
    world.script.initiateBatch = lost;
    world.script.readBatchRows = fails('unreachable', 'HTTP 503 from the gateway');
    const reference = world.name(what);
    await batches.create(reference, 2);
    await waitUntil('that it is unknown', async () => {
      const { parts } = toBatch(await batches.read(reference));
      return parts[0]?.outcome === 'unknown';
    });
    await world.pass(3 * HOUR, HOUR);
    const review = async () => (await batches.readPart(reference)).review.map(({ key }) => key);
    await waitUntil('the item', async () => (await review()).length > 0);
    expect(await review()).toEqual(['unresolved:send']);
    return reference;
  }

  it('that it did not happen ends its rows as FAILED, safe to pay again, and sends nothing', async () => {
    const reference = await unknown('did-not-happen');
    const before = world.callsTo('initiateBatch');
    await expect(
      batches.decide(reference, 'did-not-happen', 'unresolved:send', { isMaker: true }),
    ).rejects.toMatchObject({ reason: 'approver-is-maker' });
    await batches.decide(reference, 'did-not-happen', 'unresolved:send');
    await batches.becomes(reference, 'COMPLETED');
    expect(await batches.rowStates(reference)).toEqual(['FAILED', 'FAILED']);
    expect(await batches.safe(reference)).toEqual([true, true]);
    await world.pass(2 * HOUR, HOUR);
    expect(world.callsTo('initiateBatch')).toBe(before);
    await batches.replayed(reference);
    await world.receives(reference, ['batch.completed']);
  });

  it('that it did not happen, and is wrong: what the gateway shows counts, and is for a person again', async () => {
    const reference = await unknown('decided-wrongly');
    await batches.decide(reference, 'did-not-happen', 'unresolved:send');
    await batches.becomes(reference, 'COMPLETED');
    await batches.closed(reference);
    batches.show(reference, [1, 2], 'SUCCESS');
    world.script.readBatchRows = batches.readBatchRows;
    await batches.report(reference, 1, 'SUCCESS');
    await waitUntil('the rows', async () => (await batches.rowStates(reference))[1] === 'SUCCESS');
    expect(await batches.safe(reference)).toEqual([false, false]);
    const { review } = await batches.readPart(reference);
    expect(review.map(({ key, atRiskKobo }) => [key, atRiskKobo])).toEqual([
      ['conflicting-records:records', 2 * PAYOUT],
      ['conflicting-records:state', 2 * PAYOUT],
    ]);
    await waitUntil('the webhook', () => world.webhookTypes(reference).includes('batch.conflicting-records'));
  });

  it('that it happened: its rows wait for their records, and a person may say what became of each', async () => {
    const reference = await unknown('happened');
    await batches.decide(reference, 'happened', 'unresolved:send');
    expect(await batches.rowStates(reference)).toEqual(['PENDING', 'PENDING']);
    await world.pass(2 * DAY, 8 * HOUR);
    const { review } = await batches.readPart(reference);
    expect(review.map(({ key }) => key)).toEqual(['unresolved:row-1', 'unresolved:row-2']);
    await batches.decide(reference, 'happened', 'unresolved:row-1');
    await batches.decide(reference, 'did-not-happen', 'unresolved:row-2');
    await batches.becomes(reference, 'COMPLETED');
    expect(await batches.rowStates(reference)).toEqual(['SUCCESS', 'FAILED']);
    expect(await batches.safe(reference)).toEqual([false, true]);
  });
});

describe('a retry that waits', () => {
  async function failedBatch(what: string, rows = 2) {
    batches.settings.firstStatus = 'FAILED';
    const reference = world.name(what);
    await batches.create(reference, rows);
    await batches.partBecomes(reference, 'IN_PROGRESS');
    await world.pass(8 * MINUTE);
    await batches.becomes(reference, 'COMPLETED');
    await batches.closed(reference);
    batches.settings.firstStatus = 'SUCCESS';
    return reference;
  }

  it('sends nothing of what was paid meanwhile', async () => {
    const earlier = await failedBatch('earlier');
    const retry = world.name('retry');
    const startAt = new Date(Date.now() + DAY).toISOString();
    await batches.create(retry, 2, undefined, { retryOf: earlier, startAt });
    await batches.becomes(retry, 'SCHEDULED');
    batches.show(earlier, [1, 2], 'SUCCESS');
    await batches.report(earlier, 2, 'SUCCESS');
    await waitUntil('the rows', async () => (await batches.rowStates(earlier)).every((s) => s === 'SUCCESS'));
    const before = world.callsTo('initiateBatch');
    await world.pass(DAY + HOUR, 6 * HOUR);
    expect(await batches.becomes(retry, 'REFUSED')).toMatchObject({
      reason: 'rows 1, 2 were paid since by another batch of its chain, or may have been',
    });
    expect(world.callsTo('initiateBatch')).toBe(before);
  });

  it('asks again before each part, which may wait after the batch has begun', async () => {
    const earlier = await failedBatch('earlier-part');
    let isPaused = true;
    world.script.readiness = ({ bankCodes }) => (isPaused && bankCodes ? PAUSED : {});
    const retry = world.name('retry-part');
    const before = world.callsTo('initiateBatch');
    await batches.create(retry, 2, undefined, { retryOf: earlier });
    await batches.partBecomes(retry, 'PAUSED');
    batches.show(earlier, [1, 2], 'SUCCESS');
    await batches.report(earlier, 2, 'SUCCESS');
    await waitUntil('the rows', async () => (await batches.rowStates(earlier)).every((s) => s === 'SUCCESS'));
    isPaused = false;
    await world.pass(5 * MINUTE);
    await batches.becomes(retry, 'REFUSED');
    expect(world.callsTo('initiateBatch')).toBe(before);
  });
});

describe('a part that is sent long after its names were checked', () => {
  it('asks for them once more, and leaves out a row whose account has another name by then', async () => {
    const reference = world.name('late-names');
    const startAt = new Date(Date.now() + 30 * DAY).toISOString();
    batches.settings.firstStatus = 'SUCCESS';
    await batches.create(reference, 2, undefined, { startAt });
    await batches.becomes(reference, 'SCHEDULED');
    world.script.enquireNames = (accounts: Request) =>
      (accounts as unknown as readonly { readonly accountNumber: string }[]).map(({ accountNumber }) => ({
        kind: 'held',
        name: accountNumber.endsWith('2') ? 'MUSA BELLO' : 'ADA OBI',
      }));
    const sums: number[] = [];
    world.script.initiateBatch = (request) => {
      const { transactionList } = request as unknown as { transactionList: readonly { amount: number }[] };
      sums.push(...transactionList.map(({ amount }) => amount));
      return batches.initiateBatch(request);
    };
    await world.pass(30 * DAY + HOUR, 6 * DAY);
    await batches.becomes(reference, 'COMPLETED');
    expect(sums).toEqual([PAYOUT]);
    expect(await batches.rowStates(reference)).toEqual(['SUCCESS', 'REFUSED']);
    expect(await batches.safe(reference)).toEqual([false, true]);
    const { rows } = await batches.readPart(reference);
    expect(rows[1]?.reason).toContain('this has changed since the row was approved');
  });
});

describe('a batch whose excluded rows are released', () => {
  it('by another person than its maker adds them to the sums of the day, and is approved anew', async () => {
    const { approvalAboveDailyKobo } = world.settings;
    Object.assign(world.settings, { approvalAboveDailyKobo: kobo(1) });
    onTestFinished(() => void Object.assign(world.settings, { approvalAboveDailyKobo }));
    world.script.enquireNames = (accounts: Request) =>
      (accounts as unknown as readonly { readonly accountNumber: string }[]).map(({ accountNumber }) => ({
        kind: 'held',
        name: accountNumber.endsWith('2') ? 'MUSA BELLO' : 'ADA OBI',
      }));
    const counted: unknown[] = [];
    world.script.countPayout = ({ reference, amountKobo }: Request) => {
      counted.push([reference, amountKobo]);
      return { sumKobo: kobo(2 * PAYOUT), keySumKobo: kobo(2 * PAYOUT) };
    };
    const reference = world.name('released');
    await batches.create(reference, 2);
    await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
    await expect(batches.release(reference, { isMaker: true })).rejects.toMatchObject({
      reason: 'approver-is-maker',
    });
    const before = (await batches.read(reference)).approval?.requestedAt;
    await batches.release(reference);
    await waitUntil('the new request', async () => {
      const { approval } = await batches.read(reference);
      return approval !== undefined && approval.requestedAt !== before;
    });
    const id = batches.id(reference);
    expect(counted).toEqual([
      [id, PAYOUT],
      [`${id}:${2 * PAYOUT}`, PAYOUT],
    ]);
    await world.oware.batches.cancel(reference);
    await batches.becomes(reference, 'CANCELLED');
  });
});

describe('a payout that the gateway does not authorise', () => {
  it('says so at once, with a review item that ends once it is accepted', async () => {
    const refused = fails('not-authorised', 'D06: Merchant is not authorised');
    world.script.initiateBatch = refused;
    const reference = world.name('not-authorised');
    await batches.create(reference, 2);
    await waitUntil('the review item', async () => (await batches.readPart(reference)).review.length > 0);
    const part = await batches.readPart(reference);
    expect(part.review).toMatchObject([{ key: 'not-authorised', atRiskKobo: 2 * PAYOUT }]);
    expect(part.reason).toContain('D06');
    batches.settings.firstStatus = 'SUCCESS';
    world.script.initiateBatch = batches.initiateBatch;
    await world.pass(2 * HOUR, 30 * MINUTE);
    await batches.becomes(reference, 'COMPLETED');
    expect((await batches.readPart(reference)).review).toEqual([]);
  });
});
