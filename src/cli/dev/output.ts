import { styleText } from 'node:util';
import Table from 'cli-table3';

const COLOURS = ['cyan', 'green', 'yellow', 'magenta', 'blue'] as const;

/** Prints lines of many processes so that each shows whose it is. */
export function createOutput(names: readonly string[]) {
  const width = Math.max(...names.map((name) => name.length));
  return {
    line: (name: string, text: string): void => {
      const colour = COLOURS[names.indexOf(name) % COLOURS.length] ?? 'cyan';
      console.log(`${paint(colour, `${name.padEnd(width)} |`)} ${text}`);
    },
  };
}

export function addressTable(rows: readonly (readonly [string, string])[]): string {
  const table = new Table({ style: { head: [], border: [] } });
  table.push(...rows.map(([what, where]) => [what, where]));
  return table.toString();
}

/** Colours are for terminals: a file keeps the bare text. */
export function paint(colour: Parameters<typeof styleText>[0], text: string): string {
  return process.stdout.isTTY ? styleText(colour, text) : text;
}
