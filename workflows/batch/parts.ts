import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { Delivered } from '../../src/domain/batch/batch.js';
import { isPartEnded } from '../../src/domain/batch/batch-part.js';
import { partId, partOf } from '../../src/domain/batch/part.js';
import type { PartOrderEvent } from '../../src/domain/lifecycle/events/part-order.js';
import { INTERNAL } from '../shared/gateway/activity-options.js';
import type { BatchLifecycle } from './lifecycle.js';

const { forwardEvent } = proxyActivities<Activities>(INTERNAL);

type Order = PartOrderEvent['order'];

/** Takes the reports of parts, and what else has arrived. */
export function takeReports(lifecycle: BatchLifecycle): void {
  const batch = lifecycle.subject();
  for (const event of lifecycle.inbox.take()) {
    if (batch.hasSeen(event.key)) continue;
    batch.markSeen(event.key);
    if (event.kind === 'part-changed') batch.addReport(event.report).forEach(lifecycle.notify);
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

/** Waits until it holds, and takes reports meanwhile; false when the time was up first, or the batch has to end. */
export async function waitUntil(
  lifecycle: BatchLifecycle,
  { until, summary, holds }: Wait,
): Promise<boolean> {
  const batch = lifecycle.subject();
  const { checks, inbox, pace } = lifecycle;
  for (;;) {
    takeReports(lifecycle);
    // the parts check with the gateway
    checks.answerUnchecked();
    if (!batch.isWanted()) return false;
    if (holds()) return true;
    if (Date.now() >= until) return false;
    const isWoken = () => !inbox.isEmpty() || holds() || !batch.isWanted() || checks.isWanted();
    await pace.pause(until, summary, isWoken);
  }
}

/** Delivers orders to the parts, as far as they do not have them; a part that was restored gets its order again. */
export async function deliverOrders(lifecycle: BatchLifecycle): Promise<never> {
  const { pace } = lifecycle;
  for (;;) {
    await pace.until(() => partsToOrder(lifecycle).length > 0);
    await Promise.all(partsToOrder(lifecycle).map((part) => deliverTo(lifecycle, part)));
  }
}

export function hasOrders(lifecycle: BatchLifecycle): boolean {
  return partsToOrder(lifecycle).length > 0;
}

function partsToOrder(lifecycle: BatchLifecycle): number[] {
  const batch = lifecycle.subject();
  return batch.snapshot().parts.flatMap(({ part }) => (nextOrder(lifecycle, part) ? [part] : []));
}

interface NextOrder {
  readonly order: Order;
  readonly key: string;
  readonly then: Delivered;
}

function nextOrder(lifecycle: BatchLifecycle, part: number): NextOrder | undefined {
  const batch = lifecycle.subject();
  const { delivered = {}, ending, terms } = batch.snapshot();
  const report = batch.reportOf(part);
  const before = delivered[part] ?? { releases: 0, at: 0 };
  const release = batch.releasesFor(part)[before.releases];
  if (release) {
    const rows = release.rows === 'all' ? 'all' : release.rows.filter((n) => partOf(n) === part);
    const then = { ...before, releases: before.releases + 1, at: Date.now() };
    return {
      order: { kind: 'release', rows, reason: release.reason },
      key: `release:${then.releases}`,
      then,
    };
  }
  const kind = batch.orderFor(part);
  if (!kind || !report || isPartEnded(report.state)) return undefined;
  const isLost = report.order !== kind && report.version > before.at;
  if (before.order === kind && !isLost) return undefined;
  const then = { ...before, order: kind, at: Date.now() };
  const key = `${kind}:${report.version}`;
  if (kind === 'end') {
    return ending && { order: { kind, ...ending }, key, then };
  }
  const settings = lifecycle.given();
  if (!settings) return undefined;
  const notAfter = new Date(batch.lastMoment(settings)).toISOString();
  return { order: { kind, notAfter }, key: `${key}:${terms.reference}`, then };
}

async function deliverTo(lifecycle: BatchLifecycle, part: number): Promise<void> {
  const batch = lifecycle.subject();
  const next = nextOrder(lifecycle, part);
  if (!next) return;
  await forwardOrder(lifecycle, part, { order: next.order, key: next.key });
  batch.change({ delivered: { ...batch.snapshot().delivered, [part]: next.then } });
}

/** A recovered batch knows nothing of its parts: each reports. */
export async function askForReports(lifecycle: BatchLifecycle): Promise<void> {
  const asked = lifecycle
    .subject()
    .numbers()
    .map((part) => forwardOrder(lifecycle, part, { order: { kind: 'report' }, key: `report:${Date.now()}` }));
  await Promise.all(asked);
}

function forwardOrder(
  lifecycle: BatchLifecycle,
  part: number,
  { order, key }: { readonly order: Order; readonly key: string },
): Promise<void> {
  const { reference } = lifecycle.subject().snapshot().terms;
  const summary = { summary: `Order part ${part}: ${order.kind}` };
  return lifecycle.pace.call(() =>
    forwardEvent.executeWithOptions(summary, [
      { lifecycle: 'batch-part', reference: partId(reference, part) },
      { kind: 'part-order', key: `order:${key}`, eventType: 'part-order', order },
    ]),
  );
}
