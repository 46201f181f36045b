import { Context } from '@temporalio/activity';
import { readWhole, type ReadListing, type WholeListing } from '../src/domain/compare/listing.js';
import { addUnread, countUnread } from '../src/domain/compare/unread.js';
import { toTime } from '../src/domain/listing.js';
import { type Kobo, totalOf, ZERO } from '../src/domain/money.js';
import type { Outflows } from '../src/domain/wallet-day/wallet-day.js';
import type { GatewayActivities } from './gateway.js';

export interface WalletReads {
  /** Sums what left the wallet between two moments (ISO), by the listings of transfers and refunds. */
  sumOutflows(window: { readonly from: string; readonly to: string }): Promise<Outflows>;
}

const PAGE_SIZE = 100;

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
      const { rows: transfers, unread: unreadTransfers } = await readAll<Transfer>(
        async (pageNo) => {
          const request = { startDate: from, endDate: to, pageNo, pageSize: PAGE_SIZE };
          return (await searchTransfers(request)).body;
        },
        ({ reference }) => reference,
      );
      const { rows: refunds, unread: unreadRefunds } = await readAll<Refund>(
        async (page) => {
          return (await listRefunds({ from, to, page, size: PAGE_SIZE })).body;
        },
        ({ refundReference }) => refundReference,
      );
      const taken = transfers.filter((each) => isWithin(each) && !NOT_TAKEN.has(each.status));
      const arrived = taken.filter(({ status }) => ARRIVED.has(status));
      const open = taken.filter(({ status }) => !ARRIVED.has(status));
      const refunded = refunds.filter((each) => isWithin(each) && each.refundStatus !== 'FAILED');
      const unread = addUnread(unreadTransfers, unreadRefunds);
      return {
        paidKobo: total(arrived.map(({ amount }) => amount)),
        feesKobo: total(arrived.map(({ fee }) => fee ?? ZERO)),
        inFlightKobo: total(open.flatMap(({ amount, fee }) => [amount, fee ?? ZERO])),
        refundedKobo: total(refunded.map(({ refundAmount }) => refundAmount)),
        ...(countUnread(unread) > 0 && { unread }),
      };
    },
  };
}

const total = (amounts: readonly Kobo[]) => amounts.reduce((sum, amount) => totalOf(sum, amount), ZERO);

function readAll<Row>(
  readPage: WholeListing<Row>['readPage'],
  keyOf: (row: Row) => string,
): Promise<ReadListing<Row>> {
  return readWhole<Row>({
    readPage: (page) => {
      Context.current().heartbeat();
      return readPage(page);
    },
    keyOf,
  });
}
