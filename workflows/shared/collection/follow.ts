import type { CollectionSnapshot } from '../../../src/domain/collection/snapshot.js';
import { isMoney } from '../../../src/domain/collection/collection.js';
import type { Settings } from '../../../src/config/settings.js';
import { earliest, pauseBefore } from '../../../src/domain/lifecycle/schedule.js';
import {
  type CheckRules,
  isExpecting,
  nextCheckAt,
  safetyPassed,
} from '../../../src/domain/order/next-check.js';
import { stillUnread } from '../../../src/domain/order/after-loss.js';
import type { Order } from '../../../src/domain/order/order.js';
import { isAwaited } from '../../../src/domain/order/state.js';
import { isOver as isClosed, nextTurn, type Turn } from '../run/run-until-closed.js';
import { readTransactions, type ReadRules } from './check.js';
import {
  createOrderPlace,
  type OrderLifecycle,
  type OrderPlace,
  type PlaceRules,
  UNRESOLVED,
} from './order-place.js';
import { type EventRules, hasNewEvents, takeEvents } from './take-events.js';

/** How one kind of order is followed. */
export interface OrderKind<Snapshot extends CollectionSnapshot>
  extends PlaceRules, EventRules<Snapshot>, ReadRules<Snapshot> {
  readonly prefix: string;
  /** Timer summary while the window is open: "Payment window". */
  readonly window: string;
  /** When the gateway stops accepting money, in milliseconds since the epoch. */
  readonly overAt: (settings: Settings) => number;
  /** Since when money can have arrived; undefined while the payer has nothing to pay on. */
  readonly openSince: () => number | undefined;
  /** Whether the outcome of a request is unknown: then it checks without waiting for an event. */
  readonly isUnresolved?: () => boolean;
  /** What else is read after its transactions, and what follows from it. */
  readonly readMore?: (read: Snapshot['transactions']) => Promise<More<Snapshot> | undefined>;
  /** Looks at what was read before anything follows from it. */
  readonly onRead?: (place: OrderPlace<Snapshot>, read: Snapshot['transactions']) => Snapshot['transactions'];
  /** The sentence about an outcome that the gateway does not report. */
  readonly unresolved: string;
  /** Tells the merchant before the window ends. */
  readonly reminders?: {
    /** When the next one is due; undefined when none is left. */
    readonly dueAt: (settings: Settings) => number | undefined;
    readonly send: () => void;
  };
}

export interface More<Snapshot extends CollectionSnapshot> {
  readonly part: Partial<Snapshot>;
  readonly withMore?: (transactions: Snapshot['transactions']) => Snapshot['transactions'];
  readonly isComplete: boolean;
}

const AT_END: Turn = { dueAt: () => undefined, summary: () => '', isDone: () => true };

/**
 * Follows an order until nothing more is expected: asks what is due next, does that, and asks again. While an event can
 * still arrive it makes only safety checks. It checks what an event claims, and what was read once, until records have
 * settled it; and when the window closes, until the gateway reports an outcome.
 */
export async function followOrder<Snapshot extends CollectionSnapshot>(
  lifecycle: OrderLifecycle<Snapshot>,
  kind: OrderKind<Snapshot>,
): Promise<void> {
  const { pace } = lifecycle;
  const subject = lifecycle.subject();
  // a redelivered event ends the run without reading settings
  const isNothingOwed = subject.isOver() && owedAt(subject.snapshot()) === undefined;
  if (!hasNewEvents(lifecycle) && isNothingOwed && isClosed(lifecycle, AT_END)) return;
  const settings = lifecycle.given() ?? (await lifecycle.settings());
  const place = createOrderPlace(lifecycle, kind);
  const timetable = createTimetable(lifecycle, kind, settings);
  for (;;) {
    takeEvents(lifecycle, { place, rules: kind, settings });
    if (isClosed(lifecycle, timetable)) return;
    await nextTurn(lifecycle, timetable);
    takeEvents(lifecycle, { place, rules: kind, settings });
    closeWindow(lifecycle, place, timetable);
    if ((timetable.reminderAt() ?? Infinity) <= pace.now()) kind.reminders?.send();
    if ((timetable.dueAt() ?? Infinity) <= pace.now()) {
      await checkOnce(lifecycle, { kind, place, settings, timetable });
    }
  }
}

type Timetable = ReturnType<typeof createTimetable>;

/** When its records must be read, whatever is known of it: at once where a run was lost. */
const owedAt = ({ checkAgainAt, unread }: CollectionSnapshot): number | undefined =>
  checkAgainAt ?? (unread ? 0 : undefined);

/** When something is due. */
function createTimetable<Snapshot extends CollectionSnapshot>(
  lifecycle: OrderLifecycle<Snapshot>,
  kind: OrderKind<Snapshot>,
  settings: Settings,
) {
  const { checks } = lifecycle;
  const subject = lifecycle.subject();
  const { snapshot } = subject;
  const known = () => ({
    lastStart: checks.lastStart(),
    undecided: checks.undecided(),
    safety: checks.safety(),
  });
  const rules = (): CheckRules => ({
    scheduleMs: settings.recheckScheduleMs,
    safetyMs: settings.safetyChecksMs,
    dailyMs: settings.dailyCheckMs,
    unresolvedAfterMs: settings.unresolvedAfterMs,
    overAt: kind.overAt(settings),
    windowEnd: kind.overAt(settings) + settings.closingGraceMs,
    openSince: kind.openSince(),
    isUnresolved: kind.isUnresolved?.() ?? false,
  });
  const expecting = () => isExpecting(snapshot(), rules());
  const reminderAt = () => (subject.isOver() ? undefined : kind.reminders?.dueAt(settings));
  return {
    rules,
    reminderAt,
    isExpecting: expecting,
    isWindowOver: () => lifecycle.pace.now() >= rules().windowEnd,
    isDone: () => subject.isOver() && owedAt(snapshot()) === undefined,
    passSafety: () => checks.nextSafety(safetyPassed(snapshot(), known(), rules(), lifecycle.pace.now())),
    summary: () => (expecting() ? 'Recheck with the gateway' : kind.window),
    dueAt: () =>
      earliest(
        checks.dueAt(settings.checkGapMs),
        nextCheckAt(snapshot(), known(), rules()),
        reminderAt(),
        owedAt(snapshot()),
      ),
  };
}

/** The payer can no longer pay: from now on the gateway's records decide. */
function closeWindow<Snapshot extends CollectionSnapshot>(
  lifecycle: OrderLifecycle<Snapshot>,
  place: OrderPlace<Snapshot>,
  timetable: Timetable,
): void {
  const subject = lifecycle.subject();
  if (subject.isOver() || subject.snapshot().windowOverAt !== undefined || !timetable.isWindowOver()) return;
  const part: Pick<Order, 'windowOverAt'> = { windowOverAt: lifecycle.pace.now() };
  place.change(part as Partial<Snapshot>);
  lifecycle.checks.requestNow();
}

async function checkOnce<Snapshot extends CollectionSnapshot>(
  lifecycle: OrderLifecycle<Snapshot>,
  {
    kind,
    place,
    settings,
    timetable,
  }: {
    readonly kind: OrderKind<Snapshot>;
    readonly place: OrderPlace<Snapshot>;
    readonly settings: Settings;
    readonly timetable: Timetable;
  },
): Promise<void> {
  const { checks, pace } = lifecycle;
  const subject = lifecycle.subject();
  const wasExpecting = timetable.isExpecting();
  const sent = subject.snapshot().sequence;
  checks.started();
  const isOwed = (owedAt(subject.snapshot()) ?? Infinity) <= pace.now();
  if (isOwed) {
    subject.change({ checkAgainAt: undefined } as Partial<Snapshot>);
  }
  const found = await readTransactions(lifecycle, kind, settings);
  // each promise in a workflow costs a stack trace
  const more = kind.readMore && (await kind.readMore(found.addTo(subject.snapshot().transactions)));
  const transactions = found.addTo(subject.snapshot().transactions);
  const seen = kind.onRead?.(place, transactions) ?? transactions;
  place.change({
    ...more?.part,
    ...found.partOf(subject.snapshot()),
    ...stillUnread(subject.snapshot(), found.answered, { ...settings, now: pace.now() }),
    transactions: more?.withMore?.(seen) ?? seen,
  } as Partial<Snapshot>);
  timetable.passSafety();
  const isAwaiting = subject.snapshot().transactions.some(isAwaited);
  const isStillOwed = isOwed && !found.isAnswered;
  if ((wasExpecting && timetable.isExpecting()) || isAwaiting || isStillOwed) {
    checks.countUndecided();
    raiseUnresolved(lifecycle, kind, settings);
  } else checks.resetUndecided();
  if (isStillOwed) {
    const pause = pauseBefore(settings.recheckScheduleMs, checks.undecided() - 1);
    subject.change({ checkAgainAt: pace.now() + pause } as Partial<Snapshot>);
  }
  // the event for it is on its way, or more late money may follow
  const isEventMissing = isMoney(subject.snapshot().state) && subject.snapshot().seen.length === 0;
  const isNewHere = subject.snapshot().sequence > sent && (lifecycle.isFromEvent || isEventMissing);
  if (isNewHere && subject.isOver()) lifecycle.stayFor(settings.gatewayEventGraceMs);
  checks.ended(found.isComplete && (more?.isComplete ?? true));
  pace.isContinuing();
}

function raiseUnresolved<Snapshot extends CollectionSnapshot>(
  lifecycle: OrderLifecycle<Snapshot>,
  kind: OrderKind<Snapshot>,
  { unresolvedAfterMs, ...settings }: Settings,
): void {
  const subject = lifecycle.subject();
  const { terms, windowOverAt } = subject.snapshot();
  const since = kind.overAt({ unresolvedAfterMs, ...settings });
  if (windowOverAt === undefined || subject.isOver() || lifecycle.pace.now() - since < unresolvedAfterMs)
    return;
  subject.raise({ ...UNRESOLVED, reason: kind.unresolved, atRiskKobo: terms.amountKobo });
}
