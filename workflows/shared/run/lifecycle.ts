import { ApplicationFailure, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { Pending, UnreadEvents } from '../../../activities/load-closed-run.js';
import type { SignedGrant } from '../../../src/domain/approval/grant.js';
import type { Claim } from '../../../src/domain/lifecycle/claim.js';
import { isFoundByCheck, type LifecycleEvent } from '../../../src/domain/lifecycle/event.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import { awaitsDecision, type NewReviewItem } from '../../../src/domain/lifecycle/review.js';
import type { Taken } from '../../../src/domain/newer-rules.js';
import { FIRST_RULES, newestOf } from '../../../src/domain/rules-version.js';
import type { Settings } from '../../../src/config/settings.js';
import { INTERNAL } from '../gateway/activity-options.js';
import { type Operation, type Outcome, runOperation } from '../gateway/operation.js';
import { createOperations } from '../gateway/operations.js';
import { type Carried, type LifecycleInput, type LifecycleTerms, NOT_KNOWN_YET } from '../messages.js';
import { createChecks } from './checks.js';
import { createCommands } from './commands.js';
import { createInbox } from './inbox.js';
import { createOutbox } from './outbox.js';
import { createPace, isContinuing } from './pace.js';
import { adoptRules, attributesWith, versionOfRun } from './rules.js';
import { createSlips, failingTask, isMeant, itemOfSlip } from './slip.js';
import { type LifecycleState, timestamp } from './state.js';
import type { WorkerSettings } from './worker-settings.js';

export type { WebhookDraft } from './outbox.js';

const { settings: readSettings } = proxyActivities<Activities>(INTERNAL);

/** A run with more events in its inbox processes them before it continues as new, because it would carry them. */
const MAX_INBOX_AT_CONTINUATION = 50;
/** Meanwhile the history may grow to this multiple of its limit; Temporal terminates a run at 51,200 events. */
const MAX_OVERRUN = 5;
/** As many events as fit beside the rest: Temporal takes two megabytes, and a run that carries more cannot continue. */
const MAX_EVENTS_CARRIED = 1_000;

export interface Subject<Snapshot extends LifecycleSnapshot> extends LifecycleState<Snapshot> {
  /** True once it has what a caller needs, or has nothing more to wait for. */
  isAnswerable(): boolean;
  /** What changes with a newer version of the rules; where it is not given, all versions show the same. */
  takeRules?(version: number): Taken<Snapshot>;
}

export type Lifecycle<
  Snapshot extends LifecycleSnapshot = LifecycleSnapshot,
  Of extends Subject<Snapshot> = Subject<Snapshot>,
> = ReturnType<typeof createLifecycle<LifecycleTerms, Snapshot, Of>>;

export interface LifecycleOptions<
  Terms extends LifecycleTerms,
  Snapshot extends LifecycleSnapshot,
  Of extends Subject<Snapshot>,
> {
  /** Prefix of its webhook types. */
  readonly prefix: string;
  readonly make: (snapshot: Snapshot) => Of;
  /** The first snapshot of a new request. */
  readonly asAsked: (terms: Terms, at: string) => Snapshot;
}

/**
 * What a run holds: its subject (the checkout, the invoice, the account), events and requests that it has not processed
 * yet, and work in progress. Everything but the wiring is data that the next run takes over.
 */
export function createLifecycle<
  Terms extends LifecycleTerms,
  Snapshot extends LifecycleSnapshot,
  Of extends Subject<Snapshot>,
>(
  { make, asAsked, prefix }: LifecycleOptions<Terms, Snapshot, Of>,
  input: LifecycleInput<Terms, Snapshot>,
  worker: WorkerSettings,
) {
  const carried: Partial<Carried<Snapshot>> = input.from === 'carried' ? input.carried : {};
  const inbox = createInbox<LifecycleEvent>(carried.inbox);
  const checks = createChecks(carried.checks);
  const operations = createOperations(carried.operations);
  const commands = createCommands(carried.commands);
  // a run that recovers an earlier one has no subject yet: a command must not change what recovery replaces
  const isNew = input.from === 'request' && input.recoverFrom === undefined;
  const version = versionOfRun();
  // an earlier version carried it beside the snapshot
  let maker = input.from === 'request' ? input.maker : carried.maker;
  const first = isNew ? byRules(asAsked(input.terms, timestamp())) : carried.snapshot;
  // before the handlers are registered: a command may arrive with the start
  let current = first && begin(first);
  let claims: readonly Claim[] = carried.claims ?? [];
  let graceUntil = carried.graceUntil ?? 0;
  let reading: Promise<Settings> | undefined;
  const slips = createSlips(carried.slippedAt);
  let isRestoring = false;
  let pending: Pending | undefined;
  const isFromEvent = input.from === 'event' || carried.isFromEvent === true;

  const pace = createPace(() => {
    if (slips.isAny()) return true;
    const given = worker.known();
    if (!current || isRestoring || !given) return false;
    if (worker.announcedRules() > knownVersion()) return true;
    const { historyLength, continueAsNewSuggested } = workflowInfo();
    const { continueAsNewAfterHistoryEvents: limit } = given;
    const isLong = continueAsNewSuggested || historyLength >= limit;
    const isTooLong = historyLength >= MAX_OVERRUN * limit;
    return isLong && (inbox.size() <= MAX_INBOX_AT_CONTINUATION || isTooLong);
  });

  /** A new lifecycle has the version of its run from its beginning. */
  function byRules(snapshot: Snapshot): Snapshot {
    return version === FIRST_RULES ? snapshot : { ...snapshot, rules: version };
  }

  /** A lifecycle that ended by a newer version keeps it. */
  const knownVersion = () => Math.max(version, current ? newestOf(current.snapshot()) : FIRST_RULES);

  function begin(snapshot: Snapshot): Of {
    const known = snapshot.maker ?? maker;
    const subject = make(known ? { ...snapshot, maker: known } : snapshot);
    adoptRules(subject, version);
    return subject;
  }

  function subject(): Of {
    if (!current) throw ApplicationFailure.retryable('the earlier run is still loading', NOT_KNOWN_YET);
    return current;
  }

  const outbox = createOutbox({ pace, prefix, subject }, carried.webhooks);

  worker.onKnown((settings) => outbox.open(settings));

  /** One promise for all callers. No activity has brought them yet where they must be read. */
  function settings(): Promise<Settings> {
    const known = worker.known();
    return (reading ??= known ? Promise.resolve(known) : readSettings());
  }

  /** One check finds what the events over the limit report; events that no check finds are always carried. */
  function carriedEvents(): readonly LifecycleEvent[] {
    const waiting = inbox.take();
    const kept = waiting.filter((event, index) => index < MAX_EVENTS_CARRIED || !isFoundByCheck(event));
    if (kept.length < waiting.length) checks.request('overflow');
    return kept;
  }

  /**
   * Adds a review item for an error that was not expected, and continues as new. While an earlier run is being restored there is
   * nothing to continue with: what is known here is less than that run knew, and would be sent again.
   */
  function recordSlip(error: unknown): void {
    if (!current || isRestoring) throw failingTask(error);
    current.raise(itemOfSlip(error, current.worth()));
    inbox.putBack();
    checks.request('internal-error');
    slips.note(pace.now());
    pace.isContinuing();
  }

  /** For the work of the run itself. Where it fails again in the next run, its workflow task fails. */
  function recordOrThrow(error: unknown): void {
    if (isMeant(error)) throw error;
    if (slips.isRepeated(pace.now())) throw failingTask(error);
    recordSlip(error);
  }

  return {
    inbox,
    checks,
    operations,
    commands,
    pace,
    subject,
    /** Whether an event started it: its last run had ended, or it was never requested here. */
    isFromEvent,
    /** Who asked for it, in whatever run: no one decides about their own payout. */
    maker: (): SignedGrant | undefined => current?.snapshot().maker,
    /** Who had asked for it in a run that was lost. */
    setMaker: (given: SignedGrant) => void (maker = given),
    /** What a lost run had not processed or delivered, or knew from an event alone: it follows once that run is restored. */
    setPending: (given: Pending) => void (pending = given),
    isReady: () => current !== undefined,
    /** Restores what an earlier run left, as a whole or not at all. */
    async restore<Result>(work: () => Promise<Result>): Promise<Result> {
      isRestoring = true;
      const result = await work();
      isRestoring = false;
      if (pending) {
        inbox.receiveOlder(pending.inbox);
        claims = [...(pending.claims ?? []), ...claims];
        outbox.resume(pending.webhooks);
        if (pending.unread) current?.raise(itemOfUnread(pending.unread));
      }
      return result;
    },
    begin: (snapshot: Snapshot) => (current = begin(snapshot)),
    whenReady: () => pace.until(() => current !== undefined).then(subject),
    /** They come with the result of the first activity, or are read: a redelivered event ends its run without them. */
    settings,
    /** Undefined until the settings are known. */
    given: worker.known,
    claims: () => claims,
    setClaims: (open: readonly Claim[]) => void (claims = open),
    hasEvents: () => !inbox.isEmpty(),
    /** Runs an operation at the gateway, or resumes it when an earlier run started it under the same key. */
    run<Answer>(operation: Operation<Answer>): Promise<Outcome<Answer>> {
      return runOperation(operation, {
        pace,
        settings,
        states: operations,
        onUnresolved: ({ key, summary, atRiskKobo }, { evidence }) =>
          subject().raise({
            kind: 'unresolved',
            subject: key,
            reason: `${summary}: the gateway has not reported its outcome`,
            atRiskKobo,
            evidence,
          }),
        onResolved: ({ key }) => subject().clear((item) => item.key === `unresolved:${key}`),
      });
    },
    /** Runs work beside the lifecycle, such as commands that an earlier run started. */
    spawn(work: Promise<unknown>): void {
      work.catch((error: unknown) => {
        // the caller of a refused command has its answer
        if (error instanceof ApplicationFailure || isContinuing(error)) return;
        recordOrThrow(error);
      });
    },
    recordSlip,
    recordOrThrow,
    /** Keeps the run open, so that the event that usually follows does not start another run. */
    stayFor: (ms: number) => (graceUntil = pace.now() + ms),
    graceUntil: () => graceUntil,
    /** Whether the run would lose nothing: no event, claim, check, operation, webhook or review item is left. */
    isQuiet: () =>
      inbox.isEmpty() &&
      claims.length === 0 &&
      !checks.isWanted() &&
      operations.isEmpty() &&
      pace.isIdle() &&
      outbox.isIdle() &&
      !awaitsDecision(subject().snapshot().review),
    notify: outbox.notify,
    /** Not delivered yet. */
    waitingWebhooks: outbox.carry,
    /** The search attributes of the next run, where its version of the rules is another one. */
    attributesOfNext: () => {
      const announced = worker.announcedRules();
      return announced > knownVersion() ? attributesWith(announced) : undefined;
    },
    /** Everything that the next run needs. */
    carry: (): Carried<Snapshot> => ({
      snapshot: subject().packed(),
      inbox: carriedEvents(),
      webhooks: outbox.carry(),
      claims,
      checks: checks.carry(),
      operations: operations.carry(),
      commands: commands.carry(),
      graceUntil,
      ...(isFromEvent && { isFromEvent }),
      ...(slips.carry() !== undefined && { slippedAt: slips.carry() }),
    }),
  };
}

/** Nothing else tells of them: only the history of the lost run has them. */
const itemOfUnread = ({ count, amountKobo }: UnreadEvents): NewReviewItem => ({
  kind: 'unmatched-event',
  subject: 'lost-run',
  reason: `${count} events that a lost run had received do not fit into what is restored of it: its history has them`,
  atRiskKobo: amountKobo,
});
