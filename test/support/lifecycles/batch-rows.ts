import { holderOf } from '../../../src/sandbox/people/people.js';
import { scenarioAccount } from '../../../src/sandbox/people/scenario-accounts.js';
import { ACCOUNTS } from './scenario-accounts.js';

export interface InputRow {
  readonly reference?: string;
  readonly amount: string;
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly narration?: string;
}

/** A row of the result, as the API shows it. */
export interface ShownRow {
  readonly row: number;
  readonly state: string;
  readonly reason?: string;
  readonly reference?: string;
  readonly gatewayReference: string;
  readonly transactionReference?: string;
  readonly sessionId?: string;
  readonly fee?: string;
  readonly safeToPayAgain: boolean;
}

/** A row to an account, under the name that the bank has for it. */
export function rowTo(accountNumber: string, more: Partial<InputRow> = {}): InputRow {
  const accountName = scenarioAccount(accountNumber)?.accountName ?? holderOf(accountNumber) ?? 'NO ACCOUNT';
  return { amount: '5000.00', bankCode: '058', accountNumber, accountName, ...more };
}

/** Rows of ₦5,000.00 to ordinary people. */
export function rowsToPeople(count: number, first = 20_000): InputRow[] {
  return Array.from({ length: count }, (_, index) => {
    const accountNumber = `01000${String(first + index).padStart(5, '0')}`;
    return rowTo(accountNumber, { reference: `staff-${index + 1}` });
  });
}

/** Rows to ordinary people; `failing` of them, evenly spread, go to a dormant account. */
export function rowsWithFailures(count: number, failing: number): InputRow[] {
  const every = Math.floor(count / failing);
  return rowsToPeople(count, 0).map((row, index) => {
    const isFailing = index % every === 0 && index / every < failing;
    // amounts differ, because equal rows to one account are refused
    return isFailing ? rowTo(ACCOUNTS.dormant, { amount: `${1_001 + index}.00` }) : row;
  });
}
