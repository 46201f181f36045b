import { Context } from '@temporalio/activity';
import { readRecent, toTime } from '../src/domain/listing.js';
import type { GatewayActivities } from './gateway.js';

type Answer = Awaited<ReturnType<GatewayActivities['listSettlementTransactions']>>;

/** A payment as the settlement listing shows it. */
export type SettlementListRow = Extract<Answer, { kind: 'ok' }>['body']['content'][number];

const PAGE_SIZE = 100;
/** Bounds a listing that never ends: 30,000 payments where the gateway caps pages at ten rows. */
const MOST_PAGES = 3_000;

/**
 * All rows of a settlement, each once; undefined when the gateway has no such settlement. It assumes no page size and
 * no order. Rows can be thousands: callers sum and compare them here, and none enters Temporal.
 */
export async function readSettlementRows(
  { listSettlementTransactions }: Pick<GatewayActivities, 'listSettlementTransactions'>,
  reference: string,
): Promise<readonly SettlementListRow[] | undefined> {
  const unknown: number[] = [];
  const { rows, isComplete } = await readRecent<SettlementListRow>({
    read: async (page) => {
      Context.current().heartbeat();
      const answer = await listSettlementTransactions({ reference, page, size: PAGE_SIZE });
      if (answer.kind === 'ok') return answer.body;
      unknown.push(page);
      return undefined;
    },
    timeOf: () => undefined,
    placeOf: ({ paidOn }) => toTime(paidOn),
    idOf: ({ transactionReference }) => transactionReference,
    since: 0,
    mostPages: MOST_PAGES,
  });
  if (unknown.length > 0 || rows.length === 0) return undefined;
  if (!isComplete) throw new Error(`settlement ${reference} has more than ${MOST_PAGES} pages`);
  return rows;
}
