import { styleText } from 'node:util';
import Table from 'cli-table3';

const COLOURS = ['cyan', 'green', 'yellow', 'magenta', 'blue'] as const;

/** Prefixes each line with the name of its process. */
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
  table.push(...rows.map(([name, address]) => [name, address]));
  return table.toString();
}

/** Adds colours on a terminal only. */
export function paint(colour: Parameters<typeof styleText>[0], text: string): string {
  return process.stdout.isTTY ? styleText(colour, text) : text;
}
