import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CALL_FAULTS } from '../../support/gateway-faults.js';
import { type Batches, createBatches, rowsToPeople, rowTo } from '../../support/lifecycles/batches.js';
import { reviewItems } from '../../support/lifecycles/review-items.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let batches: Batches;
beforeAll(async () => {
  world = await createWorld({
    settings: {
      recheckScheduleMs: [300, 500, 1_000],
      gatewayEventGraceMs: 200,
      checkGapMs: 300,
      unresolvedAfterMs: 5_000,
    },
  });
  batches = createBatches(world);
  await world.control(`merchants/${world.account.id}/wallet`, { balance: '90000000.00' });
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
});
afterAll(() => world.close());

let count = 0;
/** A batch with people of its own: an equal batch would be held as a possible duplicate. */
function newBatch() {
  count += 1;
  const [reference, first] = [`batch-faults-${process.pid}-${count}`, 50_000 + 200 * count];
  return {
    reference,
    /** What the gateway knows as its batch, and as its rows. */
    sent: `${reference}--p1`,
    sentRows: `${reference}--b*`,
    people: (rows: number) => rowsToPeople(rows, first),
  };
}

/** Outcomes that prove nothing although nothing was sent: only an operator concludes them. */
const UNPROVEN = ['before.reset', 'before.error'];

describe.concurrent('a batch whose send fails', () => {
  it.each(CALL_FAULTS.filter((fault) => !UNPROVEN.includes(fault)))(
    '%s: every row is paid once',
    async (fault) => {
      const { reference, sent, people } = newBatch();
      const [when, kind] = fault.split('.');
      await world.planFault({
        on: 'call',
        endpoint: 'initiateBatch',
        reference: sent,
        when,
        fault: { kind },
      });
      await batches.create(reference, people(3));
      await batches.becomes(reference, 'COMPLETED');
      for (const row of [1, 2, 3]) {
        expect(batches.causesOf(reference, row)).toEqual(['transfer-sent', 'transfer-arrived']);
        expect(batches.paidOut(reference, row)).toBe(500_000);
      }
      await world.merchant.receives(reference, 'batch.completed');
      expect(world.merchant.typesOf(reference)).toEqual(['batch.completed']);
    },
  );

  it.each(UNPROVEN)('%s: is not sent a second time; an operator concludes it', async (fault) => {
    const { reference, sent, people } = newBatch();
    const [when, kind] = fault.split('.');
    await world.planFault({ on: 'call', endpoint: 'initiateBatch', reference: sent, when, fault: { kind } });
    await batches.create(reference, people(2));
    const part = await waitUntil('the review item', async () => {
      const body = await batches.readPart(reference, 1);
      return reviewItems(body).length > 0 && body;
    });
    expect(reviewItems(part)).toMatchObject([{ key: 'unresolved:send', atRisk: '10000.00' }]);
    expect(batches.causesOf(reference, 1)).toEqual([]);
    await batches.resolvePart(reference, 1, 'unresolved:send', {
      decision: 'did-not-happen',
      reason: 'the gateway wrote that it has no such batch',
    });
    const ended = await batches.becomes(reference, 'COMPLETED');
    expect(batches.countsOf(ended)).toEqual({ FAILED: 2 });
    expect((await batches.rows(reference)).every(({ safeToPayAgain }) => safeToPayAgain)).toBe(true);
    await batches.closed(reference);
    expect(batches.causesOf(reference, 1)).toEqual([]);
  });

  it('is refused as a whole with BREAK for one bad row, and pays the others with CONTINUE', async () => {
    const [broken, continued] = [newBatch().reference, newBatch().reference];
    // the gateway fails a row whose name differs, also when a person released it
    const rows = (first: number) => [
      ...rowsToPeople(1, first),
      rowTo('0199900017', { accountName: 'Chidi Bolaji Okafor' }),
    ];
    await batches.create(broken, rows(59_000), { onValidationFailure: 'BREAK' });
    await batches.create(continued, rows(59_100));
    for (const reference of [broken, continued]) {
      await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
      expect(await batches.release(reference, 'all')).toMatchObject({ status: 200 });
      await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
      expect(await batches.approve(reference)).toMatchObject({ status: 200 });
    }
    const refused = await batches.becomes(broken, 'REFUSED');
    expect(batches.countsOf(refused)).toEqual({ REFUSED: 2 });
    expect(batches.causesOf(broken, 1)).toEqual([]);
    // a failure is over once a second reading, minutes later, shows it too
    await batches.becomes(continued, 'IN_PROGRESS');
    await waitUntil('the rows', async () => {
      const counts = batches.countsOf(await batches.readPart(continued, 1));
      return counts.FAILED === 1 && counts.SUCCESS === 1;
    });
    expect([1, 2].map((row) => batches.paidOut(continued, row))).toEqual([500_000, 0]);
  });
});

describe.concurrent('the rows of a batch', () => {
  it('are read one by one when the second page repeats the first', async () => {
    const { reference, sent, people } = newBatch();
    await world.planFault({
      on: 'call',
      endpoint: 'listBatchTransfers',
      reference: sent,
      fault: { kind: 'page-repeat' },
    });
    await batches.create(reference, people(130));
    const done = await batches.becomes(reference, 'COMPLETED');
    expect(batches.countsOf(done)).toEqual({ SUCCESS: 130 });
  });

  it('are read one by one when the totals of the listing are too low', async () => {
    const { reference, sent, people } = newBatch();
    await world.planFault({
      on: 'call',
      endpoint: 'listBatchTransfers',
      reference: sent,
      fault: { kind: 'page-short', rows: 3 },
    });
    await batches.create(reference, people(10));
    const done = await batches.becomes(reference, 'COMPLETED');
    expect(batches.countsOf(done)).toEqual({ SUCCESS: 10 });
  });

  it('end the same whatever becomes of their events', async () => {
    const { reference, sentRows, people } = newBatch();
    await world.planFault([
      { on: 'event', reference: sentRows, times: 3, fault: { kind: 'drop' } },
      { on: 'event', reference: sentRows, times: 3, fault: { kind: 'duplicate', copies: 3 } },
      { on: 'event', reference: sentRows, times: 3, fault: { kind: 'reorder' } },
    ]);
    await batches.create(reference, people(12));
    const done = await batches.becomes(reference, 'COMPLETED');
    expect(batches.countsOf(done)).toEqual({ SUCCESS: 12 });
    await batches.closed(reference);
    expect(world.merchant.typesOf(reference)).toEqual(['batch.completed']);
  });

  it('are excluded when the name enquiry does not answer: that is never a match', async () => {
    const { reference, people } = newBatch();
    await batches.create(reference, [...people(1), rowTo('0199900018')]);
    await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
    expect(await batches.rows(reference, '?state=HELD')).toMatchObject([
      { row: 2, reason: 'name-unavailable: the name enquiry was not answered' },
    ]);
    await batches.approve(reference);
    await batches.becomes(reference, 'COMPLETED');
    expect(batches.paidOut(reference, 2)).toBe(0);
  });
});

// one after the other: each changes how the gateway treats every batch
describe('a batch of a gateway with other listings', () => {
  it('is found by its first row when neither listing shows it', async () => {
    const { reference, sent, people } = newBatch();
    await world.planFault({
      on: 'call',
      endpoint: 'initiateBatch',
      reference: sent,
      when: 'after',
      fault: { kind: 'reset' },
    });
    onTestFinished(() => world.clearFaults());
    for (const endpoint of ['listBatchTransfers', 'listWalletBatches', 'listBatches']) {
      await world.planFault({ on: 'call', endpoint, times: 3, fault: { kind: 'error' } });
    }
    await batches.create(reference, people(2));
    await batches.becomes(reference, 'COMPLETED');
    expect(batches.paidOut(reference, 1)).toBe(500_000);
  });

  it('is adopted when the totals of the gateway include fees', async () => {
    const { reference, people } = newBatch();
    await world.setSwitches({ batchTotalsIncludeFees: true });
    onTestFinished(async () => {
      await world.setSwitches({ batchTotalsIncludeFees: false });
    });
    await batches.create(reference, people(2));
    await batches.becomes(reference, 'COMPLETED');
    expect(batches.paidOut(reference, 2)).toBe(500_000);
  });

  it('has rows under way when the gateway shows none of them one by one: not found proves nothing then', async () => {
    const { reference, sent, people } = newBatch();
    await world.setSwitches({ batchRowStatusMissing: true });
    onTestFinished(async () => {
      await world.setSwitches({ batchRowStatusMissing: false });
    });
    await world.planFault({
      on: 'call',
      endpoint: 'listBatchTransfers',
      reference: sent,
      fault: { kind: 'page-short', rows: 2 },
    });
    await batches.create(reference, people(5));
    const part = await waitUntil('the review items', async () => {
      const body = await batches.readPart(reference, 1);
      return reviewItems(body).length === 2 && body;
    });
    // their events have reported money, which no record shows
    expect(reviewItems(part).map(({ key }) => key)).toEqual(['unproven-event:row-4', 'unproven-event:row-5']);
    expect(batches.countsOf(part)).toEqual({ PENDING: 2, SUCCESS: 3 });
    await world.clearFaults(sent);
    const done = await batches.becomes(reference, 'COMPLETED');
    expect(batches.countsOf(done)).toEqual({ SUCCESS: 5 });
  });
});
