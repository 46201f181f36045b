import { ApplicationFailure, proxyLocalActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { Claim } from '../../../src/domain/lifecycle/claim.js';
import type { LifecycleEvent } from '../../../src/domain/lifecycle/event.js';
import type { MerchantWebhook } from '../../../src/domain/lifecycle/webhook.js';
import type { Settings } from '../../../src/domain/settings.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import { type Operation, type Outcome, runOperation } from '../gateway/operation.js';
import { createOperations } from '../gateway/operations.js';
import {
  type Carried,
  type CarriedWebhook,
  NOT_KNOWN_YET,
  type LifecycleInput,
  type LifecycleTerms,
} from '../messages.js';
import { createChecks } from './checks.js';
import { createCommands } from './commands.js';
import { createInbox } from './inbox.js';
import { createPace, isContinuing } from './pace.js';
import { type LifecycleState, timestamp } from './state.js';
import { createWebhooks, type Webhooks } from './webhooks.js';

// local: it only reads, and the story saves a round trip through the server
const { settings: readSettings } = proxyLocalActivities<Activities>({ startToCloseTimeout: '5s' });

/** What lies in the inbox would be carried: a rush is dealt with first, down to so few. */
const RUSH_IS_OVER_AT = 50;
/** While a rush lasts the history may grow so many times as long; Temporal ends a run by force at 51,200 events. */
const LONGER_IN_A_RUSH = 5;
/** As many as fit beside all else: Temporal takes two megabytes, and a run that carries more goes on no more. */
const MAX_EVENTS_CARRIED = 1_000;

/** What the merchant hears. */
export interface WebhookDraft {
  readonly type: string;
  /** What happened, so that a repeat is recognised; the state that was reached unless said otherwise. */
  readonly effect?: string;
  readonly about?: MerchantWebhook['about'];
}

export interface Subject<Snapshot extends LifecycleSnapshot> extends LifecycleState<Snapshot> {
  /** True once there is what a caller needs, or nothing more to wait for. */
  isAnswerable(): boolean;
}

export type Lifecycle<
  Snapshot extends LifecycleSnapshot = LifecycleSnapshot,
  Of extends Subject<Snapshot> = Subject<Snapshot>,
> = ReturnType<typeof createLifecycle<LifecycleTerms, Snapshot, Of>>;

/** How a story gets its subject. */
export interface LifecycleOptions<
  Terms extends LifecycleTerms,
  Snapshot extends LifecycleSnapshot,
  Of extends Subject<Snapshot>,
> {
  /** What its webhooks begin with. */
  readonly prefix: string;
  readonly make: (snapshot: Snapshot) => Of;
  /** What is known of it when it has only been asked for. */
  readonly asAsked: (terms: Terms, at: string) => Snapshot;
}

/**
 * What a run holds: its subject (the payment, the invoice, the account), what came from outside and is not dealt
 * with yet, and what is under way. All of it but the wiring is data that the next run takes over.
 */
export function createLifecycle<
  Terms extends LifecycleTerms,
  Snapshot extends LifecycleSnapshot,
  Of extends Subject<Snapshot>,
>({ make, asAsked, prefix }: LifecycleOptions<Terms, Snapshot, Of>, input: LifecycleInput<Terms, Snapshot>) {
  const carried: Partial<Carried<Snapshot>> = input.from === 'carried' ? input.carried : {};
  const inbox = createInbox<LifecycleEvent>(carried.inbox);
  const checks = createChecks(carried.checks);
  const operations = createOperations(carried.operations);
  const commands = createCommands(carried.commands);
  // what is to be recovered from an earlier run is not known yet: a command must not change what is replaced later
  const isNew = input.from === 'request' && input.recoverFrom === undefined;
  const first = isNew ? asAsked(input.terms, timestamp()) : carried.snapshot;
  // known before anything is heard: an order may have come with the start
  let current = first && make(first);
  let claims: readonly Claim[] = carried.claims ?? [];
  let graceUntil = carried.graceUntil ?? 0;
  let given: Settings | undefined;
  let equipping: Promise<Settings> | undefined;
  let webhooks: Webhooks | undefined;
  /** Told before it was known whether there is somebody to tell. */
  let early: CarriedWebhook[] = [...(carried.webhooks ?? [])];

  const pace = createPace(() => {
    if (!current || !given) return false;
    const { historyLength, continueAsNewSuggested } = workflowInfo();
    const { continueAsNewAfterHistoryEvents } = given;
    const isLong = continueAsNewSuggested || historyLength >= continueAsNewAfterHistoryEvents;
    const isTooLong = historyLength >= LONGER_IN_A_RUSH * continueAsNewAfterHistoryEvents;
    return isLong && (inbox.size() <= RUSH_IS_OVER_AT || isTooLong);
  });

  function subject(): Of {
    if (!current) throw ApplicationFailure.retryable('it is still being recalled', NOT_KNOWN_YET);
    return current;
  }

  function useSettings(settings: Settings): Settings {
    if (given) return given;
    given = settings;
    if (settings.deliversWebhooks) webhooks = equipWebhooks(settings);
    early = [];
    return settings;
  }

  function equipWebhooks({ webhookRetryScheduleMs }: Settings): Webhooks {
    return createWebhooks(
      {
        pace,
        planMs: webhookRetryScheduleMs,
        missedType: `${prefix}.missed`,
        complete: ({ effect, ...webhook }) => {
          const { terms, epoch } = subject().snapshot();
          const { reference } = terms;
          const effectKey = `${reference}:${effect}`;
          return { ...webhook, effectKey, reference, epoch, snapshot: subject().inWebhooks() };
        },
        onUndelivered: ({ type, sequence }, reason) =>
          subject().raise({
            kind: 'webhook-undelivered',
            subject: String(sequence),
            reason: `${type} could not be delivered: ${reason}`,
            atRiskKobo: subject().worth(),
          }),
      },
      early,
    );
  }

  // one promise for all who ask
  const settings = () => (equipping ??= given ? Promise.resolve(given) : readSettings().then(useSettings));

  /** Of more than can be carried one check finds what they tell of; what no check finds is carried all the same. */
  function carriedEvents(): readonly LifecycleEvent[] {
    const waiting = inbox.take();
    const kept = waiting.filter((event, index) => index < MAX_EVENTS_CARRIED || !isFoundByCheck(event));
    if (kept.length < waiting.length) checks.request('rush');
    return kept;
  }

  return {
    inbox,
    checks,
    operations,
    commands,
    pace,
    subject,
    /** Whether news has begun it: what it was about had ended, or was never asked for here. */
    isFromEvent: input.from === 'event' || carried.isFromEvent === true,
    isReady: () => current !== undefined,
    begin: (snapshot: Snapshot) => (current = make(snapshot)),
    whenReady: () => pace.until(() => current !== undefined).then(subject),
    /** Read once, when first needed: a repeat of old news ends without them. */
    settings,
    /** Where an activity has brought them along. */
    useSettings,
    /** Undefined until they were read, or brought along. */
    given: () => given,
    claims: () => claims,
    setClaims: (open: readonly Claim[]) => void (claims = open),
    /** Something came that was not taken in yet. */
    hasEvents: () => !inbox.isEmpty(),
    /** Does it at the gateway, or goes on with what an earlier run has begun under the same key. */
    run<Answer>(operation: Operation<Answer>): Promise<Outcome<Answer>> {
      return runOperation(operation, {
        pace,
        settings,
        states: operations,
        onUnresolved: ({ key, summary, atRiskKobo }, { evidence }) =>
          subject().raise({
            kind: 'unresolved',
            subject: key,
            reason: `${summary}: the gateway has not said what became of it`,
            atRiskKobo,
            evidence,
          }),
        onResolved: ({ key }) => subject().clear((item) => item.key === `unresolved:${key}`),
      });
    },
    /** Goes on beside the story; what an earlier run has begun is gone on with so. */
    spawn(work: Promise<unknown>): void {
      work.catch((error: unknown) => {
        // a command that is refused has told whoever waits for it
        if (!(error instanceof ApplicationFailure) && !isContinuing(error)) throw error;
      });
    },
    /** Stays a little, so that the event that usually follows does not start another run. */
    stayFor: (ms: number) => (graceUntil = Date.now() + ms),
    graceUntil: () => graceUntil,
    /** Nothing that would be lost with the run: no news, claim, check, operation, webhook or review item. */
    isQuiet: () =>
      inbox.isEmpty() &&
      claims.length === 0 &&
      !checks.isWanted() &&
      operations.isEmpty() &&
      pace.isIdle() &&
      early.length === 0 &&
      (webhooks?.isIdle() ?? true) &&
      subject().snapshot().review.length === 0,
    /** Puts the story as it is now into a webhook. */
    notify: ({ type, effect = subject().snapshot().state, about }: WebhookDraft) => {
      const sequence = subject().nextSequence();
      const webhook = { type, effect, sequence, at: timestamp(), ...(about && { about }) };
      if (given) webhooks?.post(webhook);
      else early = [...early, { webhook }];
    },
    /** For the run that goes on after this one. */
    carry: (): Carried<Snapshot> => ({
      snapshot: subject().packed(),
      inbox: carriedEvents(),
      webhooks: webhooks?.waiting() ?? early,
      claims,
      checks: checks.carry(),
      operations: operations.carry(),
      commands: commands.carry(),
      graceUntil,
      ...((input.from === 'event' || carried.isFromEvent) && { isFromEvent: true }),
    }),
  };
}

/** No read exists for cash, a rejected payment, or what one story tells another. */
function isFoundByCheck(event: LifecycleEvent): boolean {
  return event.kind === 'collection' && event.cash === undefined;
}
