import { paint } from '../dev/screen.js';
import type { Role, Scene } from './scene.js';

const COLOURS = {
  Merchant: 'magenta',
  Payer: 'green',
  Bank: 'yellow',
  Gateway: 'blue',
  Oware: 'cyan',
  Fate: 'red',
} as const satisfies Record<Role, string>;

const WIDTH = Math.max(...Object.keys(COLOURS).map((role) => role.length));

export interface Narrator {
  readonly heading: (text: string) => void;
  readonly begins: (scene: Scene, position: string) => void;
  readonly says: (who: Role, what: string) => void;
  /** What nobody says: the books, the link. */
  readonly notes: (what: string, text: string) => void;
}

/** The screenplay, line by line. */
export function createNarrator(print: (line: string) => void): Narrator {
  const line = (label: string, text: string): void => print(`  ${label} ${text}`);
  const heading = (text: string): void => {
    print('');
    print(paint('bold', text));
  };
  return {
    heading,
    begins({ title, cast }, position) {
      print('');
      print(`${paint('bold', `${position} ${title}`)} ${paint('dim', `(${cast.join(', ')})`)}`);
    },
    says: (who, what) => line(paint(COLOURS[who], who.padEnd(WIDTH)), what),
    notes: (what, text) => line(paint('dim', what.padEnd(WIDTH)), paint('dim', text)),
  };
}
