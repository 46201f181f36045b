import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { UpdateDefinition } from '@temporalio/common';
import type { Claim } from '../../src/domain/lifecycle/claim.js';
import type { Kobo } from '../../src/domain/money.js';
import type { LifecycleEvent } from '../../src/domain/lifecycle/event.js';
import type { MerchantWebhook } from '../../src/domain/lifecycle/webhook.js';
import type { Refusal } from '../../src/domain/refusal.js';
import type { WebhookTypes } from '../../src/domain/lifecycle/webhook-types.js';
import type { Resolution } from '../../src/domain/lifecycle/review.js';
import type { LifecycleSnapshot } from '../../src/domain/lifecycle/lifecycle.js';
import type { OperationState } from './gateway/operation-state.js';

/** What every request of a story has. */
export interface LifecycleTerms {
  readonly reference: string;
}

/** A command that one kind of lifecycle has beside those of all: an Update. */
export interface CommandDefinition<Answer, Args extends unknown[]> {
  readonly update: UpdateDefinition<Answer, Args>;
  /** How many arguments it has. */
  readonly takes: Args['length'];
  /** What tells two commands under one idempotency key apart; all arguments unless given. */
  readonly fingerprintOf?: (...args: Args) => unknown;
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
  /** Prefix of workflow ids and webhook types, and the value of the search attribute OwareLifecycle. */
  readonly prefix: Snapshot['lifecycle'];
  /** Temporal's workflow type. */
  readonly type: string;
  /** Where the API serves it. */
  readonly path: `/v1/${string}`;
  readonly firstState: Snapshot['state'];
  /** Whether callers have nothing more to wait for. */
  readonly isOver: (snapshot: Snapshot) => boolean;
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
  /** The commands that only this kind has; the client has a method for each. */
  readonly commands: Own;
  /** The command that checks with the gateway, where waiting for a change of state would wait in vain. */
  readonly confirmBy?: UpdateDefinition<unknown>;
}

export function lifecycleId({ prefix }: { readonly prefix: string }, reference: string): string {
  return `${prefix}:${reference}`;
}

/** What a run that goes on in another one hands over; nothing else survives. All times are due times. */
export interface Carried<Snapshot extends LifecycleSnapshot> {
  readonly snapshot: Snapshot;
  readonly inbox: readonly LifecycleEvent[];
  /** Webhooks not yet delivered, oldest first. */
  readonly webhooks: readonly CarriedWebhook[];
  readonly claims?: readonly Claim[];
  readonly checks?: CarriedChecks;
  readonly operations?: readonly OperationState[];
  readonly commands?: readonly CommandRecord[];
  /** Until when the run stays although nothing is left to do. */
  readonly graceUntil?: number;
  readonly isFromEvent?: true;
}

/** Who waits for a check, and when the next one is due without anybody asking. */
export interface CarriedChecks {
  readonly requests: readonly string[];
  /** Whoever asks for the answer may do so in the next run. */
  readonly answered?: readonly string[];
  readonly startedAt?: number;
  /** Checks in a row that decided nothing, where one is waited for. */
  readonly undecided?: number;
  readonly safety?: number;
}

/** A command that was carried out: a repeat with the same id gets the same answer, in whatever run. */
export interface CommandRecord {
  readonly id: string;
  /** Of its arguments: another command under the same id is refused. */
  readonly hash: string;
  readonly result:
    | { readonly kind: 'done'; readonly value?: unknown }
    | { readonly kind: 'refused'; readonly word: Refusal; readonly sentence: string };
}

/** Without what all of them have in common, which is carried once: an account may carry five hundred. */
export interface CarriedWebhook {
  readonly webhook: Omit<MerchantWebhook, 'snapshot' | 'reference' | 'epoch' | 'effectKey'> & {
    readonly effect: string;
  };
  /** How many entries of the plan were used up for it; none unless said otherwise. */
  readonly tried?: number;
  /** When it is tried next, in milliseconds since the epoch; at once unless said otherwise. */
  readonly notBefore?: number;
}

/**
 * A story begins with a request, with news of one whose run is over or was never ours, or goes on. A request
 * after a run that ended without a result says which run that was.
 */
export type LifecycleInput<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot> =
  | { readonly from: 'request'; readonly terms: Terms; readonly recoverFrom?: string }
  | { readonly from: 'event'; readonly reference: string; readonly previousRunId?: string }
  | { readonly from: 'carried'; readonly carried: Carried<Snapshot> };

/** How a run that is still recalling what it is about refuses an order. */
export const NOT_KNOWN_YET = 'not-known-yet';

/** How a run that is about to go on in a new one refuses to wait: the same message again, with the same id. */
export const CONTINUING = 'continuing';

/** The failure of a run whose input was refused before anything was sent: its details hold the snapshot. */
export const REFUSED_INPUT = 'refused-input';

/**
 * What a command is called by: the part of its update id before the dot. What follows stands for its arguments, so
 * that the same name with other arguments reaches the handler, which refuses it.
 */
export function commandIdOf(updateId: string): string {
  return updateId.split('.', 1)[0] ?? updateId;
}

/** Same reference, other terms: nothing is done, and the answer says what differs. */
export type JoinAnswer<Snapshot extends LifecycleSnapshot = LifecycleSnapshot> =
  | { readonly kind: 'joined'; readonly snapshot: Snapshot }
  | { readonly kind: 'reference-conflict'; readonly differences: readonly string[] };

/** Waits until the story has what its caller needs, if its terms are the ones given. */
export const join = defineUpdate<JoinAnswer, [LifecycleTerms]>('join');

/** The merchant wants it no more. */
export const cancel = defineUpdate<LifecycleSnapshot>('cancel');

export interface ReviewResolution extends Resolution {
  readonly key: string;
}

/** A person's word on one review item. */
export const resolveReview = defineUpdate<LifecycleSnapshot, [ReviewResolution]>('resolveReview');

/** An event of the gateway whose signature was right. */
export const gatewayEvent = defineSignal<[LifecycleEvent]>('gatewayEvent');

/**
 * The payer is back from the page, or somebody cannot wait for the event. It proves nothing: it is a reason to
 * check. Whoever wants to know when that has been done gives an id.
 */
export const requestCheck = defineSignal<[string?]>('requestCheck');

/** All that is known of the story. */
export const snapshot = defineQuery<LifecycleSnapshot>('snapshot');

/** Whether a check that was started after this request has been done; the story as it is now comes along. */
export const checkProgress = defineQuery<
  { readonly answered: boolean; readonly snapshot: LifecycleSnapshot },
  [string]
>('checkProgress');
