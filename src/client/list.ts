import { createHash } from 'node:crypto';
import type { WorkflowService } from '@temporalio/client';
import { type Address, addressIn } from '../domain/lifecycle/address.js';
import type { ReviewKind } from '../domain/lifecycle/review.js';
import type { SEARCH_ATTRIBUTES } from '../domain/lifecycle/search-attributes.js';
import { type Kobo, kobo } from '../domain/money.js';
import { omitUndefined } from '../domain/omit-undefined.js';
import type { ClientContext } from './context.js';
import { CursorError, UnavailableError } from './errors.js';
import { isRefused, isUnavailable, withinTimeout } from './timeouts.js';
import { allOf, oneOf, quoted, timeOf } from './visibility-query.js';

/** What a list is narrowed to: all given conditions hold for every row. */
export interface ListFilter {
  readonly states?: readonly string[] | undefined;
  /** When it came into its state, in milliseconds since the epoch; `changedTo` itself is not part of the period. */
  readonly changedFrom?: number | undefined;
  readonly changedTo?: number | undefined;
  readonly minAmountKobo?: Kobo | undefined;
  readonly maxAmountKobo?: Kobo | undefined;
  /** As `hashCustomer` returns it. */
  readonly customerHash?: string | undefined;
  readonly gatewayReference?: string | undefined;
  /** Has an open review item of this kind, or of any. */
  readonly review?: ReviewKind | 'any' | undefined;
  /** Has a webhook that waits after a failed attempt. */
  readonly webhooks?: 'waiting' | undefined;
}

export interface ListRequest extends ListFilter {
  /** Rows of a page, at most 200. */
  readonly limit?: number | undefined;
  /** Of the page before; the filter must be the same. */
  readonly cursor?: string | undefined;
}

/** A lifecycle as Temporal's visibility shows it: listing needs no worker, and lags by moments. */
export interface ListedLifecycle extends Address {
  readonly state?: string;
  /** Since when it is in this state. */
  readonly since?: string;
  readonly amountKobo?: Kobo;
  readonly atRiskKobo?: Kobo;
  readonly gatewayReference?: string;
  /** The kinds of its open review items. */
  readonly review: readonly string[];
  /** Whether its run is open. */
  readonly isOpen: boolean;
}

export interface ListPage {
  readonly rows: readonly ListedLifecycle[];
  /** For the next page; missing on the last one. */
  readonly cursor?: string;
}

const DEFAULT_LIMIT = 50;
export const MOST_ROWS = 200;
/** Where most runs of a page have successors, a page may have fewer rows than asked for. */
const MOST_READS = 5;

/**
 * One page, in the order of the server: open lifecycles first, then those that ended, each the newest first. All pages
 * show what had started when the first was read. A lifecycle that ends meanwhile may be shown twice; none is left out.
 */
export async function listLifecycles(
  context: ClientContext,
  lifecycles: readonly string[],
  { limit = DEFAULT_LIMIT, cursor, ...filter }: ListRequest,
): Promise<ListPage> {
  const list = fingerprintOf(lifecycles, filter);
  const begun = cursor === undefined ? { asOf: Date.now(), token: undefined } : readCursor(cursor, list);
  const { asOf } = begun;
  const query = queryOf(context, { lifecycles, filter, asOf });
  const wanted = Math.min(Math.max(limit, 1), MOST_ROWS);
  const rows: ListedLifecycle[] = [];
  let { token } = begun;
  for (let read = 1; read <= MOST_READS; read++) {
    const page = await readPage(context, { query, pageSize: wanted - rows.length, token });
    rows.push(...(await latestOnly(context, page.runs, asOf)).map(toRow));
    token = page.token;
    if (token === undefined || rows.length >= wanted) break;
  }
  return { rows, ...(token !== undefined && { cursor: writeCursor({ asOf, list, token }) }) };
}

interface Query {
  readonly lifecycles: readonly string[];
  readonly filter: ListFilter;
  readonly asOf: number;
}

function queryOf({ taskQueue }: ClientContext, { lifecycles, filter, asOf }: Query): string {
  const { states, changedFrom, changedTo, minAmountKobo, maxAmountKobo } = filter;
  const { customerHash, gatewayReference, review, webhooks } = filter;
  return allOf(
    `TaskQueue = ${quoted(taskQueue)}`,
    oneOf('OwareLifecycle', lifecycles),
    ...lastRunsAt(asOf),
    states && oneOf('OwareState', states),
    changedFrom === undefined ? undefined : `OwareSince >= ${timeOf(changedFrom)}`,
    changedTo === undefined ? undefined : `OwareSince < ${timeOf(changedTo)}`,
    minAmountKobo === undefined ? undefined : `OwareAmountKobo >= ${minAmountKobo}`,
    maxAmountKobo === undefined ? undefined : `OwareAmountKobo <= ${maxAmountKobo}`,
    customerHash === undefined ? undefined : `OwareCustomer = ${quoted(customerHash)}`,
    gatewayReference === undefined ? undefined : `OwareGatewayReference = ${quoted(gatewayReference)}`,
    reviewCondition(review),
    webhooks && 'OwareWebhooksWaiting = true',
  );
}

/** Runs that had started, and had not continued in another one by then. */
function lastRunsAt(asOf: number): string[] {
  return [
    `StartTime <= ${timeOf(asOf)}`,
    `(ExecutionStatus != 'ContinuedAsNew' OR CloseTime > ${timeOf(asOf)})`,
  ];
}

function reviewCondition(review: ListFilter['review']): string | undefined {
  if (review === undefined) return undefined;
  return review === 'any' ? 'OwareReview IS NOT NULL' : `OwareReview = ${quoted(review)}`;
}

type Listing = Awaited<ReturnType<WorkflowService['listWorkflowExecutions']>>;
type Run = Listing['executions'][number];

interface PageRequest {
  readonly query: string;
  readonly pageSize: number;
  readonly token: Uint8Array | undefined;
}

async function readPage(context: ClientContext, { query, pageSize, token }: PageRequest) {
  const { client } = context;
  const { namespace } = client.options;
  const request = { namespace, query, pageSize, ...(token && { nextPageToken: token }) };
  try {
    const { executions, nextPageToken } = await withinTimeout(context, () =>
      client.workflowService.listWorkflowExecutions(request),
    );
    return { runs: executions, token: nextPageToken.length === 0 ? undefined : nextPageToken };
  } catch (error) {
    if (isUnavailable(error)) throw new UnavailableError('Temporal is not responding.');
    if (token && isRefused(error)) throw new CursorError('is not a cursor of a list');
    throw error;
  }
}

/** An event can start another run after a closed one: only the latest is a row. One query finds the runs of all rows. */
async function latestOnly(context: ClientContext, runs: readonly Run[], asOf: number): Promise<Run[]> {
  const closed = runs.filter((run) => !isOpen(run)).map(idIn);
  if (closed.length === 0) return [...runs];
  const query = allOf(oneOf('WorkflowId', [...new Set(closed)]), ...lastRunsAt(asOf));
  const latest = new Map<string, Run>();
  let token: Uint8Array | undefined;
  do {
    const page = await readPage(context, { query, pageSize: 1_000, token });
    for (const run of page.runs) {
      const known = latest.get(idIn(run));
      if (!known || startedMs(run) > startedMs(known)) latest.set(idIn(run), run);
    }
    token = page.token;
  } while (token !== undefined);
  const isLatest = (run: Run) => (latest.get(idIn(run)) ?? run).execution?.runId === run.execution?.runId;
  return runs.filter((run) => isOpen(run) || isLatest(run));
}

/** The API's number of runs that continued in another one. */
const CONTINUED_AS_NEW = 6;

const isOpen = ({ closeTime, status }: Run): boolean =>
  !closeTime || (status as number | null | undefined) === CONTINUED_AS_NEW;

const idIn = ({ execution }: Run): string => execution?.workflowId ?? '';

function startedMs({ startTime }: Run): number {
  return Number(startTime?.seconds ?? 0) * 1_000 + (startTime?.nanos ?? 0) / 1e6;
}

type Attribute = keyof typeof SEARCH_ATTRIBUTES;

function toRow(run: Run): ListedLifecycle {
  const fields = run.searchAttributes?.indexedFields ?? {};
  const read = (attribute: Attribute): unknown => {
    const text = Buffer.from(fields[attribute]?.data ?? []).toString('utf8');
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  };
  const textOf = (attribute: Attribute) => ifIs(read(attribute), 'string');
  const amountOf = (attribute: Attribute) => {
    const amount = ifIs(read(attribute), 'number');
    return amount === undefined ? undefined : kobo(amount);
  };
  const since = textOf('OwareSince');
  const review = read('OwareReview');
  return omitUndefined({
    ...(addressIn(idIn(run)) ?? { lifecycle: '', reference: idIn(run) }),
    state: textOf('OwareState'),
    since: since === undefined ? undefined : new Date(since).toISOString(),
    amountKobo: amountOf('OwareAmountKobo'),
    atRiskKobo: amountOf('OwareAtRiskKobo'),
    gatewayReference: textOf('OwareGatewayReference'),
    review: Array.isArray(review) ? review.map(String).sort() : [],
    isOpen: isOpen(run),
  });
}

interface Types {
  readonly string: string;
  readonly number: number;
}

function ifIs<Type extends keyof Types>(value: unknown, type: Type): Types[Type] | undefined {
  return typeof value === type ? (value as Types[Type]) : undefined;
}

interface Cursor {
  readonly asOf: number;
  /** The list that it continues. */
  readonly list: string;
  /** Of the Temporal server. */
  readonly token: Uint8Array;
}

function fingerprintOf(lifecycles: readonly string[], filter: ListFilter): string {
  const text = JSON.stringify([lifecycles, Object.entries(filter).sort()]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

function writeCursor({ asOf, list, token }: Cursor): string {
  const text = JSON.stringify([asOf, list, Buffer.from(token).toString('base64url')]);
  return Buffer.from(text).toString('base64url');
}

function readCursor(text: string, list: string): Cursor {
  const [asOf, of, token] = partsOf(text);
  if (of !== list) throw new CursorError('is of a list with another filter');
  return { asOf, list, token: Buffer.from(token, 'base64url') };
}

function partsOf(text: string): [number, string, string] {
  try {
    const [asOf, list, token] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    const isTime = typeof asOf === 'number' && !Number.isNaN(new Date(asOf).getTime());
    if (isTime && typeof list === 'string' && typeof token === 'string') return [asOf, list, token];
  } catch {
    // not one that Oware wrote
  }
  throw new CursorError('is not a cursor of a list');
}
