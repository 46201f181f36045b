import { afterCheck, type Claim, openClaim } from '../../../src/domain/lifecycle/claim.js';
import type { LifecycleEvent } from '../../../src/domain/lifecycle/event.js';
import { atLatest, earliest, pauseBefore } from '../../../src/domain/lifecycle/schedule.js';
import type { Settings } from '../../../src/config/settings.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import { isOver, nextTurn, type Turn } from './run-until-closed.js';
import type { Lifecycle, Subject, WebhookDraft } from './lifecycle.js';

/** What an event claims: a subject and an amount or a state as a level. */
export interface ClaimedLevel {
  readonly subject: string;
  readonly level: number;
}

/** The result of one check. */
export interface Checked<Verdict> {
  readonly verdict: Verdict;
  /** The level that the record shows for each subject; subjects without an answer are missing. */
  readonly shown: ReadonlyMap<string, number>;
  /** The gateway answered for every subject. */
  readonly isComplete: boolean;
  /** Webhooks for the merchant, whatever the verdict is. */
  readonly drafts?: readonly WebhookDraft[];
}

/** The situation in which a verdict is applied. */
export interface CheckContext {
  readonly isWindowOver: boolean;
  readonly isComplete: boolean;
  /** A gateway event reported more money than any record shows. */
  readonly hasClaims: boolean;
}

/** How a lifecycle checks for its outcome and applies it. */
export interface OutcomeStrategy<Verdict> {
  /** Timer summary while the window is open: "Payment window". */
  readonly window: string;
  /** When the gateway stops accepting money, in milliseconds since the epoch. */
  readonly overAt: (settings: Settings) => number;
  /** Since when money can have arrived; undefined while the payer has nothing to pay on. */
  readonly openSince: () => number | undefined;
  /** Checks with the gateway. Never throws: a read without an answer proves nothing. */
  readonly check: (settings: Settings) => Promise<Checked<Verdict>>;
  /**
   * The claim that an event makes: `known` when the event is its own proof, undefined when there is nothing
   * to check.
   */
  readonly recordEvent: (event: LifecycleEvent) => ClaimedLevel | 'known' | undefined;
  /** The level that Oware has proof of. */
  readonly knownLevel: (subject: string) => number;
  /** Applies the verdict and returns the webhooks for the merchant. */
  readonly apply: (verdict: Verdict, context: CheckContext, settings: Settings) => readonly WebhookDraft[];
  /** The lifecycle has ended and waits for nothing more. */
  readonly isOver: () => boolean;
  /** The window closed; checks continue until the gateway reports an outcome. */
  readonly close: () => void;
  /** The kind of event that reports its outcome; none where the gateway sends no event. */
  readonly awaits?: LifecycleEvent['kind'];
  /** Whether such an event usually follows the present state. */
  readonly expectsEvent: () => boolean;
  /** Whether the outcome of a gateway write is unknown: then it checks without waiting for an event. */
  readonly isUnresolved?: () => boolean;
  /** The gateway has not reported an outcome in time. */
  readonly onUnresolved: () => void;
  /** Raises a review item for an event that no record proves. */
  readonly raiseUnproven: (claim: Claim) => void;
  /** Tells the merchant before the window ends. */
  readonly reminders?: {
    /** When the next one is due; undefined when none is left. */
    readonly dueAt: (settings: Settings) => number | undefined;
    readonly send: () => void;
  };
}

/** Longer windows get a daily safety check. */
const LONG_WINDOW_MS = 3_600_000;

/** Events beyond these open no claim: one check reads every subject anyway. */
const CLAIMS_KEPT = 100;

/**
 * Waits for the outcome until the lifecycle ends. While an event can still arrive it makes only safety
 * checks. It checks what an event claims until a record shows it. When the window closes it checks until the
 * gateway reports an outcome, because only the gateway can prove that nothing was paid. Events after the end
 * take the same path. There is one loop and one timer, and everything it waits for is data.
 */
export async function waitForOutcome<
  Snapshot extends LifecycleSnapshot,
  Of extends Subject<Snapshot>,
  Verdict,
>(lifecycle: Lifecycle<Snapshot, Of>, strategy: OutcomeStrategy<Verdict>): Promise<void> {
  // a redelivered event ends the run without reading settings
  if (!takeEvents(lifecycle, strategy) && strategy.isOver() && isOver(lifecycle, AT_END)) return;
  const settings = lifecycle.given() ?? (await lifecycle.settings());
  const timetable = createTimetable(lifecycle, strategy, settings);
  for (;;) {
    if (isOver(lifecycle, timetable)) return;
    await nextTurn(lifecycle, timetable);
    takeEvents(lifecycle, strategy);
    if (!strategy.isOver() && timetable.isWindowOver()) strategy.close();
    if ((timetable.reminderAt() ?? Infinity) <= lifecycle.pace.now()) strategy.reminders?.send();
    const due = timetable.dueAt();
    if (due !== undefined && due <= lifecycle.pace.now())
      await checkOnce(lifecycle, strategy, { settings, timetable });
  }
}

const AT_END: Turn = { dueAt: () => undefined, summary: () => '', isDone: () => true };

type Timetable = ReturnType<typeof createTimetable>;

/** Computes when the next check is due. */
function createTimetable<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>, Verdict>(
  lifecycle: Lifecycle<Snapshot, Of>,
  strategy: OutcomeStrategy<Verdict>,
  settings: Settings,
) {
  const { checks } = lifecycle;
  const { recheckScheduleMs, safetyChecksMs, dailyCheckMs, checkGapMs } = settings;
  const windowEnd = () => strategy.overAt(settings) + settings.closingGraceMs;
  const isWindowOver = () => lifecycle.pace.now() >= windowEnd();
  const isExpecting = () => !strategy.isOver() && (isWindowOver() || (strategy.isUnresolved?.() ?? false));

  /** While an outcome is expected: growing pauses after the last check, whatever triggered it. */
  function recheckAt(): number | undefined {
    if (!isExpecting()) return undefined;
    const last = checks.lastStart();
    const isFirst = last === undefined || (isWindowOver() && last < windowEnd());
    if (isFirst) return 0;
    const planned = last + pauseBefore(recheckScheduleMs, Math.max(checks.undecided() - 1, 0));
    return atLatest(planned, strategy.overAt(settings) + settings.unresolvedAfterMs, last);
  }

  /** Safety checks need no request: a lost event must cost minutes, not the whole window. */
  function safetyAt(count = checks.safety()): number | undefined {
    const since = strategy.openSince();
    if (since === undefined || strategy.isOver()) return undefined;
    const isLong = windowEnd() - since > LONG_WINDOW_MS;
    const listed = safetyChecksMs[count];
    const daily = isLong ? (count - safetyChecksMs.length + 1) * dailyCheckMs : undefined;
    const after = listed ?? daily;
    const at = after === undefined ? undefined : since + after;
    return at !== undefined && at < windowEnd() ? at : undefined;
  }

  /** One check makes up for several missed ones. */
  function passSafety(): void {
    let count = checks.safety();
    for (let at = safetyAt(count); at !== undefined && at <= lifecycle.pace.now(); at = safetyAt(count))
      count += 1;
    checks.nextSafety(count);
  }

  const reminderAt = () => (strategy.isOver() ? undefined : strategy.reminders?.dueAt(settings));

  return {
    isWindowOver,
    isExpecting,
    passSafety,
    reminderAt,
    isDone: () => strategy.isOver(),
    summary: () =>
      isExpecting() || lifecycle.claims().length > 0 ? 'Recheck with the gateway' : strategy.window,
    dueAt: () =>
      earliest(
        ...lifecycle.claims().map(({ dueAt }) => dueAt),
        checks.dueAt(checkGapMs),
        recheckAt(),
        safetyAt(),
        reminderAt(),
        strategy.isOver() || isWindowOver() ? undefined : windowEnd(),
      ),
  };
}

/** Turns events into claims; true when there was a new event. A redelivery does not restart an open claim. */
function takeEvents<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>, Verdict>(
  lifecycle: Lifecycle<Snapshot, Of>,
  strategy: OutcomeStrategy<Verdict>,
): boolean {
  const subject = lifecycle.subject();
  let hasSome = false;
  for (const event of lifecycle.inbox.take()) {
    const { key } = event;
    if (subject.hasSeen(key) || lifecycle.claims().some((claim) => claim.key === key)) continue;
    hasSome = true;
    // this is the event that the grace period waits for
    if (event.kind === strategy.awaits) lifecycle.stayFor(0);
    const claimed = strategy.recordEvent(event);
    const isTooMany = lifecycle.claims().length >= CLAIMS_KEPT;
    if (claimed === undefined || claimed === 'known' || isTooMany) {
      subject.markSeen(key);
      if (claimed !== undefined) lifecycle.checks.requestNow();
      continue;
    }
    const situation = {
      knownLevel: strategy.knownLevel(claimed.subject),
      wasConcludedBefore: subject.snapshot().seen.length > 0,
    };
    lifecycle.setClaims([...lifecycle.claims(), openClaim({ key, ...claimed }, situation, Date.now())]);
  }
  return hasSome;
}

async function checkOnce<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>, Verdict>(
  lifecycle: Lifecycle<Snapshot, Of>,
  strategy: OutcomeStrategy<Verdict>,
  { settings, timetable }: { readonly settings: Settings; readonly timetable: Timetable },
): Promise<void> {
  const { checks } = lifecycle;
  const isExpecting = timetable.isExpecting();
  const claims = lifecycle.claims();
  const startedAt = Date.now();
  checks.started();
  const { verdict, shown, isComplete, drafts: claimed = [] } = await strategy.check(settings);
  concludeClaims(lifecycle, strategy, { claims, shown, settings, startedAt });
  const hasClaims = lifecycle.claims().length > 0;
  const context = { isWindowOver: timetable.isWindowOver(), isComplete, hasClaims };
  const applied = strategy.apply(verdict, context, settings);
  const drafts = [...claimed, ...applied];
  drafts.forEach(lifecycle.notify);
  timetable.passSafety();
  if (isExpecting && timetable.isExpecting()) {
    checks.countUndecided();
    const since = strategy.overAt(settings);
    if (Date.now() - since >= settings.unresolvedAfterMs) strategy.onUnresolved();
  } else checks.resetUndecided();
  // the event for it is on its way, or more late money may follow
  const isNewHere = drafts.length > 0 && (lifecycle.isFromEvent || strategy.expectsEvent());
  if (isNewHere && strategy.isOver()) lifecycle.stayFor(settings.gatewayEventGraceMs);
  checks.ended(isComplete);
}

function concludeClaims<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>, Verdict>(
  lifecycle: Lifecycle<Snapshot, Of>,
  strategy: OutcomeStrategy<Verdict>,
  {
    claims,
    shown,
    settings,
    startedAt,
  }: {
    readonly claims: readonly Claim[];
    readonly shown: ReadonlyMap<string, number>;
    readonly settings: Settings;
    readonly startedAt: number;
  },
): void {
  const rules = {
    recheckScheduleMs: settings.recheckScheduleMs,
    propagationMs: settings.propagationMs,
    unresolvedAfterMs: settings.unresolvedAfterMs,
  };
  for (const claim of claims) {
    const after = afterCheck(claim, shown.get(claim.subject), { now: Date.now(), rules });
    // a check with another trigger can prove a claim, but does not use up the claim's schedule
    if (after.kind !== 'ended' && claim.dueAt > startedAt) continue;
    if (after.kind === 'open') {
      lifecycle.setClaims(lifecycle.claims().map((each) => (each === claim ? after.claim : each)));
      continue;
    }
    lifecycle.setClaims(lifecycle.claims().filter((each) => each !== claim));
    lifecycle.subject().markSeen(claim.key);
    if (after.kind === 'unproven' && claim.enough === undefined) strategy.raiseUnproven(claim);
  }
}
