import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { PartRow } from '../../src/domain/batch/part-row.js';
import { afterEnquiry, afterRenewal, type NameFound, refuseRow } from '../../src/domain/batch/names.js';
import type { BatchRow } from '../../src/domain/batch/row.js';
import { pauseBefore } from '../../src/domain/lifecycle/schedule.js';
import type { Settings } from '../../src/config/settings.js';
import { NAME_ENQUIRIES } from '../shared/gateway/activity-options.js';
import { answerOf } from '../shared/gateway/answer-of.js';
import { changePayout, type PayoutPlace } from '../shared/payout/place.js';
import { timestamp } from '../shared/run/state.js';
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
  const since = timestamp();
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
  // the batch may have ended meanwhile
  if (part.isUnsent()) {
    part.changeRows((known, row) =>
      isUnchecked(known) ? afterEnquiry(row, { kind: 'unavailable' }, settings) : known,
    );
  }
  part.setChecked(since);
}

const isUnchecked = ({ hold, unsent, nameMatches }: PartRow) =>
  hold === undefined && !unsent && nameMatches === undefined;

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
  const answers = await namesOf(lifecycle, rows);
  lifecycle.subject().changeRows((known, row) => {
    const answer = answers.get(row.n);
    return !answer || answer.kind === 'unavailable' ? known : afterEnquiry(row, answer, settings);
  });
}

/** What the banks answer, by the numbers of the rows. */
async function namesOf(
  lifecycle: PartLifecycle,
  rows: readonly BatchRow[],
): Promise<ReadonlyMap<number, NameFound>> {
  const accounts = rows.map(({ bankCode, accountNumber }) => ({ bankCode, accountNumber }));
  const summary = { summary: `Name enquiries: rows ${rows[0]?.n} to ${rows.at(-1)?.n}` };
  const found = await answerOf(lifecycle, () => enquireNames.executeWithOptions(summary, [accounts]));
  return new Map(rows.map(({ n }, index) => [n, found?.[index] ?? { kind: 'unavailable' }]));
}

/**
 * Asks for the names once more, when the last answers are a day old. A row whose account has another name than was approved,
 * or released, is not sent.
 */
export async function renewNames(lifecycle: PartLifecycle, place: PayoutPlace): Promise<void> {
  const part = lifecycle.subject();
  const settings = await lifecycle.settings();
  const since = timestamp();
  const answers = new Map<number, NameFound>();
  const chunks = chunksOf(part.rowsToSend());
  const lane = async () => {
    for (let rows = chunks.shift(); rows; rows = chunks.shift()) {
      for (const [n, found] of await namesOf(lifecycle, rows)) answers.set(n, found);
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, lane));
  const { terms, rows } = part.snapshot();
  // one that was released without a name stays released
  const isOwed = ({ n }: BatchRow, index: number) =>
    answers.get(n)?.kind === 'unavailable' && rows[index]?.nameAtBank !== undefined;
  const isAnswered = !terms.rows.some(isOwed);
  part.changeRows((known, row) => {
    const found = answers.get(row.n);
    return found ? afterRenewal(row, known, found, settings) : known;
  });
  const { movement } = place.read();
  const asked = part.sumToSend();
  if (asked !== movement.terms.asked)
    changePayout(place, { movement: { ...movement, terms: { ...movement.terms, asked } } });
  if (isAnswered) part.setChecked(since);
}
