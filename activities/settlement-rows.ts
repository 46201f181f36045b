import { Context } from '@temporalio/activity';
import { readWhole, type ReadListing } from '../src/domain/compare/listing.js';
import { countUnread } from '../src/domain/compare/unread.js';
import type { GatewayActivities } from './gateway.js';

type Answer = Awaited<ReturnType<GatewayActivities['listSettlementTransactions']>>;

/** A payment as the settlement listing shows it. */
export type SettlementListRow = Extract<Answer, { kind: 'ok' }>['body']['content'][number];

const PAGE_SIZE = 100;
/** Bounds a listing that never ends: 30,000 payments where the gateway caps pages at ten rows. */
const LIMITS = { pages: 3_000, reads: 4 };

/**
 * All rows of a settlement, each once, and what its listing does not show; undefined when the gateway has no such settlement.
 * It assumes no page size and no order. Rows can be thousands: callers sum and compare them here, and none enters Temporal.
 */
export async function readSettlementRows(
  { listSettlementTransactions }: Pick<GatewayActivities, 'listSettlementTransactions'>,
  reference: string,
): Promise<ReadListing<SettlementListRow> | undefined> {
  const listing = await readWhole<SettlementListRow>({
    readPage: async (page) => {
      Context.current().heartbeat();
      const answer = await listSettlementTransactions({ reference, page, size: PAGE_SIZE });
      if (answer.kind === 'ok') return answer.body;
      if (page === 0) return { content: [] };
      throw new Error(`the gateway has settlement ${reference} no more`);
    },
    keyOf: ({ transactionReference }) => transactionReference,
    limits: LIMITS,
  });
  return listing.rows.length === 0 && countUnread(listing.unread) === 0 ? undefined : listing;
}
