import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { UpdateDefinition } from '@temporalio/common';
import type { SignedGrant } from '../../src/domain/approval/grant.js';
import type { Claim } from '../../src/domain/lifecycle/claim.js';
import type { Kobo } from '../../src/domain/money.js';
import { GATEWAY_EVENT, type LifecycleEvent } from '../../src/domain/lifecycle/event.js';
import type { PostedWebhook } from '../../src/domain/lifecycle/webhook.js';
import type { Progress } from '../../src/domain/lifecycle/webhook-queue.js';
import type { Refusal } from '../../src/domain/refusal.js';
import { RESUME_SENDING } from '../../src/domain/pause/pause.js';
import type { StateText, StateTexts } from '../../src/domain/lifecycle/state-texts.js';
import type { WebhookTypes } from '../../src/domain/lifecycle/webhook-types.js';
import type { Holdings } from '../../src/domain/sweep/record.js';
import type { Resolution } from '../../src/domain/lifecycle/review.js';
import type { LifecycleSnapshot } from '../../src/domain/lifecycle/lifecycle.js';
import type { OpenOperation, OperationState } from './gateway/operation-state.js';

/** What every request has. */
export interface LifecycleTerms {
  readonly reference: string;
}

/** A command that only one kind of lifecycle has: an Update. */
export interface CommandDefinition<Answer, Args extends unknown[]> {
  readonly update: UpdateDefinition<Answer, Args>;
  /** How many arguments it has. */
  readonly takes: Args['length'];
  /** What tells two commands under one idempotency key apart; all arguments unless given. */
  readonly fingerprintOf?: (...args: Args) => unknown;
  /** It may start a run: where the last one is closed, or where there was none. */
  readonly start?: {
    /** The answer that the result of the last run already has, so that a repeat starts none. */
    readonly answerFrom: (snapshot: never, ...args: Args) => Answer | undefined;
  };
}

/**
 * One row of the table of lifecycles (`workflows/lifecycles.ts`): what client, API, webhooks, demo, tests and documents
 * know of a kind of lifecycle. One prefix, one workflow type.
 */
export interface LifecycleKind<
  Terms extends LifecycleTerms,
  Snapshot extends LifecycleSnapshot,
  Own extends object = object,
> {
  /** For messages to people: "Checkout order-1 not found". */
  readonly noun: string;
  /** What it is, in one sentence. */
  readonly about: string;
  /** Where merchants create it by a request: what their API key must list, and what the command line says of it. */
  readonly created?: {
    readonly scope: 'collect' | 'pay';
    readonly command: string;
    /** No money moves until a payer acts: a second one does no harm. */
    readonly isPlaceToPay?: true;
  };
  /** Prefix of workflow ids, and the value of the search attribute OwareLifecycle. */
  readonly prefix: Snapshot['lifecycle'];
  /** The name of its folders and the prefix of its webhook types, where they differ from the prefix of its ids. */
  readonly name?: string;
  /** Temporal's workflow type. */
  readonly type: string;
  /** Where the API serves it. */
  readonly path: `/v1/${string}`;
  readonly firstState: Snapshot['state'];
  /** What each state means to people. */
  readonly states: StateTexts<Snapshot['state']>;
  /** The same for one of them, where more than its state decides what may be said. */
  readonly textOf?: (snapshot: Snapshot) => StateText;
  /** Whether callers have nothing more to wait for. */
  readonly isOver: (snapshot: Snapshot) => boolean;
  /** Fields of its terms with text that people write, at any depth: they must not contain a card number. */
  readonly freeText: readonly string[];
  readonly summaryOf: (terms: Terms) => string;
  readonly amountOf?: (terms: Terms) => Kobo;
  /** What merchants see of it, in replies and in webhooks. */
  readonly toView: (snapshot: Snapshot) => object;
  /** The name of the view in webhooks: `reservedAccount`. */
  readonly viewName: string;
  /** What it sends to the merchant: the end of each webhook type, and what it means. */
  readonly webhooks: WebhookTypes;
  /** Whether the gateway's events, or other lifecycles, can start a run. */
  readonly takesEvents: boolean;
  /** Which references are legal in its workflow ids; those that merchants may choose unless given. */
  readonly isReference?: (text: string) => boolean;
  /** The largest terms, in characters, where that is more than other requests have. */
  readonly largestTerms?: number;
  /** Whether a closed run already shows what an event reports: such an event starts no run. */
  readonly isKnownEvent?: (ended: Snapshot, event: LifecycleEvent) => boolean;
  /** What it holds of the gateway's records, which a sweep compares; nothing unless given. */
  readonly holdingsOf?: (snapshot: Snapshot) => Holdings;
  /** The request to the API that cancels it, for people who read it; none where nothing does. */
  readonly cancelRequest?: `${'POST' | 'DELETE'} /v1/${string}`;
  /** The commands that only this kind has; the client has a method for each. */
  readonly commands: Own;
  /** Decisions on its review items need a grant: they can let money out. */
  readonly signedDecisions?: true;
  /** What an approver approves, where that is more than the terms: the sum of a batch, once all its rows are known. */
  readonly approvedTerms?: (snapshot: Snapshot) => object;
  /** The command that checks with the gateway, where waiting for a change of state would wait in vain. */
  readonly confirmBy?: UpdateDefinition<unknown>;
}

/** The name of a kind's folders, and the prefix of its webhook types. */
export function nameOf({ name, prefix }: { readonly name?: string; readonly prefix: string }): string {
  return name ?? prefix;
}

export function lifecycleId({ prefix }: { readonly prefix: string }, reference: string): string {
  return `${prefix}:${reference}`;
}

/** What a run that continues in another one hands over; nothing else survives. All times are due times. */
export interface Carried<Snapshot extends LifecycleSnapshot> {
  readonly snapshot: Snapshot;
  readonly inbox: readonly LifecycleEvent[];
  /** Webhooks not yet delivered, oldest first. */
  readonly webhooks: readonly CarriedWebhook[];
  readonly claims?: readonly Claim[];
  readonly checks?: CarriedChecks;
  readonly operations?: readonly OperationState[];
  readonly commands?: readonly CommandRecord[];
  readonly maker?: SignedGrant;
  /** Until when the run stays open although nothing is left to do. */
  readonly graceUntil?: number;
  readonly isFromEvent?: true;
  /** When an error interrupted an earlier run. */
  readonly slippedAt?: number | undefined;
}

/** Pending check requests, and when the next check is due without one. */
export interface CarriedChecks {
  readonly requests: readonly string[];
  /** A caller may ask the next run whether its request was answered. */
  readonly answered?: readonly string[];
  readonly startedAt?: number;
  /** Consecutive checks that decided nothing while an outcome is awaited. */
  readonly undecided?: number;
  readonly safety?: number;
}

/** A completed command: a repeat with the same id gets the same answer, also in a later run. */
export interface CommandRecord {
  readonly id: string;
  /** Hash of its arguments: another command under the same id is refused. */
  readonly hash: string;
  readonly result:
    | { readonly kind: 'done'; readonly value?: unknown }
    | { readonly kind: 'refused'; readonly word: Refusal; readonly sentence: string };
}

/** Further fields of a refusal, for programs. */
export type RefusalDetails = Readonly<Record<string, unknown>>;

/** Without the fields that all webhooks share, which are carried once: an account may carry five hundred. Due at once unless given. */
export interface CarriedWebhook extends Partial<Progress> {
  readonly webhook: PostedWebhook;
}

/**
 * A run starts with a request, with an event or a command for a closed or unknown lifecycle, or continues an earlier
 * run. A request after a run that ended without a result names that run.
 */
export type LifecycleInput<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot> =
  | {
      readonly from: 'request';
      readonly terms: Terms;
      readonly recoverFrom?: string;
      /** Who asked for it, signed by the api. Not part of the terms: the first request decides. */
      readonly maker?: SignedGrant;
    }
  | { readonly from: 'event' | 'command'; readonly reference: string; readonly previousRunId?: string }
  | { readonly from: 'carried'; readonly carried: Carried<Snapshot> };

/** Refusal of a command by a run that is still loading the earlier one. */
export const NOT_KNOWN_YET = 'not-known-yet';

/** Refusal to wait by a run that is about to continue as new: send the same message again, with the same id. */
export const CONTINUING = 'continuing';

/** Refusal to take one more command while others wait: send it again later, with the same id. */
export const BUSY = 'busy';

/** The message of a query that has to be sent again (workflows/stale-task.ts). */
export const STALE_TASK = 'This run has newer events than its last workflow task. Read it again.';

/** Failure of a run that refused its input before it sent anything: its details hold the snapshot. */
export const REFUSED_INPUT = 'refused-input';

/**
 * The id of a command: the part of its update id before the dot. The rest stands for its arguments, so that the same id
 * with other arguments reaches the handler, which refuses it.
 */
export function commandIdOf(updateId: string): string {
  return updateId.split('.', 1)[0] ?? updateId;
}

/**
 * With the same reference and other terms nothing happens, and the answer names the differences. `call` is the caller's name
 * for its request: Temporal answers a repeat from the record of the first one, which then names another call.
 */
export type JoinAnswer<Snapshot extends LifecycleSnapshot = LifecycleSnapshot> =
  | { readonly kind: 'joined'; readonly snapshot: Snapshot; readonly call?: string }
  | { readonly kind: 'reference-conflict'; readonly differences: readonly string[] };

/** Waits until the lifecycle has what its caller needs, if its terms are the given ones. */
export const join = defineUpdate<JoinAnswer, [LifecycleTerms, call: string | undefined]>('join');

/** Cancels it. */
export const cancel = defineUpdate<LifecycleSnapshot>('cancel');

/** The same, for the handler of one kind. */
export const cancelOf = <Snapshot extends LifecycleSnapshot>() => ({
  update: cancel as UpdateDefinition<Snapshot>,
});

export interface ReviewResolution extends Omit<Resolution, 'by'> {
  readonly key: string;
  /** Who decided, signed by the api; required where a decision can let money out. */
  readonly grant?: SignedGrant;
}

/** Resolves one review item. */
export const resolveReview = defineUpdate<LifecycleSnapshot, [ReviewResolution]>('resolveReview');

/** The grant says who decided and why. */
export interface ApprovalDecision {
  readonly grant: SignedGrant;
}

/** Approves a payout that waits for another person. */
export const approve = defineUpdate<LifecycleSnapshot, [ApprovalDecision]>('approve');

/** Declines such a payout. */
export const decline = defineUpdate<LifecycleSnapshot, [ApprovalDecision]>('decline');

/** A repeat of a decision has a new signature: only the person and the reason tell two decisions apart. */
export function decisionOf({ grant: { grant } }: ApprovalDecision) {
  const { key, subject, reason } = grant;
  return { key, subject, reason };
}

/** The commands of a kind whose payouts may need an approval. */
export function approvalCommands<Snapshot extends LifecycleSnapshot>() {
  return {
    approve: {
      update: approve as UpdateDefinition<Snapshot, [ApprovalDecision]>,
      takes: 1,
      fingerprintOf: decisionOf,
    },
    decline: {
      update: decline as UpdateDefinition<Snapshot, [ApprovalDecision]>,
      takes: 1,
      fingerprintOf: decisionOf,
    },
  } as const;
}

/** An event of the gateway whose signature was verified. */
export const gatewayEvent = defineSignal<[LifecycleEvent]>(GATEWAY_EVENT);

/**
 * Requests a check with the gateway: the payer returned, or a caller does not want to wait for the event. A caller that
 * wants to know when the check is done gives an id.
 */
export const requestCheck = defineSignal<[string?]>('requestCheck');

/** Operators have resumed something: a lifecycle that waits because of a pause reads again what is paused. */
export const resumeSending = defineSignal(RESUME_SENDING);

/** The lifecycle's snapshot. */
export const snapshot = defineQuery<LifecycleSnapshot>('snapshot');

/** The operations in progress, with their deadlines. */
export const openOperations = defineQuery<readonly OpenOperation[]>('openOperations');

/** Webhooks that are not delivered yet, oldest first, and the snapshot that they would be sent with. */
export interface WaitingWebhooks {
  readonly waiting: readonly CarriedWebhook[];
  readonly snapshot: LifecycleSnapshot;
}

export const waitingWebhooks = defineQuery<WaitingWebhooks>('waitingWebhooks');

/** Whether a check that started after this request is done, with the current snapshot. */
export const checkProgress = defineQuery<
  { readonly answered: boolean; readonly snapshot: LifecycleSnapshot },
  [string]
>('checkProgress');
