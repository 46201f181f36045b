import { Context } from '@temporalio/activity';
import { readRecent, toTime } from '../src/domain/listing.js';
import { type Kobo, totalOf, ZERO } from '../src/domain/money.js';
import type { Outflows } from '../src/domain/wallet-day/wallet-day.js';
import type { GatewayActivities } from './gateway.js';

export interface WalletReads {
  /** Sums what left the wallet between two moments (ISO), by the listings of transfers and refunds. */
  sumOutflows(window: { readonly from: string; readonly to: string }): Promise<Outflows>;
}

const PAGE_SIZE = 100;
const MOST_PAGES = 1_000;

/** States in which the wallet has its money, or never lost it. */
const NOT_TAKEN = new Set([
  'FAILED',
  'EXPIRED',
  'REVERSED',
  'PENDING_AUTHORIZATION',
  'OTP_EMAIL_DISPATCH_FAILED',
]);
const ARRIVED = new Set(['SUCCESS', 'COMPLETED']);

type Gateway = Pick<GatewayActivities, 'searchTransfers' | 'listRefunds'>;
type Transfer = Awaited<ReturnType<Gateway['searchTransfers']>>['body']['content'][number];
type Refund = Awaited<ReturnType<Gateway['listRefunds']>>['body']['content'][number];

export function createWalletReads({ searchTransfers, listRefunds }: Gateway): WalletReads {
  return {
    async sumOutflows({ from, to }) {
      const [since, until] = [Date.parse(from), Date.parse(to)];
      const isWithin = ({ createdOn }: { readonly createdOn?: string | null | undefined }) => {
        const at = toTime(createdOn);
        return at === undefined || (at >= since && at < until);
      };
      const transfers = await readAll<Transfer>(
        since,
        async (pageNo) => {
          const request = { startDate: from, endDate: to, pageNo, pageSize: PAGE_SIZE };
          return (await searchTransfers(request)).body;
        },
        ({ reference }) => reference,
      );
      const refunds = await readAll<Refund>(
        since,
        async (page) => {
          return (await listRefunds({ from, to, page, size: PAGE_SIZE })).body;
        },
        ({ refundReference }) => refundReference,
      );
      const taken = transfers.filter((each) => isWithin(each) && !NOT_TAKEN.has(each.status));
      const arrived = taken.filter(({ status }) => ARRIVED.has(status));
      const open = taken.filter(({ status }) => !ARRIVED.has(status));
      const refunded = refunds.filter((each) => isWithin(each) && each.refundStatus !== 'FAILED');
      return {
        paidKobo: total(arrived.map(({ amount }) => amount)),
        feesKobo: total(arrived.map(({ fee }) => fee ?? ZERO)),
        inFlightKobo: total(open.flatMap(({ amount, fee }) => [amount, fee ?? ZERO])),
        refundedKobo: total(refunded.map(({ refundAmount }) => refundAmount)),
      };
    },
  };
}

const total = (amounts: readonly Kobo[]) => amounts.reduce((sum, amount) => totalOf(sum, amount), ZERO);

async function readAll<Row extends { readonly createdOn?: string | null | undefined }>(
  since: number,
  read: Parameters<typeof readRecent<Row>>[0]['read'],
  idOf: (row: Row) => string,
): Promise<readonly Row[]> {
  const { rows, isComplete } = await readRecent<Row>({
    read: (page) => {
      Context.current().heartbeat();
      return read(page);
    },
    timeOf: ({ createdOn }) => toTime(createdOn),
    placeOf: ({ createdOn }) => toTime(createdOn),
    idOf,
    since,
    mostPages: MOST_PAGES,
  });
  if (!isComplete) throw new Error(`a listing has more than ${MOST_PAGES} pages`);
  return rows;
}
