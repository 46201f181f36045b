import { Context } from '@temporalio/activity';
import { addDays, endOfDay, startOfDay, workingDaysBetween } from '../src/domain/calendar.js';
import { isMoney } from '../src/domain/collection/collection.js';
import { readWhole } from '../src/domain/compare/listing.js';
import { countUnread, type Unread } from '../src/domain/compare/unread.js';
import { toTime } from '../src/domain/listing.js';
import { type Kobo, totalOf, ZERO } from '../src/domain/money.js';
import { partsIn } from '../src/domain/settlement/row.js';
import type { Unsettled, UnsettledPayment } from '../src/domain/sweep/sweep.js';
import type { GatewayActivities } from './gateway.js';
import type { OwnActivities } from './own.js';
import { readSettlementRows } from './settlement-rows.js';

export interface UnsettledRequest {
  /** The day of the search, in West Africa Time: 2026-01-31. */
  readonly day: string;
  /** Payments with so many working days between their day and the day of the search should be settled. */
  readonly afterWorkingDays: number;
  readonly holidays: readonly string[];
  /** The first day that Oware follows; empty where it follows all. */
  readonly followSince: string;
}

export interface FoundUnsettled extends Unsettled {
  /** Payments of the days before it that the search covered. */
  readonly paid: number;
  /** The settlements that they are in; one whose event was lost was started. */
  readonly settlements: readonly string[];
}

export interface UnsettledSearch {
  /**
   * Searches for payments that the gateway should have settled. It starts every settlement that it finds and Oware has
   * not heard of: its event was lost.
   */
  findUnsettled(request: UnsettledRequest): Promise<FoundUnsettled>;
}

/** Days before the last one that a search covers. */
const DAYS_SEARCHED = 7;
const PAGE_SIZE = 100;
const OLDEST_KEPT = 20;
const SETTLEMENTS_KEPT = 50;

type Gateway = Pick<
  GatewayActivities,
  'searchTransactions' | 'getSettlementDetail' | 'listSettlementTransactions'
>;
type SearchRow = Awaited<ReturnType<Gateway['searchTransactions']>>['body']['content'][number];

interface Found {
  readonly paid: readonly SearchRow[];
  readonly unread: Unread;
}

const NOTHING_FOUND: Found = { paid: [], unread: {} };

export function createUnsettledSearch(
  gateway: Gateway,
  { forwardEvent }: Pick<OwnActivities, 'forwardEvent'>,
): UnsettledSearch {
  async function paidBetween(from: number, to: number): Promise<Found> {
    const window = { from: toInstant(from), to: toInstant(to) };
    const { rows, unread } = await readWhole<SearchRow>({
      readPage: async (page) => {
        Context.current().heartbeat();
        return (await gateway.searchTransactions({ ...window, page, size: PAGE_SIZE })).body;
      },
      keyOf: ({ transactionReference }) => transactionReference,
    });
    const timeOf = ({ completedOn, createdOn }: SearchRow) => toTime(completedOn ?? createdOn);
    const isWithin = (at = from) => at >= from && at < to;
    const paid = rows
      .filter((row) => isMoney(row.paymentStatus) && isWithin(timeOf(row)))
      .toSorted((one, other) => (timeOf(one) ?? 0) - (timeOf(other) ?? 0));
    return { paid, unread };
  }

  async function settlementsOf(transactionReference: string): Promise<readonly string[]> {
    Context.current().heartbeat();
    const answer = await gateway.getSettlementDetail({ transactionReference });
    if (answer.kind !== 'ok') return [];
    return partsIn(transactionReference, answer.body).map(({ reference }) => reference);
  }

  return {
    async findUnsettled({ day, afterWorkingDays, holidays, followSince }) {
      const until = lastDueDay(day, afterWorkingDays, new Set(holidays));
      const first = [addDays(until, -DAYS_SEARCHED), followSince].sort().at(-1) ?? until;
      const { paid: rows, unread } =
        first > until ? NOTHING_FOUND : await paidBetween(startOfDay(first), endOfDay(until));
      const settled = new Set<string>();
      const settlements = new Set<string>();
      const unsettled: SearchRow[] = [];
      for (const row of rows) {
        const { transactionReference } = row;
        if (settled.has(transactionReference)) continue;
        const found = await settlementsOf(transactionReference);
        if (found.length === 0) unsettled.push(row);
        for (const reference of found.filter((each) => !settlements.has(each))) {
          settlements.add(reference);
          // one read answers for all payments of a settlement
          const { rows: listed } = (await readSettlementRows(gateway, reference)) ?? { rows: [] };
          await forwardEvent(
            { lifecycle: 'settlement', reference },
            toEvent(reference, transactionReference, listed.length),
          );
          for (const each of listed) settled.add(each.transactionReference);
        }
      }
      return {
        until,
        paid: rows.length,
        settlements: [...settlements].slice(0, SETTLEMENTS_KEPT),
        count: unsettled.length,
        amountKobo: unsettled.reduce((total, row) => totalOf(total, amountOf(row)), ZERO),
        oldest: unsettled.slice(0, OLDEST_KEPT).map(toPayment),
        ...(countUnread(unread) > 0 && { unread }),
      };
    },
  };
}

function lastDueDay(day: string, afterWorkingDays: number, holidays: ReadonlySet<string>): string {
  let due = addDays(day, -1);
  while (workingDaysBetween(due, day, holidays) < afterWorkingDays) due = addDays(due, -1);
  return due;
}

/** With the number of its payments: a listing that has grown since is proven again. */
function toEvent(settlementReference: string, foundBy: string, listedCount: number) {
  return {
    kind: 'settlement',
    key: `settlement-found:${settlementReference}:${listedCount}`,
    eventType: 'settlement-found',
    settlementReference,
    foundBy,
    listedCount,
  } as const;
}

const amountOf = ({ amountPaid, amount }: SearchRow): Kobo => amountPaid ?? amount;

function toPayment(row: SearchRow): UnsettledPayment {
  const { transactionReference, completedOn } = row;
  return {
    transactionReference,
    amountKobo: amountOf(row),
    ...(completedOn != null && { paidOn: completedOn }),
  };
}

const toInstant = (ms: number) => new Date(ms).toISOString();
