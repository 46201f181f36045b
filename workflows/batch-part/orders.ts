import type { LifecycleEvent } from '../../src/domain/lifecycle/event.js';
import type { PartOrderEvent } from '../../src/domain/lifecycle/events/part-order.js';
import type { PartLifecycle } from './lifecycle.js';

/** Carries out the orders of the batch that have arrived. Events of rows ask for a check once the part was sent. */
export function takeOrders(lifecycle: PartLifecycle): void {
  const part = lifecycle.subject();
  for (const event of lifecycle.inbox.take()) {
    if (part.hasSeen(event.key)) continue;
    part.markSeen(event.key);
    if (event.kind === 'part-order') carryOut(lifecycle, event);
    else if (event.kind === 'disbursement') lifecycle.checks.request('event');
  }
}

/** Carries out one order; after the send, only to report is left to do. */
export function carryOut(lifecycle: PartLifecycle, { order, key }: PartOrderEvent): void {
  const part = lifecycle.subject();
  const { order: given, releases = [] } = part.snapshot();
  if (order.kind === 'report') {
    part.touch();
    return;
  }
  if (order.kind === 'release') {
    if (!given) release(lifecycle, order);
    part.change({ releases: [...releases, key] });
    part.touch();
    return;
  }
  // of two orders the one to end counts; it does not concern what was sent meanwhile
  if (!given || order.kind === 'end') part.change({ order });
  part.touch();
}

function release(
  lifecycle: PartLifecycle,
  { rows, reason }: Extract<PartOrderEvent['order'], { kind: 'release' }>,
): void {
  const named = rows === 'all' ? undefined : new Set(rows);
  lifecycle.subject().changeRows((known, { n }) => {
    const isMeant = known.state === 'HELD' && (named?.has(n) ?? true);
    return isMeant ? { ...known, state: 'PENDING', reason: `released: ${reason}` } : known;
  });
}

const isEndOrder = (event: LifecycleEvent) => event.kind === 'part-order' && event.order.kind === 'end';

/** Whether the batch wants it sent, also by an order that has only just arrived. */
export function isWanted(lifecycle: PartLifecycle): boolean {
  const { order } = lifecycle.subject().snapshot();
  return order?.kind !== 'end' && !lifecycle.inbox.waiting().some(isEndOrder);
}

/** Waits until the batch says what to do. */
export async function awaitOrder(lifecycle: PartLifecycle): Promise<void> {
  const { inbox, checks, pace } = lifecycle;
  for (;;) {
    takeOrders(lifecycle);
    if (lifecycle.subject().snapshot().order) return;
    checks.answerUnchecked();
    await pace.pause(undefined, 'Wait for the batch', () => !inbox.isEmpty() || checks.isWanted());
  }
}
