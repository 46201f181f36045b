import { type Kobo, showNaira } from '../money.js';
import { foreign, type RecordShows } from '../payout/record.js';
import { isUndecided } from '../transfer/verdict.js';
import type { BillReceipt, BillTerms } from './bill.js';

type Maybe<Value> = Value | null | undefined;

/** The gateway's record of a vend, which is also its reply to one. */
export interface BillRecord {
  readonly vendReference?: Maybe<string>;
  readonly transactionReference?: Maybe<string>;
  readonly vendStatus: string;
  readonly description?: Maybe<string>;
  readonly vendAmount?: Maybe<Kobo>;
  readonly payableAmount?: Maybe<Kobo>;
  readonly commission?: Maybe<Kobo>;
  readonly customerId?: Maybe<string>;
  readonly productCode?: Maybe<string>;
  readonly productName?: Maybe<string>;
  readonly billerCode?: Maybe<string>;
  readonly billerName?: Maybe<string>;
}

/** Whether the record is about this reference; the field may be missing. */
export function isAbout({ reference }: BillTerms, { vendReference }: BillRecord): boolean {
  return vendReference == null || vendReference === reference;
}

/** Why a record under our reference is about another purchase; undefined when it is about this one. */
function mismatchIn(terms: BillTerms, record: BillRecord): string | undefined {
  const { vendAmount, customerId, productCode } = record;
  if (vendAmount != null && vendAmount !== terms.amountKobo) {
    return `the record is about ${showNaira(vendAmount)}, asked ${showNaira(terms.amountKobo)}`;
  }
  if (customerId && customerId !== terms.customerId) return 'the record names another customer';
  if (productCode && productCode !== terms.productCode) return 'the record names another product';
  return undefined;
}

/**
 * What a record shows. A word that Oware does not know means that the purchase is under way. The reason of a success leaves
 * out the description, which may hold what was bought, such as a token for a meter.
 */
export function judge(terms: BillTerms, record: BillRecord): RecordShows {
  const mismatch = mismatchIn(terms, record);
  const { vendStatus, description, vendAmount } = record;
  if (mismatch !== undefined) {
    return foreign(`bill ${terms.reference}, ${vendStatus}`, mismatch, vendAmount ?? terms.amountKobo);
  }
  const observed = `the gateway reports ${vendStatus}`;
  if (vendStatus === 'SUCCESS')
    return { shows: 'money', word: 'SUCCESS', observed, amount: terms.amountKobo };
  if (vendStatus !== 'FAILED' || isUndecided(description))
    return { shows: 'pending', word: 'PENDING', observed };
  return { shows: 'end', word: 'FAILED', observed: description ? `${observed}: ${description}` : observed };
}

export function receiptOf(record: BillRecord): BillReceipt {
  const { description, payableAmount, commission, productName, billerCode, billerName } = record;
  return {
    ...(description && { description }),
    ...(payableAmount != null && { payableKobo: payableAmount }),
    ...(commission != null && { commissionKobo: commission }),
    ...(productName && { productName }),
    ...(billerCode && { billerCode }),
    ...(billerName && { billerName }),
  };
}

/** What a product costs, as the validation says. */
export interface BillPrice {
  readonly priceType?: Maybe<string>;
  readonly price?: Maybe<Kobo>;
  readonly minAmount?: Maybe<Kobo>;
  readonly maxAmount?: Maybe<Kobo>;
}

/** Why the biller would not take this amount; undefined when it would, or when it does not say. */
export function refusePrice(
  amountKobo: Kobo,
  { priceType, price, minAmount, maxAmount }: BillPrice,
): string | undefined {
  if (priceType === 'FIXED' && price != null && price > 0 && price !== amountKobo) {
    return `the product costs ${showNaira(price)}`;
  }
  if (minAmount != null && amountKobo < minAmount)
    return `the product costs at least ${showNaira(minAmount)}`;
  if (maxAmount != null && maxAmount > 0 && amountKobo > maxAmount) {
    return `the product costs at most ${showNaira(maxAmount)}`;
  }
  return undefined;
}
