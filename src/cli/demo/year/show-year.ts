import { showNaira, sum } from '../../../domain/money.js';
import { showTable } from '../../table.js';
import type { YearMonth } from './run-year.js';

const HEAD = ['month', 'due', 'collected', 'failed', 'missed', 'cancelled', 'ledger'];

export function showYear(months: readonly YearMonth[]): string {
  const rows = months.map(({ month, due, collected, failed, missed, cancelled, ledgerKobo }) => [
    month,
    ...[due, collected, failed, missed, cancelled].map(String),
    showNaira(ledgerKobo),
  ]);
  const total = showNaira(sum(...months.map(({ ledgerKobo }) => ledgerKobo)));
  const differences = months.flatMap((month) => month.differences);
  const verdict =
    differences.length === 0
      ? `Nothing was collected twice or out of its time; ${total} in the ledger, equal to the kobo.`
      : 'Not as planned:';
  return ['', showTable(HEAD, rows), verdict, ...differences].join('\n');
}
