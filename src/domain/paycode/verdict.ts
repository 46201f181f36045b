import { agrees, mayStemFrom } from '../lifecycle/adoption.js';
import { type Kobo, showNaira } from '../money.js';
import { foreign, type RecordShows, tooOld } from '../payout/record.js';
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

const MONEY = ['SUCCESS', 'COMPLETED'];
const ENDS: Readonly<Record<string, 'EXPIRED' | 'CANCELLED'>> = {
  EXPIRED: 'EXPIRED',
  CANCELLED: 'CANCELLED',
};

/** What a record shows. A word that Oware does not know means that the code can still be used. */
export function judge(terms: PaycodeTerms, record: PaycodeRecord, since = -Infinity): RecordShows {
  const { amount, transactionStatus, createdOn, beneficiaryName } = record;
  const what = `paycode ${terms.reference}, ${transactionStatus}`;
  if (amount !== terms.amountKobo) {
    const mismatch = `the record is about ${showNaira(amount)}, asked ${showNaira(terms.amountKobo)}`;
    return foreign(what, mismatch, amount);
  }
  if (!agrees(terms.beneficiaryName, beneficiaryName)) {
    return foreign(what, 'the record names another beneficiary', amount);
  }
  if (!mayStemFrom(since, createdOn)) return tooOld(createdOn, amount);
  const observed = `the gateway reports ${transactionStatus}`;
  if (MONEY.includes(transactionStatus)) return { shows: 'money', word: 'SUCCESS', observed, amount };
  const word = ENDS[transactionStatus];
  return word ? { shows: 'end', word, observed } : { shows: 'pending', word: 'PENDING', observed };
}
