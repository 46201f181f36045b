import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { LifecycleEvent } from '../../../src/domain/lifecycle/event.js';
import { earliest } from '../../../src/domain/lifecycle/schedule.js';
import { inWords } from '../../../src/domain/lifecycle/webhook.js';
import { isSeen } from '../../../src/domain/movement/evidence.js';
import type { Piece } from '../../../src/domain/movement/pieces.js';
import { standingOf } from '../../../src/domain/movement/standing.js';
import type { Wait } from '../../../src/domain/payout/next-step.js';
import { isOver } from '../../../src/domain/payout/state.js';
import type { SinglePayoutSnapshot } from '../../../src/domain/payout/single-payout.js';
import { isState } from '../../../src/domain/payout/webhooks-due.js';
import { GATEWAY_READ } from '../gateway/activity-options.js';
import { inScope } from '../gateway/money-request.js';
import { isOver as isClosed, nextTurn, type Turn } from '../run/run-until-closed.js';
import { requestApproval } from './approval.js';
import { placeOf } from './approval-place.js';
import { payOut, type Reader, wantRead } from './pay-out.js';
import type { PayoutKind } from './payout-kind.js';
import { addPiece, changePayout, itemRulesOf, type PayoutPlace } from './place.js';
import type { SinglePayoutLifecycle } from './single-payout.js';

const { look } = proxyActivities<Activities>(GATEWAY_READ);

export interface SingleKind extends PayoutKind {
  /** Prefix of its webhook types. */
  readonly prefix: string;
  /** What an event of the gateway claims; `read` when it is a reason to read, undefined when it is about something else. */
  readonly claimIn?: (event: LifecycleEvent) => Piece | 'read' | undefined;
}

/** The place of a payout that is a lifecycle of its own. */
export function createPlace<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  kind: Pick<SingleKind, 'prefix' | 'expectedFrom'>,
): PayoutPlace {
  const payout = lifecycle.subject();
  const { snapshot } = payout;
  return {
    read: snapshot,
    // a kind without OTPs and returns has no such states
    write: (part, shown) => payout.keep(part, shown),
    notify: (news) => {
      const { unexpected } = snapshot() as { readonly unexpected?: true };
      const type = `${kind.prefix}.${unexpected && isState(news) ? 'unexpected' : inWords(news)}`;
      lifecycle.notify({ type, effect: payout.count(news) });
    },
    raise: payout.raise,
    clear: payout.clear,
    now: lifecycle.pace.now,
    inTurn: payout.inTurn,
    setWithdrawal: payout.setWithdrawal,
    withdraw: payout.withdraw,
    itemRules: () =>
      itemRulesOf(lifecycle, kind, {
        subject: snapshot().terms.reference,
        open: snapshot().review.map(({ key }) => key),
      }),
  };
}

/** Reads the record of the payout, for its main loop and for commands. */
export function createReader<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  kind: SingleKind,
): Reader {
  const { checks } = lifecycle;
  const onRead = {
    started: () => checks.started(),
    ended: (isAnswered: boolean) => {
      checks.ended(isAnswered);
      return isAnswered;
    },
  };
  return { lifecycle, place: createPlace(lifecycle, kind), kind, onRead };
}

/** Runs a lifecycle that is one payout, until nothing more is expected of it. */
export async function runPayout<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  kind: SingleKind,
): Promise<void> {
  const reader = createReader(lifecycle, kind);
  const { place } = reader;
  takeEvents(lifecycle, place, kind);
  let wasOver = isOver(place.read());
  // a redelivered event ends the run without reading settings
  if (wasOver && isClosed(lifecycle, AT_END)) return;
  await payOut({
    ...reader,
    look: (request) => look.executeWithOptions({ summary: 'Look before the send' }, [request]),
    cancellable: inScope,
    askApproval: (notAfter) => askApproval(lifecycle, notAfter),
    takeEvents: () => takeEvents(lifecycle, place, kind),
    idle: async (wait) => {
      const settings = await lifecycle.settings();
      const isNow = isOver(place.read());
      // the event about an end usually follows it
      const { movement, seen } = lifecycle.subject().snapshot();
      const isEventMissing = isSeen(movement) && !movement.decided && seen.length === 0;
      if (isNow && !wasOver && kind.claimIn && isEventMissing) {
        lifecycle.stayFor(settings.gatewayEventGraceMs);
      }
      wasOver = isNow;
      return idle(lifecycle, { place, wait, checkGapMs: settings.checkGapMs });
    },
  });
}

const AT_END: Turn = { dueAt: () => undefined, summary: () => '', isDone: () => true };

interface Idle {
  readonly place: PayoutPlace;
  readonly wait: Wait;
  readonly checkGapMs: number;
}

/** Waits until something is due or has changed; true when the lifecycle is closed. */
async function idle<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  { place, wait, checkGapMs }: Idle,
): Promise<boolean> {
  const { checks, operations, hasEvents } = lifecycle;
  const { version } = lifecycle.subject();
  const [seen, resumed] = [version(), operations.resumes()];
  // nothing is read while a request is on its way
  const isSending = () => place.read().movement.sending !== undefined;
  const turn: Turn = {
    dueAt: () => earliest(wait.until, isSending() ? undefined : checks.dueAt(checkGapMs)),
    summary: () => wait.for,
    isDone: () => isOver(place.read()),
    hasEvents: () => hasEvents() || version() !== seen || operations.resumes() !== resumed,
  };
  if (isClosed(lifecycle, turn)) return true;
  await nextTurn(lifecycle, turn);
  if (operations.resumes() !== resumed) changePayout(place, { look: undefined });
  takeChecks(lifecycle, place, checkGapMs);
  return false;
}

export function takeEvents<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  place: PayoutPlace,
  { claimIn }: SingleKind,
): void {
  const payout = lifecycle.subject();
  for (const event of lifecycle.inbox.take()) {
    if (payout.hasSeen(event.key)) continue;
    payout.markSeen(event.key);
    const claim = claimIn?.(event);
    if (claim === undefined) continue;
    // this is the event that the grace period waits for
    lifecycle.stayFor(0);
    const { changes } = place.read().movement;
    if (claim !== 'read') addPiece(place, claim);
    const isNews = claim === 'read' ? !isKnownToEnd(place) : place.read().movement.changes !== changes;
    if (isNews) wantRead(place, { isOwed: true });
  }
}

/** An event that reports an end is no news where just that was read; anywhere else the record is. */
const isKnownToEnd = (place: PayoutPlace) =>
  isOver(place.read()) && standingOf(place.read().movement).by === 'end';

/** People and payers may ask for a check. Of what was never sent there is nothing to check. */
function takeChecks<Snapshot extends SinglePayoutSnapshot>(
  { checks, pace }: SinglePayoutLifecycle<Snapshot>,
  place: PayoutPlace,
  gapMs: number,
): void {
  const { movement } = place.read();
  if (movement.sending !== undefined || (checks.dueAt(gapMs) ?? Infinity) > pace.now()) return;
  if (standingOf(movement).name === 'unsent') checks.answerUnchecked();
  else wantRead(place);
}

async function askApproval<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  notAfter: number,
): Promise<void> {
  const payout = lifecycle.subject();
  const { amountKobo } = payout.snapshot().terms;
  await requestApproval(lifecycle, placeOf(lifecycle), {
    amountKobo,
    notAfter,
    asksAgain: true,
    isWanted: () => payout.snapshot().unwanted === undefined,
  });
}
