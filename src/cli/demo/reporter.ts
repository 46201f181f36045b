import { paint } from '../dev/output.js';
import type { Role, Scenario } from './scenario.js';

const COLOURS = {
  Merchant: 'magenta',
  Payer: 'green',
  Bank: 'yellow',
  Gateway: 'blue',
  Oware: 'cyan',
  Demo: 'red',
} as const satisfies Record<Role, string>;

const WIDTH = Math.max(...Object.keys(COLOURS).map((role) => role.length));

/** Prints the demo's progress. */
export interface Reporter {
  readonly heading: (text: string) => void;
  readonly scenario: (scenario: Scenario, position: string) => void;
  readonly step: (role: Role, text: string) => void;
  /** A line that is not a step: ledger entries, the workflow link, errors. */
  readonly note: (label: string, text: string) => void;
}

export function createReporter(print: (line: string) => void): Reporter {
  const line = (label: string, text: string): void => print(`  ${label} ${text}`);
  return {
    heading(text) {
      print('');
      print(paint('bold', text));
    },
    scenario({ title, roles }, position) {
      print('');
      print(`${paint('bold', `${position} ${title}`)} ${paint('dim', `(${roles.join(', ')})`)}`);
    },
    step: (role, text) => line(paint(COLOURS[role], role.padEnd(WIDTH)), text),
    note: (label, text) => line(paint('dim', label.padEnd(WIDTH)), paint('dim', text)),
  };
}
