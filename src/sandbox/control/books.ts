import { optionalText } from '../http/fields.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { accounts, type Entry } from '../money/ledger.js';
import { firstMerchant, merchantById } from '../people/merchants.js';
import { type Merchant } from '../types/merchant.js';
import { type Transaction } from '../types/transaction.js';
import { type World } from '../world.js';

/** What moves a merchant's money, and how often and how much of it the ledger has moved. */
export interface Booked {
  readonly kind: 'collection' | 'transfer' | 'bill' | 'paycode' | 'refund';
  /** The merchant's own, as the gateway knows it. */
  readonly reference: string;
  readonly transactionReference: string;
  /** What it belongs to, where that is not its reference: an invoice, a reserved account, a mandate, a batch, a payment. */
  readonly of: { readonly kind: string; readonly reference: string } | null;
  /** Has left its payer, or the wallet, and has not come back. */
  readonly leftKobo: number;
  /** Has reached whom it was meant for, and was not taken back. */
  readonly arrivedKobo: number;
  /** How often it left. */
  readonly times: number;
}

/** The books of one merchant. */
export interface Books {
  readonly at: number;
  readonly balanced: boolean;
  readonly problems: readonly string[];
  readonly booked: readonly Booked[];
  /** Ledger entries that no record explains. */
  readonly unexplained: readonly Pick<Entry, 'id' | 'cause' | 'reference'>[];
}

type Moves = Pick<Booked, 'leftKobo' | 'arrivedKobo' | 'times'>;
type Named = Omit<Booked, keyof Moves> & { readonly merchantId: string; readonly amountKobo?: number };

/** What one ledger entry says of what it moves: 1 for more of it, -1 for less. */
const CAUSES: Readonly<
  Record<Booked['kind'], Readonly<Record<string, { left?: 1 | -1; arrived?: 1 | -1 }>>>
> = {
  collection: { collection: { left: 1, arrived: 1 } },
  transfer: {
    'transfer-sent': { left: 1 },
    'transfer-arrived': { arrived: 1 },
    'transfer-failed': { left: -1 },
    'transfer-reversed': { left: -1, arrived: -1 },
  },
  bill: { bill: { left: 1, arrived: 1 } },
  paycode: {
    'paycode-issued': { left: 1 },
    'paycode-redeemed': { arrived: 1 },
    'paycode-given-back': { left: -1 },
  },
  refund: { 'refund-sent': { left: 1 }, 'refund-arrived': { arrived: 1 }, 'refund-failed': { left: -1 } },
};

/** To compare what a merchant's systems say with what the ledger has: each amount, with the references that find its owner. */
export const BOOKS_CONTROL: readonly OwnRoute[] = [
  own('GET /sandbox/books', ({ world, query }: Call) => {
    const merchantId = optionalText(query, 'merchant');
    return readBooks(
      world,
      merchantId === undefined ? firstMerchant(world) : merchantById(world, merchantId),
    );
  }),
];

function readBooks(world: World, merchant: Merchant): Books {
  const found = new Set<string>();
  const booked = recordsOf(world, merchant).flatMap(({ merchantId, amountKobo, ...named }): Booked[] => {
    const ledgerReference = named.kind === 'collection' ? named.transactionReference : named.reference;
    const entries = world.ledger
      .entries({ reference: ledgerReference })
      .filter((entry) => entry.cause in CAUSES[named.kind] && isOf(entry, merchantId));
    if (entries.length === 0) return [];
    entries.forEach(({ id }) => found.add(id));
    return [{ ...named, ...movesOf(named.kind, entries, amountKobo) }];
  });
  const { balanced, problems } = world.ledger.audit();
  const causes = new Set(Object.values(CAUSES).flatMap((each) => Object.keys(each)));
  const unexplained = world.ledger
    .entries()
    .filter((entry) => causes.has(entry.cause) && isOf(entry, merchant.id) && !found.has(entry.id));
  return { at: world.clock.now(), balanced, problems, booked, unexplained };
}

function movesOf(kind: Booked['kind'], entries: readonly Entry[], amountKobo: number | undefined): Moves {
  const moves = { leftKobo: 0, arrivedKobo: 0, times: 0 };
  for (const entry of entries) {
    const { left = 0, arrived = 0 } = CAUSES[kind][entry.cause] ?? {};
    const moved = amountKobo ?? debited(entry);
    moves.leftKobo += left * moved;
    moves.arrivedKobo += arrived * moved;
    if (left > 0) moves.times += 1;
  }
  return moves;
}

const debited = ({ lines }: Entry) =>
  lines.reduce((sum, { amountKobo }) => sum + Math.max(0, -amountKobo), 0);

/** Two merchants may use the same reference. */
function isOf({ lines }: Entry, merchantId: string): boolean {
  const own = [accounts.wallet(merchantId), accounts.transit(merchantId), accounts.collected(merchantId)];
  const paycodes = accounts.paycode(`${merchantId}/`);
  return lines.some(({ account }) => own.includes(account) || account.startsWith(paycodes));
}

function recordsOf(
  { bills, paycodes, refunds, transactions, transfers, batches }: World,
  { id }: Merchant,
): Named[] {
  return [
    ...[...transactions.filter('merchant', id)].map(ofTransaction),
    ...[...transfers.filter('merchant', id)].map((transfer) => {
      const batch = transfer.batchKey === null ? undefined : batches.get(transfer.batchKey);
      return named('transfer', transfer, batch && { kind: 'batch', reference: batch.batchReference });
    }),
    // a biller gets it less the merchant's commission
    ...[...bills.values()].filter(({ merchantId }) => merchantId === id).map((bill) => named('bill', bill)),
    ...[...paycodes.filter('merchant', id)].map((paycode) =>
      named('paycode', { ...paycode, reference: paycode.paycodeReference }),
    ),
    ...[...refunds.filter('merchant', id)].map((refund) =>
      named(
        'refund',
        { ...refund, reference: refund.refundReference },
        { kind: 'payment', reference: refund.transactionReference },
      ),
    ),
  ];
}

type GatewayRecord = Pick<Named, 'reference' | 'transactionReference' | 'merchantId'> & {
  readonly amountKobo: number;
};

function named(kind: Booked['kind'], record: GatewayRecord, of: Booked['of'] = null): Named {
  const { reference, transactionReference, merchantId, amountKobo } = record;
  return { kind, reference, transactionReference, merchantId, amountKobo, of };
}

function ofTransaction(transaction: Transaction): Named {
  const {
    paymentReference: reference,
    transactionReference,
    merchantId,
    product,
    invoiceReference,
  } = transaction;
  const owners: Readonly<Record<string, string>> = {
    RESERVED_ACCOUNT: 'reserved-account',
    DIRECT_DEBIT: 'mandate',
  };
  const owner = owners[product.type];
  const of =
    invoiceReference === undefined
      ? owner !== undefined && { kind: owner, reference: product.reference }
      : { kind: 'invoice', reference: invoiceReference };
  return { kind: 'collection', reference, transactionReference, merchantId, of: of === false ? null : of };
}
