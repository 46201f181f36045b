import { afterAll, beforeAll, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { type Batches, createBatches, rowsToPeople } from '../../support/lifecycles/batches.js';
import { costOfBatch } from '../../support/temporal/batch-cost.js';
import { testCosts } from '../../support/temporal/cost-table.js';
import { createWorld, type World } from '../../support/world/world.js';

const ROWS = 500;
/** The budget is 4. */
const MOST_EVENTS_A_ROW = 1;

let world: World;
let batches: Batches;
beforeAll(async () => {
  world = await createWorld({
    settings: { approvalAboveKobo: kobo(9_000_000_000_00), checkGapMs: 1_000, gatewayEventGraceMs: 1_000 },
  });
  batches = createBatches(world);
  await world.control(`merchants/${world.account.id}/wallet`, { balance: '900000000.00' });
  await world.setSwitches({ otpOn: false });
});
afterAll(() => world.close());

let count = 0;

async function paid(rows: number): Promise<string> {
  const reference = `cost-batch-${process.pid}-${(count += 1)}`;
  await batches.create(reference, rowsToPeople(rows, 80_000 + 1_000 * count));
  await batches.closed(reference);
  return reference;
}

testCosts(() => world, {
  'a batch of three rows': {
    scenario: async () => batches.id(await paid(3)),
    recordAs: 'batch-paid',
    // claim of the rows, signal to the part, webhook; the part is read when it is ready, sent and ended, or less often
    activities: [7, 8, 9],
    total: 95,
  },
  'the part of a batch of three rows': {
    scenario: async () => batches.partId(await paid(3), 1),
    recordAs: 'batch-part-paid',
    total: 100,
  },
});

it(`a batch of ${ROWS} rows and its part, without events about rows and their tasks`, async () => {
  await world.planFault({ on: 'event', times: null, fault: { kind: 'drop' } });
  const reference = await paid(ROWS);
  const { own } = await costOfBatch(world.client, reference, 1);
  expect(batches.countsOf(await batches.read(reference))).toEqual({ SUCCESS: ROWS });
  expect(own).toBeLessThanOrEqual(ROWS * MOST_EVENTS_A_ROW);
});
