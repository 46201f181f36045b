import { type Kobo, toNaira } from '../money.js';
import { rowReference } from '../reference.js';
import type { BatchRow } from './row.js';

/** What became of a row. */
export interface RowResult extends BatchRow {
  readonly state: string;
  readonly reason?: string | undefined;
  /** The gateway's own reference of the transfer. */
  readonly transactionReference?: string | undefined;
  /** Of the transfer between the banks: what the payee's bank searches by. */
  readonly sessionId?: string | undefined;
  readonly feeKobo?: Kobo | undefined;
  /** The name that the bank has for the account. */
  readonly nameAtBank?: string | undefined;
  readonly nameMatches?: boolean | undefined;
  readonly safeToPayAgain: boolean;
  /** It was safe to pay again before a read that is owed, and that may say otherwise. */
  readonly isReadOwed?: true;
}

/** A row of the result as merchants see it; `reference` is their own, `gatewayReference` the one that Oware sent. */
export function toResult(batch: string, result: RowResult) {
  return {
    row: result.n,
    reference: result.merchantReference,
    gatewayReference: rowReference(batch, result.n),
    transactionReference: result.transactionReference,
    sessionId: result.sessionId,
    amount: toNaira(result.amountKobo),
    amountKobo: result.amountKobo,
    fee: result.feeKobo === undefined ? undefined : toNaira(result.feeKobo),
    feeKobo: result.feeKobo,
    state: result.state,
    reason: result.reason,
    accountName: result.accountName,
    nameAtBank: result.nameAtBank,
    nameMatches: result.nameMatches,
    safeToPayAgain: result.safeToPayAgain,
  };
}

export const RESULT_COLUMNS = [
  'row',
  'reference',
  'gateway_reference',
  'transaction_reference',
  'session_id',
  'amount',
  'fee',
  'state',
  'reason',
  'safe_to_pay_again',
] as const;

/** The cells of a result in the order of its columns. */
export function toResultCells(batch: string, result: RowResult): string[] {
  const view = toResult(batch, result);
  const cells: Readonly<Record<(typeof RESULT_COLUMNS)[number], string | undefined>> = {
    row: String(view.row),
    reference: view.reference,
    gateway_reference: view.gatewayReference,
    transaction_reference: view.transactionReference,
    session_id: view.sessionId,
    amount: view.amount,
    fee: view.fee,
    state: view.state,
    reason: view.reason,
    safe_to_pay_again: view.safeToPayAgain ? 'yes' : 'no',
  };
  return RESULT_COLUMNS.map((column) => cells[column] ?? '');
}
