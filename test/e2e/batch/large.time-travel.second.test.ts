import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromNaira, kobo } from '../../../src/domain/money.js';
import { rowsWithFailures } from '../../support/lifecycles/batch-rows.js';
import { type Batches, createBatches } from '../../support/lifecycles/batches.js';
import { costOfBatch } from '../../support/temporal/batch-cost.js';
import { waitUntil } from '../../support/wait-until.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { MINUTE } from '../../support/world/world.js';

/** The same with 10,000 rows, each process alone, and with killed workers: `npm run load:batch`. */
const ROWS = 600;
const FAILING = 18;
const MOST_EVENTS_A_RUN = 10_000;

let world: TimeTravelWorld;
let batches: Batches;
beforeAll(async () => {
  world = await createTimeTravelWorld({
    settings: {
      approvalAboveKobo: kobo(9_000_000_000_00),
      recheckScheduleMs: [1_000, 3_000, 10_000],
      checkGapMs: 1_000,
      failureConfirmMs: 2_000,
      gatewayEventGraceMs: 1_000,
    },
  });
  batches = createBatches(world);
  await world.control(`merchants/${world.account.id}/wallet`, { balance: '900000000.00' });
  await world.setSwitches({ otpOn: false });
});
afterAll(() => world.close());

it(
  `a batch of ${ROWS} rows, 3 % of which fail, pays every other row once`,
  async () => {
    const reference = `large-${process.pid}`;
    const rows = rowsWithFailures(ROWS, FAILING);
    expect(await batches.create(reference, rows)).toMatchObject({ status: 201 });
    await waitUntil(
      'the paid rows',
      async () => batches.countsOf(await batches.read(reference)).SUCCESS === ROWS - FAILING,
      4 * MINUTE,
    );
    // a failed row has ended after a second reading, five minutes later
    await world.passUntil('the batch', async () => (await batches.read(reference)).state === 'COMPLETED');
    const done = await batches.read(reference);
    expect(batches.countsOf(done)).toEqual({ FAILED: FAILING, SUCCESS: ROWS - FAILING });
    for (const { row, state } of await batches.rows(reference)) {
      const amount = fromNaira(rows[row - 1]?.amount ?? '');
      expect([row, batches.paidOut(reference, row)]).toEqual([row, state === 'SUCCESS' ? amount : 0]);
    }
    const { largestRun } = await costOfBatch(world.client, reference, 2);
    expect(largestRun).toBeLessThan(MOST_EVENTS_A_RUN);
    expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
  },
  10 * MINUTE,
);
