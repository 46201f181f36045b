import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { PartRow } from '../../src/domain/batch/batch-part.js';
import { afterEnquiry, type NameFound, refuseRow } from '../../src/domain/batch/names.js';
import type { BatchRow } from '../../src/domain/batch/row.js';
import { pauseBefore } from '../../src/domain/lifecycle/schedule.js';
import type { Settings } from '../../src/config/settings.js';
import { NAME_ENQUIRIES } from '../shared/gateway/activity-options.js';
import { failureKind } from '../shared/gateway/failures.js';
import { isContinuing } from '../shared/run/pace.js';
import type { PartLifecycle } from './lifecycle.js';
import { isWanted } from './orders.js';

const { enquireNames } = proxyActivities<Activities>(NAME_ENQUIRIES);

const ACCOUNTS_A_CALL = 50;
/** All parts of a batch make enquiries at the same time. */
const CALLS_AT_ONCE = 2;
/** Rows without an answer after these are excluded, until a person releases them. */
const MOST_TRIES = 4;

/** Compares the merchant's names with those at the banks. Only rows whose name matches are sent unasked. */
export async function checkNames(lifecycle: PartLifecycle): Promise<void> {
  const part = lifecycle.subject();
  const settings = await lifecycle.settings();
  part.changeRows((known, row) => (isUnchecked(known) ? (refuseRow(row, settings) ?? known) : known));
  for (let tried = 1; ; tried++) {
    const chunks = chunksOf(uncheckedRows(lifecycle));
    const lane = async () => {
      for (let rows = chunks.shift(); rows && isWanted(lifecycle); rows = chunks.shift()) {
        await enquire(lifecycle, settings, rows);
      }
    };
    await Promise.all(Array.from({ length: CALLS_AT_ONCE }, lane));
    if (uncheckedRows(lifecycle).length === 0 || tried >= MOST_TRIES || !isWanted(lifecycle)) break;
    const nextAt = Date.now() + pauseBefore(settings.recheckScheduleMs, tried - 1);
    await lifecycle.pace.pause(nextAt, 'Repeat the name enquiries', () => !isWanted(lifecycle));
  }
  part.changeRows((known, row) =>
    isUnchecked(known) ? afterEnquiry(row, { kind: 'unavailable' }, settings) : known,
  );
  const held = part.rowsIn('HELD').length;
  part.transitionTo('READY', held === 0 ? 'all names were checked' : `${held} rows are excluded`);
}

const isUnchecked = ({ state, nameMatches }: PartRow) => state === 'PENDING' && nameMatches === undefined;

function uncheckedRows(lifecycle: PartLifecycle): BatchRow[] {
  const { terms, rows } = lifecycle.subject().snapshot();
  return terms.rows.filter((_row, index) => isUnchecked(rows[index] ?? { state: 'PENDING' }));
}

function chunksOf(rows: readonly BatchRow[]): BatchRow[][] {
  const count = Math.ceil(rows.length / ACCOUNTS_A_CALL);
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * ACCOUNTS_A_CALL, (index + 1) * ACCOUNTS_A_CALL),
  );
}

async function enquire(
  lifecycle: PartLifecycle,
  settings: Settings,
  rows: readonly BatchRow[],
): Promise<void> {
  const accounts = rows.map(({ bankCode, accountNumber }) => ({ bankCode, accountNumber }));
  const answers = new Map<number, NameFound>();
  try {
    const summary = { summary: `Name enquiries: rows ${rows[0]?.n} to ${rows.at(-1)?.n}` };
    const found = await lifecycle.pace.call(() => enquireNames.executeWithOptions(summary, [accounts]));
    rows.forEach(({ n }, index) => answers.set(n, found[index] ?? { kind: 'unavailable' }));
  } catch (error) {
    if (isContinuing(error)) throw error;
    failureKind(error);
  }
  lifecycle.subject().changeRows((known, row) => {
    const answer = answers.get(row.n);
    return !answer || answer.kind === 'unavailable' ? known : afterEnquiry(row, answer, settings);
  });
}
