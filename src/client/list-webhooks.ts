import { type MerchantWebhook, completeWebhook, type WebhookMessage } from '../domain/lifecycle/webhook.js';
import { addressIn } from '../domain/lifecycle/address.js';
import { waitingWebhooks } from '../../workflows/shared/messages.js';
import type { ClientContext } from './context.js';
import { CursorError, UnavailableError } from './errors.js';
import type { HistoryEvent } from './history.js';
import { KINDS } from './kinds.js';
import { queryRun } from './read.js';
import { readHistory, successorIn } from './run-histories.js';
import { isUnavailable, withinTimeout } from './timeouts.js';
import { allOf, oneOf, quoted, timeOf } from './visibility-query.js';
import { deliveriesIn } from './webhook-deliveries.js';
import { toWebhookMessage, webhookId } from './webhook-message.js';

export interface WebhooksRequest {
  /** Only later ones: a time, in milliseconds since the epoch, or `next` of the page before. */
  readonly after: number | string;
  readonly limit: number;
}

export interface WebhooksPage {
  /** The oldest first, by time and then by id. */
  readonly webhooks: readonly WebhookMessage[];
  /** The cursor of the next page, also where there is nothing more yet. */
  readonly next: string;
  /** There may be more already. */
  readonly hasMore: boolean;
}

/** A place in the list: after the webhook with this time and id. */
interface Place {
  readonly ms: number;
  readonly id: string;
}

interface Listed extends Place {
  readonly webhook: MerchantWebhook;
}

/** After all webhooks of a time: every id starts with `msg_`. */
const LAST_ID = '~';

/** Lifecycles that one page reads, about; a shorter period has fewer. */
const MOST_RUNS = 200;
const SHORTEST_PERIOD_MS = 1_000;
const AT_ONCE = 10;

/**
 * One page of all webhooks, with what each carried when it was sent last, or would carry now. Visibility shows which
 * lifecycles may have some in the period, and their histories have them. The page ends before the present by the time
 * that visibility may lag, so that a webhook that it does not show yet is on a later page.
 */
export async function listWebhooks(
  context: ClientContext,
  { after, limit }: WebhooksRequest,
  visibilityLagMs: number,
): Promise<WebhooksPage> {
  const start = typeof after === 'number' ? { ms: after, id: LAST_ID } : readCursor(after);
  const end = Date.now() - visibilityLagMs;
  if (start.ms >= end) return { webhooks: [], next: writeCursor(start), hasMore: false };
  const to = await endOfPeriod(context, start.ms, end);
  const runs = await listRuns(context, start.ms, to);
  let found: Listed[] = [];
  let isCut = false;
  for (let first = 0; first < runs.length; first += AT_ONCE) {
    const some = runs.slice(first, first + AT_ONCE);
    const read = await Promise.all(some.map((workflow) => readWebhooks(context, workflow)));
    const inPeriod = read.flat().filter((each) => isAfter(each, start) && each.ms <= to);
    const sorted = [...found, ...inPeriod].sort((one, other) => (isAfter(one, other) ? 1 : -1));
    isCut ||= sorted.length > limit;
    // bodies are large: only those of this page are kept
    found = sorted.slice(0, limit);
  }
  const last = isCut ? found.at(-1) : undefined;
  return {
    webhooks: found.map(({ webhook }) => toWebhookMessage(webhook)),
    next: writeCursor(last ?? { ms: to, id: LAST_ID }),
    hasMore: isCut || to < end,
  };
}

const isAfter = (one: Place, other: Place) => one.ms > other.ms || (one.ms === other.ms && one.id > other.id);

const WITH_WEBHOOKS = KINDS.filter(({ webhooks }) => Object.keys(webhooks).length > 0);

/** Runs that may have webhooks in the period: they have some since its start, and had started before its end. */
function runsIn({ taskQueue }: ClientContext, from: number, to: number): string {
  return allOf(
    `TaskQueue = ${quoted(taskQueue)}`,
    oneOf(
      'OwareLifecycle',
      WITH_WEBHOOKS.map(({ prefix }) => prefix),
    ),
    `(OwareSince >= ${timeOf(from)} OR OwareWebhooksUntil >= ${timeOf(from)})`,
    `StartTime <= ${timeOf(to)}`,
  );
}

/** Shortens the period until a page reads a bounded number of runs. */
async function endOfPeriod(context: ClientContext, from: number, end: number): Promise<number> {
  let to = end;
  while (to - from > SHORTEST_PERIOD_MS) {
    const query = runsIn(context, from, to);
    const { count } = await read(context, () => context.client.workflow.count(query));
    if (count <= MOST_RUNS) break;
    to = from + Math.max(SHORTEST_PERIOD_MS, Math.floor(((to - from) * MOST_RUNS) / (2 * count)));
  }
  return to;
}

/** The runs of one lifecycle, the oldest first. */
interface Workflow {
  readonly workflowId: string;
  readonly runIds: readonly string[];
}

async function listRuns(context: ClientContext, from: number, to: number): Promise<Workflow[]> {
  const query = runsIn(context, from, to);
  const runs = await read(context, async () => {
    const all = [];
    for await (const run of context.client.workflow.list({ query })) all.push(run);
    return all;
  });
  runs.sort((one, other) => one.startTime.getTime() - other.startTime.getTime());
  const byId = new Map<string, string[]>();
  for (const { workflowId, runId } of runs) {
    byId.set(workflowId, [...(byId.get(workflowId) ?? []), runId]);
  }
  return [...byId].map(([workflowId, runIds]) => ({ workflowId, runIds }));
}

/** The webhooks of these runs and of those that continue them, which may have sent what these could not. */
async function readWebhooks(
  context: ClientContext,
  { workflowId, runIds }: Workflow,
): Promise<readonly Listed[]> {
  const found = new Map<string, Listed>();
  const isRead = new Set<string>();
  const add = (webhook: MerchantWebhook) => {
    const id = webhookId(webhook);
    found.set(id, { id, ms: Date.parse(webhook.at), webhook });
  };
  for (const first of runIds) {
    let runId: string | undefined = first;
    while (runId !== undefined && !isRead.has(runId)) {
      isRead.add(runId);
      let events: readonly HistoryEvent[] = await readHistory(context, workflowId, runId);
      if (isOpen(events)) {
        (await readWaiting(context, workflowId, runId)).forEach(add);
        // again: what was attempted between the first read and the query is in neither
        events = await readHistory(context, workflowId, runId);
      }
      for (const { webhook } of await deliveriesIn(context, events)) add(webhook);
      runId = successorIn(events);
    }
  }
  return [...found.values()];
}

/** What only the run itself knows: the webhooks that it has not attempted yet. */
async function readWaiting(
  context: ClientContext,
  workflowId: string,
  runId: string,
): Promise<readonly MerchantWebhook[]> {
  const prefix = addressIn(workflowId)?.lifecycle;
  const kind = KINDS.find((each) => each.prefix === prefix);
  if (!kind) return [];
  const { waiting, snapshot } = await queryRun(context, { kind, workflowId, runId }, waitingWebhooks);
  return waiting.map(({ webhook }) => completeWebhook(webhook, snapshot));
}

/** Without events its retention has passed. */
function isOpen(events: readonly HistoryEvent[]): boolean {
  const last = events.at(-1);
  if (!last) return false;
  const end =
    last.workflowExecutionCompletedEventAttributes ??
    last.workflowExecutionContinuedAsNewEventAttributes ??
    last.workflowExecutionFailedEventAttributes ??
    last.workflowExecutionTerminatedEventAttributes ??
    last.workflowExecutionTimedOutEventAttributes ??
    last.workflowExecutionCanceledEventAttributes;
  return !end;
}

async function read<Result>(context: ClientContext, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await withinTimeout(context, ask);
  } catch (error) {
    throw isUnavailable(error) ? new UnavailableError('Temporal is not responding.') : error;
  }
}

function writeCursor({ ms, id }: Place): string {
  return Buffer.from(JSON.stringify([ms, id])).toString('base64url');
}

function readCursor(text: string): Place {
  try {
    const [ms, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    if (typeof ms === 'number' && !Number.isNaN(new Date(ms).getTime()) && typeof id === 'string') {
      return { ms, id };
    }
  } catch {
    // not one that Oware wrote
  }
  throw new CursorError('must be a time, or `next` of the page before');
}
