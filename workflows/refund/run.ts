import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { LifecycleEvent } from '../../src/domain/lifecycle/event.js';
import type { RefundEvent } from '../../src/domain/lifecycle/events/refund.js';
import { isSeen } from '../../src/domain/movement/evidence.js';
import { isLimitFresh } from '../../src/domain/movement/may-send.js';
import { standingOf } from '../../src/domain/movement/standing.js';
import { isOver as isPayoutOver, isSettled } from '../../src/domain/payout/state.js';
import { limitOf } from '../../src/domain/refund/limit.js';
import { isToBeReported, type Refund } from '../../src/domain/refund/refund.js';
import { claimsMoney } from '../../src/domain/refund/verdict.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { inScope } from '../shared/gateway/money-request.js';
import { payOut, wantRead } from '../shared/payout/pay-out.js';
import { addPiece, changePayout } from '../shared/payout/place.js';
import { isOver, nextTurn, type Turn } from '../shared/run/run-until-closed.js';
import { askApproval } from './approval.js';
import { refundOf } from './entries.js';
import type { IsAsked } from './grant.js';
import { learnRefunds, readOwed } from './grant.js';
import type { RefundsLifecycle } from './lifecycle.js';
import { placeOf, readerOf, readRefund } from './places.js';
import { addReported } from './unexpected.js';

const { look } = proxyActivities<Activities>(GATEWAY_READ);

/** What a policy asks for: a refund that is granted like any other. */
export type TakeOrder = (event: Extract<LifecycleEvent, { readonly kind: 'refund-requested' }>) => void;

export interface FollowOptions {
  readonly takeOrder: TakeOrder;
  readonly isAsked: IsAsked;
}

/** Sends one refund, and follows it until nothing more is expected of it. */
export async function followRefund(
  lifecycle: RefundsLifecycle,
  refundReference: string,
  { takeOrder, isAsked }: FollowOptions,
): Promise<void> {
  const { pace, operations } = lifecycle;
  const refunds = lifecycle.subject();
  const reader = readerOf(lifecycle, refundReference);
  const { place } = reader;
  await payOut({
    ...reader,
    look: (request) =>
      look.executeWithOptions({ summary: `Look before refund ${refundReference}` }, [request]),
    readLimits: () => readLimits(lifecycle, refundReference, isAsked),
    cancellable: inScope,
    askApproval: (notAfter) => askApproval(lifecycle, refundReference, notAfter),
    takeEvents: () => void takeEvents(lifecycle, takeOrder),
    idle: async (wait) => {
      if (isPayoutOver(place.read())) return true;
      const [seen, resumed] = [refunds.find(refundReference), operations.resumes()];
      const hasChanged = () => refunds.find(refundReference) !== seen || operations.resumes() !== resumed;
      await pace.pause(wait.until, `${wait.for}: ${refundReference}`, hasChanged);
      if (operations.resumes() !== resumed) changePayout(place, { look: undefined });
      return false;
    },
  });
  // the event about an end usually follows it
  if (isEventMissing(lifecycle, refundReference)) {
    lifecycle.stayFor((await lifecycle.settings()).gatewayEventGraceMs);
  }
}

/** Reads the payment, the gateway's list of its refunds, and those of which an event or that list says something else. */
async function readLimits(
  lifecycle: RefundsLifecycle,
  refundReference: string,
  isAsked: IsAsked,
): Promise<boolean> {
  await learnRefunds(lifecycle, isAsked);
  await readOwed(lifecycle);
  return isLimitFresh(limitOf(lifecycle.subject().snapshot(), refundReference), lifecycle.pace.now());
}

function isEventMissing(lifecycle: RefundsLifecycle, refundReference: string): boolean {
  const { movement } = refundOf(lifecycle, refundReference);
  const { seen } = lifecycle.subject().snapshot();
  return isSeen(movement) && !movement.decided && !seen.some((key) => key.includes(`:${refundReference}:`));
}

/** Takes events, reads what callers want to know, and closes when nothing more is expected of any refund. */
export async function runRefunds(lifecycle: RefundsLifecycle, takeOrder: TakeOrder): Promise<void> {
  const isDone = () => isAllDone(lifecycle);
  const atEnd: Turn = { dueAt: () => undefined, summary: () => '', isDone };
  // a redelivered event ends the run without reading settings
  if (!takeEvents(lifecycle, takeOrder) && isDone() && isOver(lifecycle, atEnd)) return;
  const { checkGapMs } = lifecycle.given() ?? (await lifecycle.settings());
  const { checks } = lifecycle;
  const turn: Turn = {
    dueAt: () => checks.dueAt(checkGapMs),
    summary: () => 'Wait for the outcome of refunds',
    isDone,
  };
  for (;;) {
    takeEvents(lifecycle, takeOrder);
    if (isOver(lifecycle, turn)) return;
    await nextTurn(lifecycle, turn);
    if ((turn.dueAt() ?? Infinity) <= lifecycle.pace.now()) await checkNow(lifecycle);
  }
}

function isAllDone(lifecycle: RefundsLifecycle): boolean {
  const { refunds, orders = [], isUnlisted } = lifecycle.subject().snapshot();
  const isLeft = refunds.some((refund) => !isPayoutOver(refund) || isToBeReported(refund));
  return !isLeft && orders.length === 0 && !isUnlisted;
}

/** True when there was a new event. */
function takeEvents(lifecycle: RefundsLifecycle, takeOrder: TakeOrder): boolean {
  const refunds = lifecycle.subject();
  const events = lifecycle.inbox.take().filter(({ key }) => !refunds.hasSeen(key));
  for (const event of events) {
    if (refunds.hasSeen(event.key)) continue;
    refunds.markSeen(event.key);
    if (event.kind === 'refund-requested') takeOrder(event);
    if (event.kind === 'refund') takeClaim(lifecycle, event);
  }
  return events.length > 0;
}

/** What an event reports is a reason to read. */
function takeClaim(lifecycle: RefundsLifecycle, { refundReference, status }: RefundEvent): void {
  // this is the event that the grace period waits for
  lifecycle.stayFor(0);
  addReported(lifecycle, refundReference);
  if (!lifecycle.subject().find(refundReference)) return;
  const place = placeOf(lifecycle, refundReference);
  const { movement } = place.read();
  if (claimsMoney(status)) {
    addPiece(place, { kind: 'claim', shows: 'money', amount: movement.terms.asked });
    if (place.read().movement.changes !== movement.changes) wantRead(place, { isOwed: true });
  } else if (!isKnownToEnd(place.read())) wantRead(place, { isOwed: true });
}

/** An event that reports an end is no news where just that was read. */
const isKnownToEnd = (refund: Pick<Refund, 'movement' | 'reads' | 'unsent'>) =>
  isPayoutOver(refund) && standingOf(refund.movement).by === 'end';

/** A caller wants to know: every refund is read of which something is not known. Of what was never sent there is nothing to read. */
async function checkNow(lifecycle: RefundsLifecycle): Promise<void> {
  const { checks } = lifecycle;
  const open = lifecycle
    .subject()
    .snapshot()
    .refunds.filter(
      (refund) =>
        !isSettled(refund) &&
        refund.movement.sending === undefined &&
        standingOf(refund.movement).name !== 'unsent',
    );
  checks.started();
  const answered = await Promise.all(open.map(({ terms }) => readRefund(lifecycle, terms.refundReference)));
  checks.ended(answered.every(Boolean));
}
