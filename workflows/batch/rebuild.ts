import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { BatchSnapshot, BatchTerms, ReceivedByBatch } from '../../src/domain/batch/batch.js';
import type { PartReport } from '../../src/domain/batch/batch-part.js';
import { partCount } from '../../src/domain/batch/part.js';
import { ZERO } from '../../src/domain/money.js';
import { without } from '../../src/domain/without.js';
import { INTERNAL } from '../shared/gateway/activity-options.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { beginOrRecover, snapshotOf } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import type { BatchLifecycle } from './lifecycle.js';
import type { BatchInput } from './messages.js';
import { newSnapshot } from './state.js';

const { readPartReports, recallBatch } = proxyActivities<Activities>(INTERNAL);

/** A worker that has just started cannot answer for all of them at once, and a lost part is restored first. */
const UNANSWERED_MS = { first: 1_000, longest: 60_000 };

/** Restores the batch: from its last run, or from a lost one and from its parts, which hold the rows. */
export async function rebuild(lifecycle: BatchLifecycle, input: ToBeRecovered<BatchInput>): Promise<void> {
  const left = await beginOrRecover(lifecycle, input);
  if (!left) return;
  const snapshot = snapshotOf(left, newSnapshot);
  if (!snapshot) {
    lifecycle.begin(nothing(input.from === 'event' ? input.reference : ''));
    return;
  }
  const reports = await readParts(lifecycle, snapshot.terms);
  const runId = input.from === 'request' ? input.recoverFrom : input.previousRunId;
  const { retriedBy, isCancelled } = await recall(lifecycle, snapshot.terms, runId);
  // a part that was signalled may have found no batch to read its orders from
  const unsignalled = without(snapshot, 'signalled');
  const batch = lifecycle.begin({ ...(retriedBy !== undefined && { retriedBy }), ...unsignalled });
  // it may have been answered, and would be sent
  if (isCancelled) batch.cancel();
  reports.flatMap((report) => batch.addReport(report)).forEach(lifecycle.notify);
}

/** What the lost run received, and no part knows. */
function recall(
  { pace }: BatchLifecycle,
  { reference }: BatchTerms,
  runId: string | undefined,
): Promise<ReceivedByBatch> {
  return runId === undefined ? Promise.resolve({}) : pace.call(() => recallBatch(reference, runId));
}

/** How its parts stand. Before they have answered nothing is decided: the lost run may have sent them. */
async function readParts({ pace }: BatchLifecycle, { reference, count }: BatchTerms): Promise<PartReport[]> {
  const known: PartReport[] = [];
  let unread: readonly number[] = Array.from({ length: partCount(count) }, (_, index) => index + 1);
  for (let tried = 0; ; tried++) {
    const parts = unread;
    const { reports, unanswered } = await pace.call(() => readPartReports(reference, parts));
    known.push(...reports);
    if (unanswered.length === 0) return known;
    unread = unanswered;
    const pauseMs = Math.min(UNANSWERED_MS.first * 2 ** tried, UNANSWERED_MS.longest);
    await pace.pause(Date.now() + pauseMs, 'Repeat the reports of the parts');
  }
}

/** A part reported to a batch that was never created: the part must not wait for it. */
function nothing(reference: string): BatchSnapshot {
  const terms: BatchTerms = {
    reference,
    title: '',
    onValidationFailure: 'CONTINUE',
    currency: 'NGN',
    count: 0,
    sumKobo: ZERO,
    fingerprint: '',
  };
  const reason = 'no such batch was created here';
  return { ...newSnapshot(terms, timestamp()), state: 'REFUSED', reason, ending: { as: 'REFUSED', reason } };
}
