import {
  type Client,
  isGrpcServiceError,
  WorkflowFailedError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { ApplicationFailure, defineSearchAttributeKey } from '@temporalio/common';
import { decodeTypedSearchAttributes } from '@temporalio/common/lib/converter/payload-search-attributes.js';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow/index.js';
import type { SignedGrant } from '../src/domain/approval/grant.js';
import { type CollectionState, isMoney, isReturn } from '../src/domain/collection/collection.js';
import type { Claim } from '../src/domain/lifecycle/claim.js';
import {
  GATEWAY_EVENT,
  isOnlyProof,
  type LifecycleEvent,
  readLifecycleEvent,
} from '../src/domain/lifecycle/event.js';
import { type LifecycleSnapshot, orderingEpoch } from '../src/domain/lifecycle/lifecycle.js';
import type { ShownInLists } from '../src/domain/lifecycle/shown.js';
import type { PostedWebhook } from '../src/domain/lifecycle/webhook.js';
import type { Progress } from '../src/domain/lifecycle/webhook-queue.js';
import { type Kobo, totalOf, ZERO } from '../src/domain/money.js';
import { isObject } from '../src/domain/shapes.js';
import { withEvidence } from '../src/domain/with-evidence.js';
import { GRPC } from '../src/domain/grpc-status.js';

/** An earlier run: its result, or what can be recovered from a run that ended without one. */
export type ClosedRun =
  /** It forwarded its events to the lifecycle that they belong to, and left nothing. */
  | { readonly kind: 'none' }
  | { readonly kind: 'ended'; readonly snapshot: LifecycleSnapshot }
  | {
      readonly kind: 'lost';
      /** The first start of its chain: the earliest time at which the run may have sent anything. */
      readonly since: number;
      /** Its terms, if a request started it. */
      readonly terms?: { readonly reference: string };
      /** Who asked for it, with these terms. */
      readonly maker?: SignedGrant;
      /** The snapshot that the run before it carried over, or returned as its result. */
      readonly snapshot?: LifecycleSnapshot;
      /** What it took over with that snapshot, or received later, and is not part of it. */
      readonly pending?: Pending;
      /** What it had shown last: it may have ended since that snapshot. */
      readonly shown?: ShownInLists;
    };

/**
 * Events that a run had not processed, or of which nothing else is left; webhooks that it had not delivered; and what events claimed
 * and no record had shown.
 */
export interface Pending {
  readonly inbox: readonly LifecycleEvent[];
  readonly claims?: readonly Claim[];
  readonly webhooks: readonly ({ readonly webhook: PostedWebhook } & Partial<Progress>)[];
  /** Of such events, those that did not fit beside the others. */
  readonly unread?: UnreadEvents;
}

export interface UnreadEvents {
  readonly count: number;
  /** What they report together. */
  readonly amountKobo: Kobo;
}

const STATE = defineSearchAttributeKey('OwareState', 'KEYWORD');
const SINCE = defineSearchAttributeKey('OwareSince', 'DATETIME');
const REVIEW = defineSearchAttributeKey('OwareReview', 'KEYWORD_LIST');

/** A checkout or an invoice whose window is over, and of which no outcome is known. */
const CLOSING: CollectionState = 'CLOSING';

/** How many earlier runs are read, each the predecessor of the next. */
const MAX_PREDECESSORS = 5;

/** The failure of a run that refused its terms and sent nothing; the next run does not start from those terms. */
const REFUSED_INPUT = 'refused-input';

/**
 * Reads a closed run. If it ended without a result, reads its predecessor too: the earliest terms stay valid, and the
 * chain may have sent something at any time since its first start. Of a chain that is older than the retention period, the
 * latest runs are left.
 */
export async function loadClosedRun(
  client: Client,
  workflowId: string,
  runId: string,
  remaining = MAX_PREDECESSORS,
): Promise<ClosedRun> {
  let isRefused = false;
  try {
    const result: unknown = await client.workflow.getHandle(workflowId, runId).result();
    if (isSnapshot(result)) return { kind: 'ended', snapshot: withEvidence(result) };
    if (result == null) return { kind: 'none' };
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    isRefused = error.cause instanceof ApplicationFailure && error.cause.type === REFUSED_INPUT;
  }
  const { input, startedAt, firstRunId, startState } = await readStart(client, workflowId, runId);
  const first =
    firstRunId === runId ? undefined : await orForgotten(readStart(client, workflowId, firstRunId));
  const previousRunId = input.previousRunId ?? input.recoverFrom;
  const before =
    previousRunId === undefined || remaining === 0
      ? undefined
      : await orForgotten(loadClosedRun(client, workflowId, previousRunId, remaining - 1));
  const lost = before?.kind === 'lost' ? before : undefined;
  const terms = lost?.terms ?? (isRefused ? undefined : input.terms);
  const maker = lost?.terms ? lost.maker : input.maker;
  const snapshot = input.carried?.snapshot ?? (before?.kind === 'none' ? undefined : before?.snapshot);
  const known = isSnapshot(snapshot) ? withEvidence(snapshot) : undefined;
  const received = isRefused ? [] : await readReceived(client, workflowId, runId);
  const handed = input.carried && known ? pendingIn(input.carried, known) : lost?.pending;
  const pending = withReceived(handed, received);
  const own = await readShown(client, workflowId, runId);
  const shown =
    own && lost?.shown
      ? afterShown(lost.shown, own, startState ?? (await readStates(client, workflowId, runId))[0])
      : (own ?? lost?.shown);
  // the lifecycle may be older than the runs that are kept of it
  const epoch = input.carried && known ? Date.parse(known.epoch) : startedAt;
  return {
    kind: 'lost',
    since: Math.min(first?.startedAt ?? epoch, startedAt, lost?.since ?? startedAt),
    ...(terms && { terms }),
    ...(terms && maker && { maker }),
    ...(known && { snapshot: known }),
    ...(pending && { pending }),
    ...(shown && { shown }),
  };
}

/** Webhooks keep the place that they had: what the run sent after them stays newer. */
function pendingIn(
  { inbox = [], webhooks = [], claims = [] }: Partial<Pending>,
  snapshot: LifecycleSnapshot,
): Pending | undefined {
  if (inbox.length + webhooks.length + claims.length === 0) return undefined;
  const epoch = orderingEpoch(snapshot);
  return {
    inbox,
    webhooks: webhooks.map(({ webhook, ...progress }) => ({ ...progress, webhook: { epoch, ...webhook } })),
    ...(claims.length > 0 && { claims }),
  };
}

/** Of all of them, in characters: Temporal takes two megabytes in one answer, and a run cannot be restored without it. */
const MOST_RECEIVED = 1_000_000;

/** With what fits of it. The rest is counted: it is for a person. */
function withReceived(handed: Pending | undefined, received: readonly LifecycleEvent[]): Pending | undefined {
  if (received.length === 0) return handed;
  const { inbox = [], webhooks = [], unread = NONE_UNREAD, ...more } = handed ?? {};
  let size = JSON.stringify(inbox).length;
  const fits = (event: LifecycleEvent) => (size += JSON.stringify(event).length) <= MOST_RECEIVED;
  const kept = received.filter(fits);
  const left = received.slice(kept.length);
  const count = unread.count + left.length;
  const amountKobo = totalOf(unread.amountKobo, ...left.map(amountOf));
  return {
    ...more,
    webhooks,
    inbox: [...inbox, ...kept],
    ...(count > 0 && { unread: { count, amountKobo } }),
  };
}

const NONE_UNREAD: UnreadEvents = { count: 0, amountKobo: ZERO };

const amountOf = (event: LifecycleEvent): Kobo =>
  ('amountKobo' in event ? event.amountKobo : undefined) ?? ZERO;

/**
 * The events that the run received and no check finds, such as cash at an agent: what it knew of them is lost, and Temporal keeps
 * their signals.
 */
async function readReceived(client: Client, workflowId: string, runId: string): Promise<LifecycleEvent[]> {
  const { loadedDataConverter } = client.options;
  const received: LifecycleEvent[] = [];
  for await (const { workflowExecutionSignaledEventAttributes: signal } of historyOf(
    client,
    workflowId,
    runId,
  )) {
    if (signal?.signalName !== GATEWAY_EVENT) continue;
    const [given] = await decodeArrayFromPayloads(loadedDataConverter, signal.input?.payloads);
    const event = isObject(given) ? readLifecycleEvent(given) : undefined;
    if (event && isOnlyProof(event)) received.push(event);
  }
  return received;
}

/** Page by page: all of it need not fit into memory. */
async function* historyOf(client: Client, workflowId: string, runId: string) {
  let token: Uint8Array | undefined;
  do {
    const { history, nextPageToken } = await client.workflowService.getWorkflowExecutionHistory({
      namespace: client.options.namespace,
      execution: { workflowId, runId },
      ...(token && { nextPageToken: token }),
    });
    yield* history?.events ?? [];
    token = nextPageToken.length === 0 ? undefined : nextPageToken;
  } while (token);
}

/** Its search attributes, which Temporal keeps with the run. */
async function readShown(
  client: Client,
  workflowId: string,
  runId: string,
): Promise<ShownInLists | undefined> {
  const { typedSearchAttributes } = await client.workflow.getHandle(workflowId, runId).describe();
  const state = typedSearchAttributes.get(STATE);
  if (state === undefined) return undefined;
  const since = typedSearchAttributes.get(SINCE)?.toISOString();
  const saysHowLate = isMoney(state) || isReturn(state);
  const before = saysHowLate ? await readStates(client, workflowId, runId) : [];
  return {
    state,
    ...(since !== undefined && { since }),
    review: typedSearchAttributes.get(REVIEW) ?? [],
    ...(before.length > 0 && { before }),
  };
}

/** All states that it has shown, by its history, the first one first: nothing else says that an order was paid after it had ended. */
async function readStates(client: Client, workflowId: string, runId: string): Promise<readonly string[]> {
  const states = new Set<string>();
  for await (const event of historyOf(client, workflowId, runId)) {
    const shown = event.upsertWorkflowSearchAttributesEventAttributes?.searchAttributes?.indexedFields;
    const state = decodeTypedSearchAttributes(shown).get(STATE);
    if (state !== undefined) states.add(state);
  }
  return [...states];
}

/**
 * What a run had shown that restored a lost one. A request starts it under the state of a new lifecycle, and one that an event starts
 * shows that first: until it has read what there is, that says nothing, and neither does that its window is over.
 */
function afterShown(lost: ShownInLists, own: ShownInLists, firstState: string | undefined): ShownInLists {
  const isAsStarted = own.state === firstState || own.state === CLOSING;
  const { state, since } = isAsStarted ? lost : own;
  return {
    state,
    ...(since !== undefined && { since }),
    review: isAsStarted ? [...new Set([...lost.review, ...own.review])] : own.review,
    before: [...new Set([...(lost.before ?? []), lost.state, ...(own.before ?? [])])],
  };
}

/** Undefined once the retention period of the run has passed. */
async function orForgotten<Found>(reading: Promise<Found>): Promise<Found | undefined> {
  try {
    return await reading;
  } catch (error) {
    const isGone = isGrpcServiceError(error) && (error.code as number) === GRPC.NOT_FOUND;
    if (isGone || error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

interface StartInput {
  readonly terms?: { readonly reference: string };
  readonly maker?: SignedGrant;
  readonly previousRunId?: string;
  readonly recoverFrom?: string;
  readonly carried?: { readonly snapshot?: LifecycleSnapshot } & Partial<Pending>;
}

async function readStart(client: Client, workflowId: string, runId: string) {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  const started = history?.events?.[0];
  const attributes = started?.workflowExecutionStartedEventAttributes;
  const decoded = await decodeArrayFromPayloads(
    client.options.loadedDataConverter,
    attributes?.input?.payloads,
  );
  const { seconds, nanos } = started?.eventTime ?? {};
  return {
    input: (typeof decoded[0] === 'object' && decoded[0] !== null ? decoded[0] : {}) as StartInput,
    startedAt: Number(seconds ?? 0) * 1_000 + Math.floor((nanos ?? 0) / 1e6),
    firstRunId: attributes?.firstExecutionRunId || runId,
    startState: decodeTypedSearchAttributes(attributes?.searchAttributes?.indexedFields).get(STATE),
  };
}

function isSnapshot(value: unknown): value is LifecycleSnapshot {
  return typeof value === 'object' && value !== null && 'lifecycle' in value && 'state' in value;
}
