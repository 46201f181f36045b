import Table from 'cli-table3';

/** A table without lines between its rows. */
export function showTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const bare = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };
  const table = new Table({ head: [...head], style: { head: [], border: [] }, chars: bare });
  table.push(...rows.map((row) => [...row]));
  return table.toString();
}

/** Prints a table or JSON. */
export function print<Row>(
  rows: readonly Row[],
  json: boolean,
  show: (rows: readonly Row[]) => string,
): void {
  console.log(json ? JSON.stringify(rows, null, 2) : show(rows));
}

export const jsonOption = {
  json: { type: 'boolean', default: false, describe: 'Print JSON' },
} as const;
