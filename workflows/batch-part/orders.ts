import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { PartOrders } from '../../src/domain/batch/part-orders.js';
import type { LifecycleEvent } from '../../src/domain/lifecycle/event.js';
import { INTERNAL } from '../shared/gateway/activity-options.js';
import type { PartLifecycle } from './lifecycle.js';

const { readPartOrders } = proxyActivities<Activities>(INTERNAL);

const isAboutOrders = ({ kind }: LifecycleEvent) => kind === 'orders-changed';

/**
 * Reads the orders of the batch when there may be new ones, and carries them out. A signal proves nothing: any client of
 * Temporal could send it, and rows would leave without the approval of the batch.
 */
export async function followOrders(lifecycle: PartLifecycle): Promise<never> {
  const part = lifecycle.subject();
  const { inbox, pace } = lifecycle;
  const hasUnread = () => part.snapshot().hasUnreadOrders === true;
  for (;;) {
    // the main loop takes no events while it sends
    await pace.until(() => hasUnread() || inbox.waiting().some(isAboutOrders));
    const { terms } = part.snapshot();
    const summary = { summary: `Read the orders of batch ${terms.batch}` };
    const orders = await pace.call(() => {
      inbox.takeWhere(isAboutOrders);
      // those that arrive from here on are read next
      part.change({ hasUnreadOrders: false });
      return readPartOrders.executeWithOptions(summary, [terms.batch, terms.part]);
    });
    if (orders) carryOut(lifecycle, orders);
  }
}

/** Carries out what is new; after the send there is nothing left to do. */
function carryOut(lifecycle: PartLifecycle, { releases, order }: PartOrders): void {
  const part = lifecycle.subject();
  const { order: given, releases: done = 0 } = part.snapshot();
  const added = releases.slice(done);
  if (!given) added.forEach((release) => releaseRows(lifecycle, release));
  // of two orders the one to end counts; it does not concern what was sent meanwhile
  const isNew = order !== undefined && (!given || (order.kind === 'end' && given.kind === 'send'));
  if (added.length === 0 && !isNew) return;
  part.change({ releases: done + added.length, ...(isNew && { order }) });
  part.touch();
}

function releaseRows(lifecycle: PartLifecycle, { rows, reason }: PartOrders['releases'][number]): void {
  const named = rows === 'all' ? undefined : new Set(rows);
  lifecycle.subject().changeRows((known, { n }) => {
    const isMeant = known.state === 'HELD' && (named?.has(n) ?? true);
    return isMeant ? { ...known, state: 'PENDING', reason: `released: ${reason}` } : known;
  });
}

/** Whether the batch wants it sent. */
export function isWanted(lifecycle: PartLifecycle): boolean {
  return lifecycle.subject().snapshot().order?.kind !== 'end';
}

/** Waits until the batch says what to do. */
export async function awaitOrder(lifecycle: PartLifecycle): Promise<void> {
  const part = lifecycle.subject();
  const { inbox, checks, pace } = lifecycle;
  const hasOrder = () => part.snapshot().order !== undefined;
  for (;;) {
    takeUnsent(lifecycle);
    if (hasOrder()) return;
    checks.answerUnchecked();
    const isWoken = () => hasOrder() || !inbox.isEmpty() || checks.isWanted();
    await pace.pause(undefined, 'Wait for the batch', isWoken);
  }
}

/** Takes what arrived before the send. Events of rows ask for a check once the part was sent. */
function takeUnsent(lifecycle: PartLifecycle): void {
  const part = lifecycle.subject();
  for (const event of lifecycle.inbox.take()) {
    if (isAboutOrders(event)) part.change({ hasUnreadOrders: true });
    if (event.kind !== 'disbursement' || part.hasSeen(event.key)) continue;
    part.markSeen(event.key);
    lifecycle.checks.request('event');
  }
}
