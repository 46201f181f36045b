import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { Signalled } from '../../src/domain/batch/batch.js';
import { isPartEnded, isStoppable } from '../../src/domain/batch/batch-part.js';
import { partId } from '../../src/domain/batch/part.js';
import { ordersFor, releasesIn } from '../../src/domain/batch/part-orders.js';
import { INTERNAL } from '../shared/gateway/activity-options.js';
import type { BatchLifecycle } from './lifecycle.js';
import { showState } from './show-state.js';

const { forwardEvent, readPartReports } = proxyActivities<Activities>(INTERNAL);

/** Reads the reports of parts that have news. Their signal proves nothing: any client of Temporal could send it. */
export async function followReports(lifecycle: BatchLifecycle): Promise<never> {
  const batch = lifecycle.subject();
  const { inbox, pace } = lifecycle;
  const unread = () => batch.snapshot().unread ?? [];
  for (;;) {
    await pace.until(() => !inbox.isEmpty() || unread().length > 0);
    takeEvents(lifecycle);
    const parts = unread();
    if (parts.length === 0) continue;
    const summary = { summary: `Read the reports of parts ${parts.join(', ')}` };
    const { reports, unanswered } = await pace.call(() => {
      // news that arrive from here on are read next
      batch.change({ unread: [] });
      return readPartReports.executeWithOptions(summary, [batch.snapshot().terms.reference, parts]);
    });
    reports.flatMap((report) => batch.addReport(report)).forEach(lifecycle.notify);
    unanswered.forEach((part) => batch.addUnread(part));
    // at once: a command that waits for the reports answers with the state
    showState(lifecycle);
  }
}

function takeEvents(lifecycle: BatchLifecycle): void {
  const batch = lifecycle.subject();
  for (const event of lifecycle.inbox.take()) {
    if (batch.hasSeen(event.key)) continue;
    batch.markSeen(event.key);
    if (event.kind === 'part-changed') batch.addUnread(event.part);
    // the first batch that retries it counts
    if (event.kind === 'batch-retried' && batch.snapshot().retriedBy === undefined) {
      batch.change({ retriedBy: event.by });
    }
  }
}

export interface Wait {
  /** In milliseconds since the epoch. */
  readonly until: number;
  readonly summary: string;
  readonly holds: () => boolean;
}

/** Waits until it holds; false when the time was up first, or the batch has to end. */
export async function waitUntil(
  lifecycle: BatchLifecycle,
  { until, summary, holds }: Wait,
): Promise<boolean> {
  const batch = lifecycle.subject();
  const { checks, pace } = lifecycle;
  for (;;) {
    // the parts check with the gateway
    checks.answerUnchecked();
    if (!batch.isWanted()) return false;
    if (holds()) return true;
    if (Date.now() >= until) return false;
    await pace.pause(until, summary, () => holds() || !batch.isWanted() || checks.isWanted());
  }
}

/** Signals parts to read their orders, as far as they do not have them; also a part that was restored. */
export async function signalParts(lifecycle: BatchLifecycle): Promise<never> {
  const { pace } = lifecycle;
  for (;;) {
    await pace.until(() => hasToSignal(lifecycle));
    await Promise.all(partsToSignal(lifecycle).map((part) => signal(lifecycle, part)));
  }
}

export function hasToSignal(lifecycle: BatchLifecycle): boolean {
  return partsToSignal(lifecycle).length > 0;
}

function partsToSignal(lifecycle: BatchLifecycle): number[] {
  const { parts } = lifecycle.subject().snapshot();
  return parts.flatMap(({ part }) => (toSignal(lifecycle, part) ? [part] : []));
}

/** What a part has to read; undefined when it knows, or was signalled since its last report. */
function toSignal(lifecycle: BatchLifecycle, part: number): Signalled | undefined {
  const batch = lifecycle.subject();
  const report = batch.reportOf(part);
  if (!report || isPartEnded(report.state)) return undefined;
  const orders = ordersFor(batch.snapshot(), part);
  const { order } = orders;
  const releases = releasesIn(orders);
  const kind = order?.kind === 'end' && !isStoppable(report) ? undefined : order?.kind;
  const isKnown = report.releases >= releases && (kind === undefined || report.order === kind);
  if (isKnown) return undefined;
  const last = batch.snapshot().signalled?.[part];
  const wasSignalled = last && last.releases === releases && last.order === kind;
  if (wasSignalled && report.version <= last.version) return undefined;
  return { releases, version: report.version, ...(kind && { order: kind }) };
}

async function signal(lifecycle: BatchLifecycle, part: number): Promise<void> {
  const batch = lifecycle.subject();
  const signalled = toSignal(lifecycle, part);
  if (!signalled) return;
  const { releases, order = 'wait', version } = signalled;
  const key = `orders:${releases}:${order}:${version}`;
  const summary = { summary: `Signal part ${part}: ${order}` };
  const address = { lifecycle: 'batch-part', reference: partId(batch.snapshot().terms.reference, part) };
  await lifecycle.pace.call(() =>
    forwardEvent.executeWithOptions(summary, [
      address,
      { kind: 'orders-changed', key, eventType: 'orders-changed' },
    ]),
  );
  batch.change({ signalled: { ...batch.snapshot().signalled, [part]: signalled } });
}
