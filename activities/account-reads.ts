import { Context } from '@temporalio/activity';
import { isMoney, isReturn } from '../src/domain/collection/collection.js';
import { readWhole } from '../src/domain/compare/listing.js';
import type { Unread } from '../src/domain/compare/unread.js';
import { isNewestFirst, toTime } from '../src/domain/listing.js';
import type { Kobo } from '../src/domain/money.js';
import { findHeld, type Held } from '../src/domain/sweep/record.js';
import type { GatewayActivities } from './gateway.js';
import { inLanes } from './in-lanes.js';
import type { SweepReads } from './sweep/deps.js';

export interface PaidInvoiceRequest {
  readonly transactionReference: string;
  /** The invoices that may own the transaction. */
  readonly invoices: readonly string[];
}

export interface PaidInvoice {
  /** The invoice whose record names the transaction. */
  readonly paid: string | null;
  /** Invoices that no longer wait for money. */
  readonly over: readonly string[];
  /** What the records of these name, and of the paid one: perhaps another transaction than at their creation. */
  readonly named?: readonly NamedByInvoice[];
  /** How many did not answer: while there are any, it is not known that none of them owns it. */
  readonly unanswered: number;
}

export interface NamedByInvoice {
  readonly invoiceReference: string;
  readonly transactionReference: string;
}

/** A payment that the gateway lists for an account. */
export interface ListedCredit {
  readonly transactionReference: string;
  readonly paymentReference: string;
  readonly status: string;
  readonly amountKobo: Kobo;
}

export interface ListedCredits {
  /** Those that the account does not hold just so. */
  readonly credits: readonly ListedCredit[];
  /** There are more than one answer carries. */
  readonly hasMore: boolean;
  readonly unread: Unread;
  /** The gateway has no listing of the account. */
  readonly isMissing?: true;
}

export interface AccountReads {
  /** Reads the records of invoices, until one of them names the transaction. */
  findPaidInvoice(request: PaidInvoiceRequest): Promise<PaidInvoice>;
  /** Reads all recent pages of an account's listing. */
  listUnheldCredits(request: {
    readonly accountReference: string;
    /** Earlier ones were listed before; in milliseconds since the epoch. */
    readonly since: number;
  }): Promise<ListedCredits>;
}

type Gateway = Pick<GatewayActivities, 'getInvoice' | 'listReservedAccountTransactions'>;
type Answer = Awaited<ReturnType<Gateway['listReservedAccountTransactions']>>;
type Row = Extract<Answer, { kind: 'ok' }>['body']['content'][number];

const PAGE_SIZE = 100;
/** So many silent reads mean that the gateway is: the others count as unanswered. */
const MOST_SILENT = 10;
/** Of one question to the account; and of one answer, which enters its history. */
const KEYS_A_QUERY = 500;
const MOST_CREDITS = 2_000;

export function createAccountReads(
  gateway: Gateway,
  { readHoldings }: Pick<SweepReads, 'readHoldings'>,
): AccountReads {
  /** Undefined when the gateway did not answer, or answered about another invoice. */
  async function readInvoice(invoiceReference: string) {
    Context.current().heartbeat();
    try {
      const answer = await gateway.getInvoice({ invoiceReference });
      const isOther = answer.kind === 'ok' && answer.body.invoiceReference !== invoiceReference;
      return isOther ? undefined : answer;
    } catch {
      Context.current().cancellationSignal.throwIfAborted();
      return undefined;
    }
  }

  async function heldOf(reference: string, keys: readonly string[]) {
    const held = new Map<string, Held>();
    for (let first = 0; first < keys.length; first += KEYS_A_QUERY) {
      Context.current().heartbeat();
      const part = keys.slice(first, first + KEYS_A_QUERY);
      const holdings = await readHoldings({ lifecycle: 'reserved-account', reference }, part);
      if (!holdings) continue;
      for (const key of part) {
        const one = findHeld(holdings, { source: 'transactions', key });
        if (one) held.set(key, one);
      }
    }
    return held;
  }

  return {
    async findPaidInvoice({ transactionReference, invoices }) {
      const over: string[] = [];
      const named: NamedByInvoice[] = [];
      let [paid, unanswered]: [string | null, number] = [null, 0];
      await inLanes(invoices, async (invoiceReference) => {
        if (paid !== null) return;
        const answer = unanswered < MOST_SILENT ? await readInvoice(invoiceReference) : undefined;
        if (!answer) unanswered += 1;
        if (answer?.kind !== 'ok') return;
        const { invoiceStatus, transactionReference: names } = answer.body;
        const isOver = invoiceStatus !== 'PENDING';
        if (isOver) over.push(invoiceReference);
        if (names === transactionReference) paid = invoiceReference;
        if (names && (isOver || names === transactionReference))
          named.push({ invoiceReference, transactionReference: names });
      });
      return { paid, over, unanswered, named };
    },

    async listUnheldCredits({ accountReference, since }) {
      const isRecent = (row: Row) => (toTime(row.completedOn ?? row.createdOn) ?? Infinity) >= since;
      let isSorted = false;
      const listing: { isMissing?: true } = {};
      const { rows, unread } = await readWhole<Row>({
        readPage: async (page) => {
          Context.current().heartbeat();
          const answer = await gateway.listReservedAccountTransactions({
            accountReference,
            page,
            size: PAGE_SIZE,
          });
          if (answer.kind !== 'ok') {
            if (page === 0) {
              listing.isMissing = true;
              return { content: [] };
            }
            throw new Error(`the gateway has the payments of ${accountReference} no more`);
          }
          const { body } = answer;
          if (page === 0) isSorted = isNewestFirst(body.content.map(placeOf));
          // older pages were read before
          const isEnough = isSorted && body.content.length > 0 && !body.content.some(isRecent);
          // what arrives meanwhile is listed on the pages before: the first one counts all that are to be met
          return { ...body, isEnough, ...(isSorted && page > 0 && { totalElements: undefined }) };
        },
        keyOf: ({ transactionReference }) => transactionReference,
      });
      const told = rows.filter(isRecent).map(toListed).filter(isTelling);
      const held = await heldOf(
        accountReference,
        told.map(({ transactionReference }) => transactionReference),
      );
      const unheld = told.filter((credit) => !isHeld(credit, held.get(credit.transactionReference)));
      return {
        credits: unheld.slice(0, MOST_CREDITS),
        hasMore: unheld.length > MOST_CREDITS,
        unread,
        ...listing,
      };
    },
  };
}

const placeOf = ({ createdOn, completedOn }: Row) => toTime(createdOn ?? completedOn);

const toListed = (row: Row): ListedCredit => ({
  transactionReference: row.transactionReference,
  paymentReference: row.paymentReference,
  status: row.paymentStatus,
  amountKobo: row.amountPaid ?? row.amount,
});

/** One that shows neither money nor its return tells nothing. */
const isTelling = ({ status }: ListedCredit) => isMoney(status) || isReturn(status);

function isHeld({ status, amountKobo }: ListedCredit, held: Held | undefined): boolean {
  if (!held) return false;
  if (isReturn(status)) return held.progress === 'returned' || held.progress === 'refunded';
  return held.progress !== 'returned' && (held.amountKobo ?? amountKobo) === amountKobo;
}
