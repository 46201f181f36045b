import { isOurOwn } from '../lifecycle/adoption.js';
import { doubt } from '../lifecycle/reading.js';
import { type Kobo, showNaira } from '../money.js';
import type { SinglePayoutReading } from '../single-payout.js';
import type { PaycodeTerms } from './paycode.js';

type Maybe<Value> = Value | null | undefined;

/** The gateway's record of a paycode, without its clear code. */
export interface PaycodeRecord {
  readonly paycodeReference: string;
  readonly maskedCode?: Maybe<string>;
  readonly transactionReference?: Maybe<string>;
  readonly beneficiaryName?: Maybe<string>;
  readonly amount: Kobo;
  readonly fee?: Maybe<Kobo>;
  readonly transactionStatus: string;
  readonly createdOn?: Maybe<string>;
}

const ENDS: Readonly<Record<string, 'SUCCESS' | 'EXPIRED' | 'CANCELLED'>> = {
  SUCCESS: 'SUCCESS',
  COMPLETED: 'SUCCESS',
  EXPIRED: 'EXPIRED',
  CANCELLED: 'CANCELLED',
};

/** Reads one record. A word that Oware does not know means that the code can still be used. */
export function judge(terms: PaycodeTerms, record: PaycodeRecord): SinglePayoutReading {
  const { amount, transactionStatus } = record;
  if (amount !== terms.amountKobo) {
    const reason = `the record is about ${showNaira(amount)}, asked ${showNaira(terms.amountKobo)}`;
    return doubt('identity-mismatch', reason, terms.amountKobo);
  }
  const observed = `the gateway reports ${transactionStatus}`;
  const to = ENDS[transactionStatus];
  return to ? { kind: 'end', to, observed } : { kind: 'pending', observed };
}

/** Whether a record under our reference is the requested paycode, or a foreign one. */
export function isOurs(terms: PaycodeTerms, record: PaycodeRecord, attemptAt: number): boolean {
  return isOurOwn(attemptAt, {
    createdOn: record.createdOn,
    pairs: [
      [terms.amountKobo, record.amount],
      [terms.beneficiaryName, record.beneficiaryName],
    ],
  });
}
