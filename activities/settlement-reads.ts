import { Context } from '@temporalio/activity';
import { countUnread } from '../src/domain/compare/unread.js';
import type { Kobo } from '../src/domain/money.js';
import { netIn, sumsOf } from '../src/domain/settlement/row.js';
import type { Compared, Listed } from '../src/domain/settlement/settlement.js';
import { compareRows } from './compare-settlement.js';
import type { GatewayActivities } from './gateway.js';
import { inLanes } from './in-lanes.js';
import type { OwnActivities } from './own.js';
import { readSettlementRows, type SettlementListRow } from './settlement-rows.js';

export interface SettlementSumsRequest {
  readonly reference: string;
  /** The totals that events have announced. */
  readonly totals: readonly Kobo[];
  /** How many payments were announced: while fewer are listed, the listing still grows. */
  readonly count?: number;
}

export type SettlementSums =
  | { readonly kind: 'listed'; readonly sums: Omit<Listed, 'at'> }
  /** The gateway does not list the settlement, or lists no payment of it. */
  | { readonly kind: 'absent' };

export type SettlementComparison =
  { readonly kind: 'compared'; readonly compared: Compared } | { readonly kind: 'absent' };

export interface SettlementReads {
  /** Reads all pages of a settlement, and where the plain sum is no announced total, the share of each payment. */
  sumSettlement(request: SettlementSumsRequest): Promise<SettlementSums>;
  /** Compares every payment with its lifecycle, and wakes those that do not show it. */
  compareSettlement(request: {
    readonly reference: string;
    /** The first day that Oware follows; empty where it follows all. */
    readonly followSince: string;
  }): Promise<SettlementComparison>;
}

/** Payments whose share is read one by one, at most. */
const MOST_DETAILS = 20_000;

type Gateway = Pick<GatewayActivities, 'listSettlementTransactions' | 'getSettlementDetail'>;
type Own = Pick<OwnActivities, 'unheldPayments' | 'findOwner' | 'forwardEvent'>;

export function createSettlementReads(gateway: Gateway, own: Own): SettlementReads {
  async function netOf(reference: string, { transactionReference }: SettlementListRow) {
    Context.current().heartbeat();
    const answer = await gateway.getSettlementDetail({ transactionReference });
    return answer.kind === 'ok' ? netIn(reference, transactionReference, answer.body) : undefined;
  }

  async function netsOf(
    reference: string,
    rows: readonly SettlementListRow[],
  ): Promise<ReadonlyMap<string, Kobo>> {
    const nets = await inLanes(rows, (row) => netOf(reference, row));
    const found = rows.flatMap(({ transactionReference }, index) => {
      const net = nets[index];
      return net === undefined ? [] : [[transactionReference, net] as const];
    });
    return new Map(found);
  }

  return {
    async sumSettlement({ reference, totals, count = 0 }) {
      const listing = await readSettlementRows(gateway, reference);
      if (!listing) return { kind: 'absent' };
      const { rows, unread } = listing;
      const isWhole = countUnread(unread) === 0;
      const plain = sumsOf(rows);
      // the listing has what a payment was worth, not how it was split or what was settled of it before
      const isPlain = totals.includes(plain.netKobo) || rows.length < count || rows.length > MOST_DETAILS;
      const sums = isPlain || !isWhole ? plain : sumsOf(rows, await netsOf(reference, rows));
      return { kind: 'listed', sums: isWhole ? sums : { ...sums, unread } };
    },
    async compareSettlement({ reference, followSince }) {
      const listing = await readSettlementRows(gateway, reference);
      if (!listing) return { kind: 'absent' };
      const compared = await compareRows(own, { settlement: reference, followSince }, listing.rows);
      const unread = (compared.unread ?? 0) + countUnread(listing.unread);
      return { kind: 'compared', compared: { ...compared, ...(unread > 0 && { unread }) } };
    },
  };
}
