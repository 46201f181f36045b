import type { CommandOptions, CreateAnswer, LifecycleClient, OwareClient } from '../client/client.js';
import { InProgressError } from '../client/errors.js';
import { refuseNew } from '../client/refuse-new.js';
import { viewOf } from '../client/view-of.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { refuseKey } from '../requests/idempotency-key.js';
import { decisionRequest, resolution } from '../requests/decision.js';
import { parse } from '../requests/parse.js';
import { referenceConflict } from '../requests/problem.js';
import type { ReadSubAccounts } from '../requests/split-check.js';
import { toOwareError, withOwareErrors } from './error.js';
import type { CallOptions, Post } from './http.js';
import { toJson } from './json.js';
import { readList } from './list.js';
import type { Approvable, Cancellable, Lifecycle, Reads } from './oware.js';
import type { Created } from './types.js';

/** What the resources are made of. */
export interface Deps {
  readonly oware: OwareClient;
  readonly post: Post;
  readonly readSubAccounts: ReadSubAccounts;
}

interface Kind<Snapshot extends LifecycleSnapshot> {
  readonly noun: string;
  readonly path: string;
  readonly toView: (snapshot: Snapshot) => object;
}

type Client<Terms extends { readonly reference: string }, Snapshot extends LifecycleSnapshot> = Pick<
  LifecycleClient<Terms, Snapshot>,
  'create' | 'get' | 'list' | 'watch' | 'confirm' | 'cancel'
>;

export interface ReadsOptions<Snapshot extends LifecycleSnapshot> {
  readonly kind: Kind<Snapshot>;
  readonly client: Pick<Client<never, Snapshot>, 'get' | 'list' | 'watch'>;
}

export interface LifecycleOptions<
  Terms extends { readonly reference: string },
  Snapshot extends LifecycleSnapshot,
> extends ReadsOptions<Snapshot> {
  readonly client: Client<Terms, Snapshot>;
  readonly readTerms: (request: unknown, idempotencyKey: string | undefined) => Terms;
  /** Refuses terms that a create cannot have now; a repeat of a create that could still gets its answer. */
  readonly refuseNow?: (terms: Terms) => void | Promise<void>;
}

/** The options of a command; a key is refused like over HTTP. */
export function commandOf({ idempotencyKey }: CallOptions = {}): CommandOptions {
  refuseKey(idempotencyKey);
  return { idempotencyKey };
}

export const pathOf = ({ path }: { readonly path: string }, reference: string, rest = ''): string =>
  `${path}/${encodeURIComponent(reference)}${rest}`;

export function createReads<View, Snapshot extends LifecycleSnapshot>(
  { oware, post }: Deps,
  { kind, client }: ReadsOptions<Snapshot>,
): Reads<View> {
  const methods = withOwareErrors({
    get: async (reference: string) => toJson(viewOf(kind, await client.get(reference))) as View,
    list: (query) => readList((request) => client.list(request), query, oware.hashCustomer),
    resolveReviewItem: (reference, key, given, options) => {
      parse(resolution, given);
      const path = pathOf(kind, reference, `/review-items/${encodeURIComponent(key)}/resolve`);
      return post<View>(path, given, options);
    },
  } satisfies Omit<Reads<View>, 'watch'>);
  return {
    ...methods,
    watch: (reference, options) =>
      show(client.watch(reference, options), (each) => viewOf(kind, each), options?.signal),
  };
}

/** What is watched, as merchants see it. An abort is the caller's own, and passes as it is. */
export async function* show<View, Snapshot>(
  snapshots: AsyncIterable<Snapshot>,
  toView: (snapshot: Snapshot) => object,
  signal?: AbortSignal,
): AsyncGenerator<View, void, undefined> {
  try {
    for await (const snapshot of snapshots) yield toJson(toView(snapshot)) as View;
  } catch (error) {
    signal?.throwIfAborted();
    throw toOwareError(error);
  }
}

export function createLifecycle<
  Request,
  View,
  Terms extends { readonly reference: string },
  Snapshot extends LifecycleSnapshot,
>(deps: Deps, options: LifecycleOptions<Terms, Snapshot>): Lifecycle<Request, View> {
  const { kind, client, readTerms, refuseNow } = options;
  return {
    ...createReads<View, Snapshot>(deps, options),
    ...withOwareErrors({
      create: async (request: Request, { idempotencyKey }: CallOptions = {}) => {
        const terms = readTerms(request, idempotencyKey);
        await refuseNew(
          () => refuseNow?.(terms),
          () => client.get(terms.reference),
        );
        return toCreated<View, Snapshot>(kind, terms.reference, await client.create(terms));
      },
      confirm: async (reference: string) => toJson(viewOf(kind, await client.confirm(reference))) as View,
    }),
  };
}

/** The created lifecycle. One that cannot be read yet is in progress: repeat the identical request. */
export function toCreated<View, Snapshot extends LifecycleSnapshot>(
  kind: Kind<Snapshot>,
  reference: string,
  answer: CreateAnswer<Snapshot>,
): Created<View> {
  if (answer.kind === 'reference-conflict') throw referenceConflict(reference, answer.differences);
  if (!answer.snapshot)
    throw new InProgressError('The gateway has not answered yet. Retry the identical request.');
  const retry = answer.kind === 'in-progress' ? 'same-reference' : undefined;
  return toJson({ ...viewOf(kind, answer.snapshot), retry }) as Created<View>;
}

export function createCancel<View, Snapshot extends LifecycleSnapshot>({
  kind,
  client,
}: {
  readonly kind: Kind<Snapshot>;
  readonly client: Pick<Client<never, Snapshot>, 'cancel'>;
}): Cancellable<View> {
  return withOwareErrors({
    cancel: async (reference: string, options?: CallOptions) =>
      toJson(viewOf(kind, await client.cancel(reference, commandOf(options)))) as View,
  });
}

export function createApprovals<View>(
  { post }: Deps,
  { kind }: { readonly kind: { readonly path: string } },
): Approvable<View> {
  const decide =
    (action: 'approve' | 'decline'): Approvable<View>['approve'] =>
    (reference, decision = {}, options) => {
      parse(decisionRequest, decision);
      return post<View>(pathOf(kind, reference, `/${action}`), decision, options);
    };
  return withOwareErrors({ approve: decide('approve'), decline: decide('decline') });
}
