import { afterCheck, type Claim, openClaim } from '../../../src/domain/lifecycle/claim.js';
import type { LifecycleEvent } from '../../../src/domain/lifecycle/event.js';
import { atLatest, earliest, pauseBefore } from '../../../src/domain/lifecycle/schedule.js';
import type { Settings } from '../../../src/domain/settings.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import { isOver, nextTurn, type Turn } from '../run/run-until-closed.js';
import type { Lifecycle, Subject, WebhookDraft } from '../run/lifecycle.js';

/** What an event says, as far as it is a reason to check. */
export interface ClaimedLevel {
  readonly subject: string;
  readonly level: number;
}

/** What one check has found out. */
export interface Checked<Verdict> {
  readonly verdict: Verdict;
  /** How far each subject has come by the record that was read; those without an answer are not in it. */
  readonly shown: ReadonlyMap<string, number>;
  /** Every subject has given an answer. */
  readonly isComplete: boolean;
  /** What the merchant must hear of it, whatever the verdict is. */
  readonly drafts?: readonly WebhookDraft[];
}

/** When a verdict is applied. */
export interface Occasion {
  readonly isWindowOver: boolean;
  readonly isComplete: boolean;
  /** An event says that more has come than any record has shown. */
  readonly hasClaims: boolean;
}

/** How a story finds out what became of what it waits for; the verdict is its own business. */
export interface CollectionStrategy<Verdict> {
  /** What it waits for, for people: "Payment window". */
  readonly window: string;
  /** When the gateway stops taking money for it, in milliseconds since the epoch. */
  readonly overAt: (settings: Settings) => number;
  /** Since when something can have come; undefined while nothing was handed out. */
  readonly openSince: () => number | undefined;
  /** Asks the gateway; never throws: a question without an answer proves nothing. */
  readonly check: (settings: Settings) => Promise<Checked<Verdict>>;
  /** What of the news is a reason to check; `known` where it is its own proof, undefined where it is none. */
  readonly takeIn: (event: LifecycleEvent) => ClaimedLevel | 'known' | undefined;
  /** How far a subject is known to have come. */
  readonly knownLevel: (subject: string) => number;
  /** What the merchant must hear of the verdict. */
  readonly apply: (verdict: Verdict, occasion: Occasion, settings: Settings) => readonly WebhookDraft[];
  /** Nothing more is waited for. */
  readonly isOver: () => boolean;
  /** The window is over, and the gateway is asked until it says what came of it. */
  readonly close: () => void;
  /** Whether an event usually follows what is known now. */
  readonly expectsEvent: () => boolean;
  /** Whether something is under way whose answer was lost: then it checks, whether an event comes or not. */
  readonly isUnresolved?: () => boolean;
  /** The gateway has left it open for too long. */
  readonly onUnresolved: () => void;
  /** What is at risk while an event is not proven. */
  readonly raiseUnproven: (claim: Claim) => void;
}

/** What waits longer is checked once a day although no event came. */
const LONG_WINDOW_MS = 3_600_000;

/** More than these need no check of their own: one check reads everything. */
const CLAIMS_KEPT = 100;

/**
 * Waits for an outcome until the story is over. While an event can come nobody asks, but for safety checks; what
 * an event claims is checked until a record shows it; at the end of the window the gateway is asked until it says
 * what became of it, because only the gateway knows that nothing came. What arrives after the end is dealt with in
 * the same way. One loop, one timer, and everything that it waits for is data.
 */
export async function waitForOutcome<
  Snapshot extends LifecycleSnapshot,
  Of extends Subject<Snapshot>,
  Verdict,
>(lifecycle: Lifecycle<Snapshot, Of>, strategy: CollectionStrategy<Verdict>): Promise<void> {
  // a repeat of old news ends without settings
  if (!takeEvents(lifecycle, strategy) && strategy.isOver() && isOver(lifecycle, AT_REST)) return;
  const settings = lifecycle.given() ?? (await lifecycle.settings());
  const timetable = createTimetable(lifecycle, strategy, settings);
  for (;;) {
    if (isOver(lifecycle, timetable)) return;
    await nextTurn(lifecycle, timetable);
    takeEvents(lifecycle, strategy);
    if (!strategy.isOver() && timetable.isWindowOver()) strategy.close();
    const due = timetable.dueAt();
    if (due !== undefined && due <= Date.now()) await checkOnce(lifecycle, strategy, { settings, timetable });
  }
}

const AT_REST: Turn = { dueAt: () => undefined, summary: () => '', isDone: () => true };

type Timetable = ReturnType<typeof createTimetable>;

/** When the next check is due, for whatever reason. */
function createTimetable<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>, Verdict>(
  lifecycle: Lifecycle<Snapshot, Of>,
  strategy: CollectionStrategy<Verdict>,
  settings: Settings,
) {
  const { checks } = lifecycle;
  const { recheckScheduleMs, safetyChecksMs, dailyCheckMs, checkGapMs } = settings;
  const windowEnd = () => strategy.overAt(settings) + settings.closingGraceMs;
  const isWindowOver = () => Date.now() >= windowEnd();
  const isExpecting = () => !strategy.isOver() && (isWindowOver() || (strategy.isUnresolved?.() ?? false));

  /** While an outcome must come: growing pauses after the last check, however that came about. */
  function recheckAt(): number | undefined {
    if (!isExpecting()) return undefined;
    const last = checks.lastStart();
    const isFirst = last === undefined || (isWindowOver() && last < windowEnd());
    if (isFirst) return 0;
    const planned = last + pauseBefore(recheckScheduleMs, Math.max(checks.undecided() - 1, 0));
    return atLatest(planned, strategy.overAt(settings) + settings.unresolvedAfterMs, last);
  }

  /** Nobody asked for these: a lost event must cost minutes, not the window. */
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

  /** Several may have been missed: they are made up for by one. */
  function passSafety(): void {
    let count = checks.safety();
    for (let at = safetyAt(count); at !== undefined && at <= Date.now(); at = safetyAt(count)) count += 1;
    checks.nextSafety(count);
  }

  return {
    isWindowOver,
    isExpecting,
    passSafety,
    isDone: () => strategy.isOver(),
    summary: () => (isExpecting() || lifecycle.claims().length > 0 ? 'Check again' : strategy.window),
    dueAt: () =>
      earliest(
        ...lifecycle.claims().map(({ dueAt }) => dueAt),
        checks.dueAt(checkGapMs),
        recheckAt(),
        safetyAt(),
        strategy.isOver() || isWindowOver() ? undefined : windowEnd(),
      ),
  };
}

/** Turns news into claims; true when there was any. A repeat of an open claim does not start it anew. */
function takeEvents<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>, Verdict>(
  lifecycle: Lifecycle<Snapshot, Of>,
  strategy: CollectionStrategy<Verdict>,
): boolean {
  const subject = lifecycle.subject();
  let hasSome = false;
  for (const event of lifecycle.inbox.take()) {
    const { key } = event;
    if (subject.hasSeen(key) || lifecycle.claims().some((claim) => claim.key === key)) continue;
    hasSome = true;
    // this is the event that the run would have stayed for
    if (event.kind === 'collection') lifecycle.stayFor(0);
    const claimed = strategy.takeIn(event);
    const isTooMany = lifecycle.claims().length >= CLAIMS_KEPT;
    if (claimed === undefined || claimed === 'known' || isTooMany) {
      subject.noteSeen(key);
      if (claimed !== undefined) lifecycle.checks.urge();
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
  strategy: CollectionStrategy<Verdict>,
  { settings, timetable }: { readonly settings: Settings; readonly timetable: Timetable },
): Promise<void> {
  const { checks } = lifecycle;
  const isExpecting = timetable.isExpecting();
  const claims = lifecycle.claims();
  const startedAt = Date.now();
  checks.started();
  const { verdict, shown, isComplete, drafts: claimed = [] } = await strategy.check(settings);
  settleClaims(lifecycle, strategy, { claims, shown, settings, startedAt });
  const hasClaims = lifecycle.claims().length > 0;
  const occasion = { isWindowOver: timetable.isWindowOver(), isComplete, hasClaims };
  const applied = strategy.apply(verdict, occasion, settings);
  const drafts = [...claimed, ...applied];
  drafts.forEach(lifecycle.notify);
  timetable.passSafety();
  if (isExpecting && timetable.isExpecting()) {
    checks.decidedNothing();
    const since = strategy.overAt(settings);
    if (Date.now() - since >= settings.unresolvedAfterMs) strategy.onUnresolved();
  } else checks.decidedSomething();
  // its event is on its way, or money seldom comes late just once
  const isNewHere = drafts.length > 0 && (lifecycle.isFromEvent || strategy.expectsEvent());
  if (isNewHere && strategy.isOver()) lifecycle.stayFor(settings.gatewayEventGraceMs);
  checks.ended(isComplete);
}

function settleClaims<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>, Verdict>(
  lifecycle: Lifecycle<Snapshot, Of>,
  strategy: CollectionStrategy<Verdict>,
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
    checkAgainMs: settings.recheckScheduleMs,
    propagationMs: settings.propagationMs,
    unresolvedAfterMs: settings.unresolvedAfterMs,
  };
  for (const claim of claims) {
    const after = afterCheck(claim, shown.get(claim.subject), { now: Date.now(), rules });
    // a check that came about for another reason proves a claim, and uses up nothing of its schedule
    if (after.kind !== 'ended' && claim.dueAt > startedAt) continue;
    if (after.kind === 'open') {
      lifecycle.setClaims(lifecycle.claims().map((each) => (each === claim ? after.claim : each)));
      continue;
    }
    lifecycle.setClaims(lifecycle.claims().filter((each) => each !== claim));
    lifecycle.subject().noteSeen(claim.key);
    if (after.kind === 'unproven' && claim.enough === undefined) strategy.raiseUnproven(claim);
  }
}
