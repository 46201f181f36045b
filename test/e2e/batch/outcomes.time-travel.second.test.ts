import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import {
  type Batches,
  createBatches,
  rowsToPeople,
  rowTo,
  toRequest,
} from '../../support/lifecycles/batches.js';
import { reviewItems } from '../../support/lifecycles/review-items.js';
import { ACCOUNTS } from '../../support/lifecycles/transfers.js';
import { waitUntil } from '../../support/wait-until.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let batches: Batches;
beforeAll(async () => {
  world = await createTimeTravelWorld({ settings: { approvalAboveKobo: kobo(5_000_000_00) } });
  batches = createBatches(world, { isClockKept: true });
});
beforeEach(async () => {
  await world.backToNow();
  await world.clearFaults();
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
  await world.control(`merchants/${world.account.id}/wallet`, { balance: '9000000.00' });
});
afterAll(() => world.close());

const rowAt = async (reference: string, row: number) =>
  (await batches.rows(reference)).find((each) => each.row === row);

describe('rows of a batch', () => {
  it('end each in its own way, and the ledger agrees with every one', async () => {
    await batches.create('ends', [
      ...rowsToPeople(1, 40_000),
      rowTo(ACCOUNTS.dormant),
      rowTo(ACCOUNTS.slow),
      rowTo(ACCOUNTS.slowFailure),
      rowTo(ACCOUNTS.falseFailure),
      rowTo('0199900012'),
      rowTo('0199900013'),
    ]);
    await batches.becomes('ends', 'IN_PROGRESS');
    await world.pass(4 * MINUTE, MINUTE);
    expect(await rowAt('ends', 2)).toMatchObject({ state: 'FAILED', safeToPayAgain: false });
    expect(await rowAt('ends', 5)).toMatchObject({ state: 'PENDING', safeToPayAgain: false });
    expect(world.merchant.typesOf('ends')).toEqual([]);
    await world.pass(12 * MINUTE, MINUTE);
    const done = await batches.becomes('ends', 'COMPLETED');
    expect(batches.countsOf(done)).toEqual({ FAILED: 2, SUCCESS: 5 });
    const rows = await batches.rows('ends');
    expect(rows.map(({ state, safeToPayAgain }) => [state, safeToPayAgain])).toEqual([
      ['SUCCESS', false],
      ['FAILED', true],
      ['SUCCESS', false],
      ['FAILED', true],
      ['SUCCESS', false],
      ['SUCCESS', false],
      ['SUCCESS', false],
    ]);
    expect(rows[1]).toMatchObject({ reason: 'the gateway reports FAILED: Dormant account' });
    expect(rows.map(({ row }) => batches.paidOut('ends', row))).toEqual([
      500_000, 0, 500_000, 0, 500_000, 500_000, 500_000,
    ]);
    await world.merchant.receives('ends', 'batch.completed');
    expect(world.merchant.typesOf('ends')).toEqual(['batch.completed']);
    expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
  });

  it('are read when the merchant asks for a check: each part that was sent is asked', async () => {
    await batches.create('checked', [rowTo(ACCOUNTS.slow)]);
    await waitUntil('the send', async () => {
      const { parts } = await batches.read('checked');
      return (parts as { state: string }[])[0]?.state === 'IN_PROGRESS';
    });
    const asked = async () => {
      const { events = [] } = await world.handle(batches.partId('checked', 1)).fetchHistory();
      return (events ?? []).filter(
        (each) => each.workflowExecutionSignaledEventAttributes?.signalName === 'requestCheck',
      );
    };
    expect(await asked()).toEqual([]);
    expect(await world.call('POST', '/v1/batches/checked/confirm')).toMatchObject({ status: 200 });
    expect(await asked()).toHaveLength(1);
  });

  it('need review after a day without an outcome, and an operator concludes each', async () => {
    await batches.create('never', [...rowsToPeople(1, 40_100), rowTo(ACCOUNTS.neverDecided)]);
    await batches.becomes('never', 'IN_PROGRESS');
    await world.pass(DAY + HOUR, 6 * HOUR);
    const part = await batches.readPart('never', 1);
    expect(reviewItems(part)).toMatchObject([{ key: 'unresolved:row-2', atRisk: '5000.00' }]);
    await waitUntil('the batch to know', async () => {
      const { parts } = await batches.read('never');
      return (parts as { needsReview?: string[] }[])[0]?.needsReview?.includes('unresolved');
    });
    const resolution = { decision: 'happened', reason: 'the bank confirmed it' };
    expect(await batches.resolvePart('never', 1, 'unresolved:row-2', resolution)).toMatchObject({
      status: 200,
    });
    const done = await batches.becomes('never', 'COMPLETED');
    expect(batches.countsOf(done)).toEqual({ SUCCESS: 2 });
  });

  it('are REVERSED days later: the merchant gets a webhook about the row, and the part a review item', async () => {
    await batches.create('reversed', [
      ...rowsToPeople(1, 40_200),
      rowTo('0199900009', { reference: 'late' }),
    ]);
    await world.pass(5 * MINUTE, MINUTE);
    await batches.becomes('reversed', 'COMPLETED');
    await world.pass(10 * MINUTE);
    await batches.closed('reversed');
    await world.pass(4 * DAY, DAY);
    // a return counts when two readings, minutes apart, show it
    await world.pass(20 * MINUTE, 5 * MINUTE);
    const webhook = await world.merchant.receives('reversed', 'batch.item-reversed');
    expect(webhook.data).toMatchObject({ item: { row: 2, reference: 'late', amount: '5000.00' } });
    expect(batches.countsOf(await batches.read('reversed'))).toEqual({ REVERSED: 1, SUCCESS: 1 });
    expect(reviewItems(await batches.readPart('reversed', 1))).toMatchObject([
      { key: 'payout-reversed:row-2', atRisk: '5000.00' },
    ]);
    expect(batches.paidOut('reversed', 2)).toBe(0);
    await world.merchant.receives('reversed', 'batch.item-reversed');
    expect(world.merchant.typesOf('reversed')).toEqual(['batch.completed', 'batch.item-reversed']);
  });

  it('end EXPIRED with a part that was not authorised', async () => {
    await world.setSwitches({ otpOn: true });
    await batches.create('expired', rowsToPeople(2, 40_300));
    await batches.becomes('expired', 'PENDING_AUTHORIZATION');
    await world.pass(40 * MINUTE, 5 * MINUTE);
    const ended = await batches.becomes('expired', 'EXPIRED');
    expect(batches.countsOf(ended)).toEqual({ EXPIRED: 2 });
    expect((await batches.rows('expired')).every(({ safeToPayAgain }) => safeToPayAgain)).toBe(true);
    expect(batches.paidOut('expired', 1)).toBe(0);
    await world.merchant.receives('expired', 'batch.expired');
    expect(world.merchant.typesOf('expired')).toEqual(['batch.pending-authorization', 'batch.expired']);
  });

  it('of a slow batch are followed to the last one', async () => {
    await world.setSwitches({ batchRowsPerMinute: 10 });
    await batches.create('slow-batch', rowsToPeople(45, 40_400));
    await world.pass(2 * MINUTE, MINUTE / 2);
    expect(batches.countsOf(await batches.read('slow-batch')).SUCCESS ?? 0).toBeLessThan(45);
    await world.pass(8 * MINUTE, MINUTE);
    const done = await batches.becomes('slow-batch', 'COMPLETED');
    expect(batches.countsOf(done)).toEqual({ SUCCESS: 45 });
    await world.setSwitches({ batchRowsPerMinute: null });
  });
});

describe('a batch', () => {
  it('is refused an hour after its start when its rows were not stored', async () => {
    const { terms, rows } = toRequest('unsealed', rowsToPeople(2, 41_000));
    await world.oware.batches.create(terms);
    await world.oware.batchParts.create({
      reference: 'unsealed/1',
      batch: 'unsealed',
      part: 1,
      title: 'Salaries',
      onValidationFailure: 'CONTINUE',
      rows,
    });
    await world.pass(HOUR + MINUTE, 20 * MINUTE);
    expect(await batches.becomes('unsealed', 'REFUSED')).toMatchObject({
      reason: 'its rows were not stored in time; nothing was sent',
    });
    await batches.closed('unsealed');
    expect(await batches.readPart('unsealed', 1)).toMatchObject({ state: 'REFUSED' });
    await world.merchant.receives('unsealed', 'batch.refused');
    expect(world.merchant.typesOf('unsealed')).toEqual(['batch.refused']);
    const again = await world.oware.createBatch({ terms, rows });
    expect(again).toMatchObject({ kind: 'closed', snapshot: { state: 'REFUSED' } });
  });

  it('waits for funds for all rows and their fees, and is sent when the wallet holds enough', async () => {
    await world.control(`merchants/${world.account.id}/wallet`, { balance: '10010.00' });
    await batches.create('short', rowsToPeople(2, 41_100));
    // by the balance, or by the gateway's refusal where a balance of the last minute still showed enough
    await batches.becomes('short', 'WAITING_FOR_FUNDS');
    expect(batches.causesOf('short', 1)).toEqual([]);
    await world.control(`merchants/${world.account.id}/wallet`, { balance: '10020.00' });
    await world.passUntil(
      'a batch sent when funded',
      async () => (await batches.read('short')).state === 'COMPLETED',
    );
    await world.merchant.receives('short', 'batch.completed');
    expect(world.merchant.typesOf('short')).toEqual(['batch.waiting-for-funds', 'batch.completed']);
  });

  it('is sent at its time, not before, and is cancelled while it waits', async () => {
    const startAt = new Date(Date.now() + 2 * HOUR).toISOString();
    await batches.create('scheduled', rowsToPeople(2, 41_200), { startAt });
    await batches.create('scheduled-not', rowsToPeople(2, 41_300), { startAt });
    await batches.becomes('scheduled', 'SCHEDULED');
    await batches.becomes('scheduled-not', 'SCHEDULED');
    expect(await batches.cancel('scheduled-not')).toMatchObject({
      status: 200,
      body: { state: 'CANCELLED' },
    });
    await world.pass(HOUR);
    expect(batches.causesOf('scheduled', 1)).toEqual([]);
    await world.pass(70 * MINUTE, 10 * MINUTE);
    // a shared balance of the test before may let it wait for funds first
    await world.passUntil(
      'a batch sent at its time',
      async () => (await batches.read('scheduled')).state === 'COMPLETED',
    );
    expect(batches.paidOut('scheduled', 1)).toBe(500_000);
    expect(batches.causesOf('scheduled-not', 1)).toEqual([]);
  });

  it('expires without an approval', async () => {
    await batches.create('unapproved', [rowTo('0100041500', { amount: '6000000.00' })]);
    const waiting = await batches.becomes('unapproved', 'WAITING_FOR_APPROVAL');
    expect(waiting.reason).toContain('the amount is ₦6,000,000.00');
    await world.pass(2 * DAY, 12 * HOUR);
    const ended = await batches.becomes('unapproved', 'EXPIRED');
    expect(batches.countsOf(ended)).toEqual({ EXPIRED: 1 });
    await batches.closed('unapproved');
  });
});
