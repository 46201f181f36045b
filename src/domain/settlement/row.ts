import { isMoney } from '../collection/collection.js';
import type { TransactionRecord } from '../collection/record.js';
import { type Kobo, totalOf, ZERO } from '../money.js';
import type { Listed } from './settlement.js';

type Maybe<Value> = Value | null | undefined;

/** The gateway's settlement of one payment, in either of its two shapes. */
export interface SettlementDetail {
  readonly transactionReference?: Maybe<string>;
  readonly settlementReference?: Maybe<string>;
  readonly settlementAmount?: Maybe<Kobo>;
  readonly settlementDate?: Maybe<string>;
  readonly transaction?: Maybe<{ readonly transactionReference: string }>;
  readonly beneficiaries?: Maybe<
    readonly {
      readonly settlementInformation?: Maybe<{
        readonly settledDate?: Maybe<string>;
        readonly settlementReference?: Maybe<string>;
        readonly settlementAmount?: Maybe<Kobo>;
      }>;
    }[]
  >;
}

export type SettlementRow = Pick<
  TransactionRecord,
  'transactionReference' | 'amountPaid' | 'settlementAmount' | 'paymentStatus' | 'currency'
>;

/** What the merchant gets of a payment that is neither split nor settled in parts. */
export function plainNet({ paymentStatus, currency, amountPaid, settlementAmount }: SettlementRow): Kobo {
  return isMoney(paymentStatus) && currency === 'NGN' ? (settlementAmount ?? amountPaid) : ZERO;
}

/** Everything that was settled of a payment, by settlement. A reply about another payment is none. */
export function partsIn(
  transactionReference: string,
  detail: SettlementDetail,
): readonly { readonly reference: string; readonly amountKobo: Kobo; readonly at?: string }[] {
  const about = detail.transactionReference ?? detail.transaction?.transactionReference;
  // crossed replies happen
  if (about !== transactionReference) return [];
  const { settlementReference, settlementAmount, settlementDate, beneficiaries } = detail;
  const plain = { settlementReference, settlementAmount, settledDate: settlementDate };
  const shares = (beneficiaries ?? []).map(({ settlementInformation }) => settlementInformation ?? {});
  return [plain, ...shares].flatMap(
    ({ settlementReference: reference, settlementAmount: amount, settledDate }) =>
      reference && amount != null
        ? { reference, amountKobo: amount, ...(settledDate != null && { at: settledDate }) }
        : [],
  );
}

/** What a payment has in this settlement; undefined where the detail does not say so. */
export function netIn(
  reference: string,
  transactionReference: string,
  detail: SettlementDetail,
): Kobo | undefined {
  const parts = partsIn(transactionReference, detail).filter((part) => part.reference === reference);
  return parts.length === 0 ? undefined : totalOf(...parts.map(({ amountKobo }) => amountKobo));
}

/** The sums of a listing; `nets` has the shares that were read one by one. */
export function sumsOf(
  rows: readonly SettlementRow[],
  nets: ReadonlyMap<string, Kobo> = new Map(),
): Omit<Listed, 'at'> {
  const netOf = (row: SettlementRow) => nets.get(row.transactionReference) ?? plainNet(row);
  const byDetail = rows.filter((row) => netOf(row) !== plainNet(row)).length;
  return {
    count: rows.length,
    paidKobo: rows.reduce((total, { amountPaid }) => totalOf(total, amountPaid), ZERO),
    netKobo: rows.reduce((total, row) => totalOf(total, netOf(row)), ZERO),
    ...(byDetail > 0 && { byDetail }),
  };
}
