import { setTimeout as pause } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import type { NameFound } from '../src/domain/batch/names.js';
import type { RowRecord } from '../src/domain/batch/row-verdict.js';
import { isEnd } from '../src/domain/listing.js';
import type { Kobo } from '../src/domain/money.js';
import { originOf, rowReference } from '../src/domain/reference.js';
import type { GatewayActivities } from './gateway.js';
import { inLanes } from './in-lanes.js';

export interface Account {
  readonly bankCode: string;
  readonly accountNumber: string;
}

export interface BatchRowsRequest {
  /** The reference that the gateway has for the part. */
  readonly batchReference: string;
  /** The reference of the batch, from which those of its rows derive. */
  readonly batch: string;
  /** The numbers of the rows that were sent. */
  readonly rows: readonly number[];
  /** Rows whose record is known, by its status: they are left out of the result while they keep it. */
  readonly known: Readonly<Record<string, readonly number[]>>;
}

export type BatchRows =
  | {
      readonly kind: 'ok';
      /** Records that differ from what is known. */
      readonly changed: readonly RowRecord[];
      /** Rows that the listing does not show. */
      readonly missing: readonly number[];
      /** It counts more rows than it has shown: that one is missing proves nothing. */
      readonly isShort?: true;
    }
  | { readonly kind: 'not-found' };

/** The gateway's own record of a part. */
export interface BatchFound {
  readonly status: string;
  readonly count?: number;
  readonly amountKobo?: Kobo;
  readonly feeKobo?: Kobo;
  readonly createdOn?: string;
}

export type RowRead =
  | { readonly kind: 'found'; readonly record: RowRecord }
  | { readonly kind: 'absent'; readonly n: number }
  /** No readable answer. */
  | { readonly kind: 'none'; readonly n: number };

export interface BatchReads {
  /** Looks up the names of up to 50 accounts. It answers for each of them; no answer of the gateway is `unavailable`. */
  enquireNames(accounts: readonly Account[]): Promise<readonly NameFound[]>;
  /** Reads all pages of the rows of a part. */
  readBatchRows(request: BatchRowsRequest): Promise<BatchRows>;
  /** Reads rows one by one, up to 50. */
  readRows(request: {
    readonly batch: string;
    readonly rows: readonly number[];
  }): Promise<readonly RowRead[]>;
  /** Searches the lists of batches; null when every list was read to its end, and none shows it. */
  findBatch(request: { readonly batchReference: string }): Promise<BatchFound | null>;
}

export interface BatchReadOptions {
  readonly nameEnquiriesPerSecond?: number | undefined;
  readonly now?: () => number;
}

const PAGE_SIZE = 100;
/** Bounds a listing that never ends. */
const MOST_PAGES = 50;
/** A name changes seldom, and an account may be in several batches of a day. */
const NAME_KEPT_MS = 10 * 60_000;
const NAMES_KEPT = 20_000;

type Reads = Pick<
  GatewayActivities,
  'enquireName' | 'listBatchTransfers' | 'getTransfer' | 'listWalletBatches' | 'listBatches'
>;

/** Reads that consist of many gateway calls: one activity for each call would cost too much history. */
export function createBatchReads(gateway: Reads, options: BatchReadOptions = {}): BatchReads {
  return { enquireNames: createEnquireNames(gateway, options), ...createRowReads(gateway) };
}

function createEnquireNames(
  { enquireName }: Pick<Reads, 'enquireName'>,
  { nameEnquiriesPerSecond = 50, now = Date.now }: BatchReadOptions,
): BatchReads['enquireNames'] {
  const kept = new Map<string, { readonly found: NameFound; readonly until: number }>();
  const waitForTurn = createRateLimit(nameEnquiriesPerSecond);

  function keep(key: string, found: NameFound): void {
    if (kept.size >= NAMES_KEPT) kept.delete(kept.keys().next().value ?? '');
    kept.set(key, { found, until: now() + NAME_KEPT_MS });
  }

  async function enquire(account: Account): Promise<NameFound> {
    const key = `${account.bankCode}/${account.accountNumber}`;
    const known = kept.get(key);
    if (known && known.until > now()) return known.found;
    await waitForTurn(() => Context.current().heartbeat());
    const found = await ask(account);
    // the next attempt may be answered
    if (found.kind !== 'unavailable') keep(key, found);
    return found;
  }

  async function ask({ bankCode, accountNumber }: Account): Promise<NameFound> {
    try {
      const answer = await enquireName({ bankCode, accountNumber });
      if (answer.kind !== 'ok') return { kind: 'unknown', message: answer.message };
      // a reply about another account proves nothing about this one
      if (answer.body.accountNumber !== accountNumber) return { kind: 'unavailable' };
      return { kind: 'held', name: answer.body.accountName };
    } catch {
      Context.current().cancellationSignal.throwIfAborted();
      return { kind: 'unavailable' };
    }
  }

  return (accounts) => inLanes(accounts, enquire);
}

const HEARTBEAT_MS = 10_000;

/** Lets so many callers pass each second, evenly, in the order of their calls. */
function createRateLimit(perSecond: number): (heartbeat: () => void) => Promise<void> {
  let nextAt = 0;
  return async (heartbeat) => {
    const at = Math.max(nextAt, performance.now());
    nextAt = at + 1_000 / perSecond;
    heartbeat();
    for (let left = at - performance.now(); left > 0; left = at - performance.now()) {
      await pause(Math.min(left, HEARTBEAT_MS));
      heartbeat();
    }
  };
}

function createRowReads(gateway: Omit<Reads, 'enquireName'>): Omit<BatchReads, 'enquireNames'> {
  const { listBatchTransfers, getTransfer, listWalletBatches, listBatches } = gateway;

  async function readRow(batch: string, n: number): Promise<RowRead> {
    const reference = rowReference(batch, n);
    try {
      const answer = await getTransfer({ reference });
      if (answer.kind !== 'ok') return { kind: 'absent', n };
      // crossed replies happen
      if (answer.body.reference !== reference) return { kind: 'none', n };
      return { kind: 'found', record: toRecord(n, answer.body) };
    } catch {
      Context.current().cancellationSignal.throwIfAborted();
      return { kind: 'none', n };
    }
  }

  return {
    async readBatchRows({ batchReference, batch, rows, known }) {
      const wanted = new Set(rows);
      const found = new Map<number, RowRecord>();
      const shown = new Set<string>();
      let counted = 0;
      let isCut = true;
      for (let pageNo = 0; pageNo < MOST_PAGES; pageNo++) {
        const answer = await listBatchTransfers({ batchReference, pageSize: PAGE_SIZE, pageNo });
        if (answer.kind !== 'ok') return { kind: 'not-found' };
        const before = found.size;
        counted = Math.max(counted, answer.body.totalElements ?? 0);
        for (const record of answer.body.content) {
          shown.add(record.reference);
          const n = ordinalOf(record.reference, batch);
          if (n !== undefined && wanted.has(n)) found.set(n, toRecord(n, record));
        }
        const { content, last, totalPages } = answer.body;
        const isLast = last === true || (totalPages != null && pageNo + 1 >= totalPages);
        // a page without new rows repeats an earlier one
        isCut = content.length > 0 && !isLast;
        if (!isCut || found.size === before) break;
        Context.current().heartbeat();
      }
      const unchanged = new Map(
        Object.entries(known).flatMap(([status, numbers]) => numbers.map((n) => [n, status] as const)),
      );
      return {
        kind: 'ok',
        changed: [...found.values()].filter(({ n, status }) => unchanged.get(n) !== status),
        missing: rows.filter((n) => !found.has(n)),
        ...((shown.size < counted || (isCut && counted === 0)) && { isShort: true as const }),
      };
    },
    readRows: ({ batch, rows }) => inLanes(rows, (n) => readRow(batch, n)),
    async findBatch({ batchReference }) {
      const lists = [listWalletBatches, listBatches].map((list) => findInList(list, batchReference));
      const answers = await Promise.allSettled(lists);
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      const batch = found.find((each) => typeof each === 'object');
      if (batch) return batch;
      const failed = answers.find((answer) => answer.status === 'rejected');
      if (failed) throw failed.reason;
      if (!found.includes('absent')) throw new Error('the gateway has no list of batches');
      return null;
    },
  };
}

type BatchList = Reads['listBatches'] | Reads['listWalletBatches'];
type WireBatch = Extract<Awaited<ReturnType<BatchList>>, { kind: 'ok' }>['body']['content'][number];

/** Reads a list until it shows the batch, or to its end; one of the two lists may not exist. Throws where it did not end. */
async function findInList(
  list: BatchList,
  batchReference: string,
): Promise<BatchFound | 'absent' | 'no-list'> {
  const shown = new Set<string>();
  for (let pageNo = 0; pageNo < MOST_PAGES; pageNo++) {
    const answer = await list({ pageSize: PAGE_SIZE, pageNo });
    if (answer.kind !== 'ok') return 'no-list';
    const { content, totalElements } = answer.body;
    const found = content.find((each) => each.batchReference === batchReference);
    if (found) return toBatchFound(found);
    const before = shown.size;
    for (const each of content) shown.add(each.batchReference);
    if (isEnd(answer.body, pageNo, shown.size > before)) {
      if (shown.size < (totalElements ?? 0)) break;
      return 'absent';
    }
    Context.current().heartbeat();
  }
  throw new Error('the list of batches counts more than it shows, or does not end');
}

const toBatchFound = (found: WireBatch): BatchFound => ({
  status: found.batchStatus,
  ...(found.totalTransactionsCount != null && { count: found.totalTransactionsCount }),
  ...(found.totalAmount != null && { amountKobo: found.totalAmount }),
  ...(found.totalFee != null && { feeKobo: found.totalFee }),
  ...(found.dateCreated != null && { createdOn: found.dateCreated }),
});

function ordinalOf(reference: string, batch: string): number | undefined {
  const { owner, kind, ordinal } = originOf(reference);
  return owner === batch && kind === 'batch-row' ? Number(ordinal) : undefined;
}

type WireRecord = Extract<Awaited<ReturnType<GatewayActivities['getTransfer']>>, { kind: 'ok' }>['body'];

/** Only what decides something: the records of a part enter its history with every check. */
function toRecord(n: number, record: WireRecord): RowRecord {
  const { status, amount, transactionDescription, transactionReference, fee } = record;
  const { destinationAccountNumber, destinationBankCode } = record;
  return {
    n,
    status,
    amount,
    ...(transactionDescription && { description: transactionDescription }),
    ...(transactionReference && { transactionReference }),
    ...(fee != null && { fee }),
    ...(destinationAccountNumber && { account: destinationAccountNumber }),
    ...(destinationBankCode && { bank: destinationBankCode }),
  };
}
