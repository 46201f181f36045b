import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import {
  type Batches,
  createBatches,
  type InputRow,
  rowsToPeople,
  rowTo,
} from '../../support/lifecycles/batches.js';
import { ACCOUNTS } from '../../support/lifecycles/transfers.js';
import { costOf } from '../../support/temporal/history.js';
import { createWorld, type World } from '../../support/world/world.js';

/** `npm run load:batch` sends 10,000. */
const ROWS = Number(process.env.OWARE_BATCH_ROWS ?? 1_000);
const FAILING = Math.round(ROWS * 0.03);
const LONGEST_MS = 20 * 60_000;
/** History events a row of the whole batch, signals of row events and workflow tasks apart. */
const MOST_EVENTS_A_ROW = 4;
const MOST_EVENTS_A_RUN = 10_000;

let world: World;
let batches: Batches;
beforeAll(async () => {
  world = await createWorld({
    settings: {
      approvalAboveKobo: kobo(9_000_000_000_00),
      recheckScheduleMs: [1_000, 3_000, 10_000],
      failureConfirmMs: 2_000,
      gatewayEventGraceMs: 1_000,
    },
  });
  batches = createBatches(world);
  await world.control(`merchants/${world.account.id}/wallet`, { balance: '900000000.00' });
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
});
afterAll(() => world.close());

/** Every 33rd row goes to a dormant account; amounts differ, because equal rows are refused. */
function rowsWithFailures(count: number): InputRow[] {
  const every = Math.floor(count / FAILING);
  let failing = 0;
  return rowsToPeople(count, 60_000).map((row, index) => {
    const isFailing = index % every === 0 && failing < FAILING;
    if (isFailing) failing += 1;
    return isFailing ? rowTo(ACCOUNTS.dormant, { amount: `${1_000 + failing}.00` }) : row;
  });
}

describe('a large batch', () => {
  it(
    `of ${ROWS} rows, 3 % of which fail, completes within its bounds`,
    async () => {
      const reference = `large-${process.pid}`;
      const startedAt = performance.now();
      const { status } = await batches.create(reference, rowsWithFailures(ROWS));
      expect(status).toBe(201);
      const storedAt = performance.now();
      const done = await batches.becomes(reference, 'COMPLETED', LONGEST_MS);
      const completedAt = performance.now();
      expect(batches.countsOf(done)).toEqual({ FAILED: FAILING, SUCCESS: ROWS - FAILING });
      const parts = Math.ceil(ROWS / 500);
      const ids = [
        batches.id(reference),
        ...Array.from({ length: parts }, (_, n) => batches.partId(reference, n + 1)),
      ];
      const costs = await Promise.all(ids.map((id) => costOf(world.client, id)));
      const counted = costs.map(({ counts }) => {
        const all = Object.values(counts).reduce((total, each) => total + each, 0);
        return all - (counts.WORKFLOW_EXECUTION_SIGNALED ?? 0);
      });
      const aRow = counted.reduce((total, each) => total + each, 0) / ROWS;
      const largest = Math.max(...costs.map(({ total }) => total));
      console.info(
        [
          `${ROWS} rows: stored in ${seconds(storedAt - startedAt)} s, completed in ${seconds(completedAt - startedAt)} s`,
          `history events a row, without signals and tasks: ${aRow.toFixed(2)}`,
          `largest run: ${largest} history events, batch: ${costs[0]?.total}`,
          `memory of sandbox, api and worker in one process: ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
        ].join('\n'),
      );
      expect(aRow).toBeLessThanOrEqual(MOST_EVENTS_A_ROW);
      expect(largest).toBeLessThan(MOST_EVENTS_A_RUN);
      expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
    },
    LONGEST_MS + 60_000,
  );
});

const seconds = (ms: number) => (ms / 1_000).toFixed(1);
