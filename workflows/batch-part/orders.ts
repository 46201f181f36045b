import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { PartOrder } from '../../src/domain/batch/batch-part.js';
import { type PartOrders, releasesIn } from '../../src/domain/batch/part-orders.js';
import { endHeld } from '../../src/domain/batch/row-payout.js';
import { without } from '../../src/domain/without.js';
import type { LifecycleEvent } from '../../src/domain/lifecycle/event.js';
import { INTERNAL } from '../shared/gateway/activity-options.js';
import { changePayout } from '../shared/payout/place.js';
import type { PartLifecycle } from './lifecycle.js';
import { createRequestPlace } from './place.js';

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
function carryOut(lifecycle: PartLifecycle, orders: PartOrders): void {
  const part = lifecycle.subject();
  const { releases, lostReleases = 0, order } = orders;
  const total = releasesIn(orders);
  const { order: given, releases: done = 0 } = part.snapshot();
  const added = releases.slice(Math.max(done - lostReleases, 0));
  if (!given) added.forEach((release) => releaseRows(lifecycle, release));
  // of two orders the one to end counts; it does not concern what was sent meanwhile
  const isNew = order !== undefined && (!given || (order.kind === 'end' && given.kind === 'send'));
  if (done >= total && !isNew) return;
  part.change({ releases: Math.max(done, total), ...(isNew && { order }) });
  if (isNew) obey(lifecycle, order);
  part.touch();
}

function obey(lifecycle: PartLifecycle, order: PartOrder): void {
  const part = lifecycle.subject();
  const place = createRequestPlace(lifecycle);
  if (order.kind === 'send') {
    // the batch was approved without them
    if (part.isUnsent()) part.changeRows((known) => endHeld(known, 'REFUSED'));
    return;
  }
  const { as, reason } = order;
  if (part.isUnsent() && place.read().movement.sending === undefined) {
    changePayout(place, { unsent: { to: as, reason }, stage: undefined });
    return;
  }
  // what has left is not taken back: should it prove absent, that is why it was not paid
  if (!place.read().unsent) changePayout(place, { unwanted: reason });
  part.withdraw();
}

function releaseRows(lifecycle: PartLifecycle, { rows, reason }: PartOrders['releases'][number]): void {
  const named = rows === 'all' ? undefined : new Set(rows);
  lifecycle.subject().changeRows((known, { n }) => {
    const isMeant = known.state === 'HELD' && (named?.has(n) ?? true);
    if (!isMeant) return known;
    return { ...without(known, 'hold'), wasReleased: true, state: 'PENDING', reason: `released: ${reason}` };
  });
}

/** Whether the batch wants it sent. */
export function isWanted(lifecycle: PartLifecycle): boolean {
  return lifecycle.subject().snapshot().order?.kind !== 'end';
}

/** Waits until the batch says what to do. What events report of rows meanwhile is read before the send. */
export async function awaitOrder(lifecycle: PartLifecycle): Promise<void> {
  const part = lifecycle.subject();
  const { checks, pace } = lifecycle;
  const hasOrder = () => part.snapshot().order !== undefined;
  while (!hasOrder()) {
    checks.answerUnchecked();
    await pace.pause(undefined, 'Wait for the batch', () => hasOrder() || checks.isWanted());
  }
}
