import { WorkflowNotFoundError } from '@temporalio/client';
import {
  cancel,
  requestCheck,
  resolveReview,
  type CommandDefinition,
  type ReviewResolution,
  type LifecycleKind,
  type LifecycleTerms,
} from '../../workflows/shared/messages.js';
import type { SignedGrant } from '../domain/approval/grant.js';
import type { Resolution } from '../domain/lifecycle/review.js';
import type { Explanation } from '../domain/lifecycle/explanation.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import type { WebhookMessage } from '../domain/lifecycle/webhook.js';
import { cancelledOrClosed, resolvedOrClosed } from './closed.js';
import type { CommandOptions } from './command-id.js';
import { create, type CreateAnswer, type CreateOptions } from './create.js';
import { confirm } from './confirm.js';
import { idOf } from './ids.js';
import { listLifecycles, type ListPage, type ListRequest } from './list.js';
import { type Command, sendCommand } from './send-command.js';
import { sendStartingCommand, type StartingCommand } from './send-starting-command.js';
import { withinTimeout } from './timeouts.js';
import type { ClientContext } from './context.js';
import { readLifecycle } from './read.js';
import { explainLifecycle, readTimeline, type Timeline } from './timeline.js';
import { refuseTerms } from './refuse-terms.js';
import { resendWebhook, type ResendRequest } from './resend-webhook.js';
import { waitForChange } from './wait-for-change.js';
import { readWebhookLog, type WebhookLog } from './webhook-log.js';
import { watchLifecycle, type WatchRequest } from './watch.js';

/** The methods that every kind of lifecycle has. */
export interface LifecycleClient<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot> {
  /** Starts the lifecycle, or joins the existing one; waits until it has what the caller needs. */
  create(terms: Terms, options?: CreateOptions): Promise<CreateAnswer<Snapshot>>;
  get(reference: string): Promise<Snapshot>;
  /** One page of those that the filter matches, from Temporal's visibility: needs no worker, lags by moments. */
  list(request?: ListRequest): Promise<ListPage>;
  /** Waits until its state or its review items change, for at most `ms`, and returns it. */
  waitForChange(reference: string, ms: number): Promise<Snapshot>;
  /** Yields it now and after each change, until it is final. */
  watch(reference: string, options?: WatchRequest<Snapshot>): AsyncGenerator<Snapshot, void, undefined>;
  /** Checks with the gateway now, and returns the result as soon as that check is done. */
  confirm(reference: string, ms?: number): Promise<Snapshot>;
  /** A repeat returns the same answer, also after the run has closed. */
  cancel(reference: string, options?: CommandOptions): Promise<Snapshot>;
  /** Resolves one review item. */
  resolve(
    reference: string,
    key: string,
    resolution: Resolution & { readonly grant?: SignedGrant },
    options?: CommandOptions,
  ): Promise<Snapshot>;
  /** What happened, in order, with what was sent and answered; without personal data. */
  timeline(reference: string): Promise<Timeline>;
  /** The lifecycle in plain sentences: what happened, what it waits for, what to say to the customer. */
  explain(reference: string): Promise<Explanation>;
  /** Requests a check with the gateway without waiting for it. */
  requestCheck(reference: string): Promise<void>;
  /** What became of its webhooks: the newest, at most `limit`. */
  webhooks(reference: string, limit: number): Promise<WebhookLog>;
  /** Starts to send one of its webhooks again, and returns it. */
  resendWebhook(reference: string, request: ResendRequest): Promise<WebhookMessage>;
}

type Method<Definition> =
  Definition extends CommandDefinition<infer Answer, infer Args>
    ? (reference: string, ...args: [...Args, options?: CommandOptions]) => Promise<Answer>
    : never;

type MethodsOf<Own> = { readonly [Name in keyof Own]: Method<Own[Name]> };

/** The client of one kind: the common methods, and one for each command of this kind. */
export type ClientOf<Kind> =
  Kind extends LifecycleKind<infer Terms, infer Snapshot, infer Own>
    ? LifecycleClient<Terms, Snapshot> & MethodsOf<Own>
    : never;

export function createLifecycleClient<
  Terms extends LifecycleTerms,
  Snapshot extends LifecycleSnapshot,
  Own extends object,
>(
  context: ClientContext,
  kind: LifecycleKind<Terms, Snapshot, Own>,
): ClientOf<LifecycleKind<Terms, Snapshot, Own>> {
  const send = <Answer, Args extends unknown[]>(
    reference: string,
    command: Command<Answer, Args>,
    options?: CommandOptions,
  ) => sendCommand(context, { kind, reference }, command, options);
  const sendStarting = <Answer, Args extends unknown[]>(
    reference: string,
    command: StartingCommand<Answer, Args>,
    options?: CommandOptions,
  ) => sendStartingCommand(context, { kind, reference }, command, options);
  const read = (reference: string) => readLifecycle<Snapshot>(context, kind, reference);

  /** Does nothing when the run is closed; reading it shows how it ended. */
  async function requestCheckOf(reference: string): Promise<void> {
    const handle = context.client.workflow.getHandle(idOf(kind, reference));
    await withinTimeout(context, () => handle.signal(requestCheck)).catch((error: unknown) => {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    });
  }

  async function confirmOnce(reference: string, ms: number): Promise<Snapshot> {
    if (!kind.confirmBy) return confirm<Snapshot>(context, { kind, reference }, ms);
    await send(reference, { update: kind.confirmBy, args: [] });
    return read(reference);
  }

  const common: LifecycleClient<Terms, Snapshot> = {
    create: async (terms, options) => {
      refuseTerms(terms, kind);
      return create(context, kind, { ...options, terms });
    },
    get: read,
    list: (request = {}) => listLifecycles(context, [kind.prefix], request),
    waitForChange: (reference, ms) => waitForChange<Snapshot>(context, { kind, reference }, ms),
    watch: (reference, options) => watchLifecycle(context, { kind, reference }, options),
    confirm: (reference, ms = context.timeoutMs) => confirmOnce(reference, ms),
    cancel: (reference, options) => cancelledOrClosed(send(reference, { update: cancel, args: [] }, options)),
    resolve: (reference, key, resolution, options) => {
      const { grant, ...decision } = { ...resolution, key };
      const args: [ReviewResolution] = [{ ...decision, ...(grant && { grant }) }];
      // a repeat of a decision has a new signature
      const command = { update: resolveReview, args, fingerprint: [decision] };
      return resolvedOrClosed(send(reference, command, options), key, resolution);
    },
    timeline: (reference) => readTimeline(context, kind, reference),
    explain: (reference) => explainLifecycle(context, kind, reference),
    requestCheck: requestCheckOf,
    webhooks: (reference, limit) => readWebhookLog(context, kind, reference, limit),
    resendWebhook: (reference, request) => resendWebhook(context, { kind, reference }, request),
  };
  return { ...common, ...ownCommands(kind.commands, { send, sendStarting }) };
}

interface Senders {
  readonly send: (
    reference: string,
    command: Command<unknown, unknown[]>,
    options?: CommandOptions,
  ) => Promise<unknown>;
  readonly sendStarting: (
    reference: string,
    command: StartingCommand<unknown, unknown[]>,
    options?: CommandOptions,
  ) => Promise<unknown>;
}

/** A method for each command of one kind. The options come last, after the command's arguments. */
function ownCommands<Own extends object>(commands: Own, { send, sendStarting }: Senders): MethodsOf<Own> {
  const definitions = Object.entries(commands) as [string, CommandDefinition<unknown, unknown[]>][];
  const methods = definitions.map(([name, { update, takes, fingerprintOf, start }]) => {
    const method = (reference: string, ...given: unknown[]) => {
      const args = given.slice(0, takes);
      const fingerprint = fingerprintOf ? fingerprintOf(...args) : args;
      const options = given[takes] as CommandOptions | undefined;
      const command = { update, args, fingerprint };
      return start
        ? sendStarting(reference, { ...command, ...start }, options)
        : send(reference, command, options);
    };
    return [name, method] as const;
  });
  return Object.fromEntries(methods) as MethodsOf<Own>;
}
