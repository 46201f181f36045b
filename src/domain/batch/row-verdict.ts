import { doubt, type Doubt } from '../lifecycle/reading.js';
import { type Kobo } from '../money.js';
import { judge } from '../transfer/verdict.js';
import type { BatchRow } from './row.js';

/** The fields of the gateway's record of a row that decide anything. */
export interface RowRecord {
  readonly n: number;
  readonly status: string;
  readonly amount: Kobo;
  readonly description?: string;
  readonly transactionReference?: string;
  readonly fee?: Kobo;
  readonly account?: string;
  readonly bank?: string;
}

export type RowReading =
  | {
      readonly kind: 'end';
      readonly to: 'SUCCESS' | 'FAILED' | 'EXPIRED' | 'REVERSED';
      readonly observed: string;
    }
  | { readonly kind: 'pending'; readonly observed: string }
  /** The gateway waits for the OTP of the part. */
  | { readonly kind: 'authorization'; readonly observed: string }
  | Doubt;

const WAITS_FOR_OTP = 'PENDING_BATCH_AUTHORIZATION';

/** Reads the record of one row, by the rules for transfers. */
export function judgeRow(row: BatchRow, record: RowRecord): RowReading {
  const { bankCode, accountNumber, accountName, amountKobo, narration } = row;
  const destination = { bankCode, accountNumber, accountName };
  const terms = { reference: '', amountKobo, currency: 'NGN', destination, narration } as const;
  const isWaiting = record.status === WAITS_FOR_OTP;
  const reading = judge(terms, {
    reference: '',
    amount: record.amount,
    status: isWaiting ? 'PENDING_AUTHORIZATION' : record.status,
    transactionDescription: record.description,
    destinationAccountNumber: record.account,
    destinationBankCode: record.bank,
  });
  switch (reading.shows) {
    case 'odd':
      return doubt(reading.about, `row ${row.n}: ${reading.reason}`, amountKobo);
    case 'authorising':
      return { kind: 'authorization', observed: 'the gateway waits for the OTP of the part' };
    case 'pending':
      return { kind: 'pending', observed: reading.observed };
    default:
      return { kind: 'end', to: reading.word as 'SUCCESS', observed: reading.observed };
  }
}
