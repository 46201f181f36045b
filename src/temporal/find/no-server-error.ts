import type { Misses } from './ways.js';

/** Every way to a server failed. The message is for people: what was tried, why it failed, what helps. */
export class NoServerError extends Error {
  override readonly name = 'NoServerError';
  readonly misses: ReadonlyMap<string, string>;

  constructor(what: string, misses: Misses, remedies: readonly string[]) {
    super(
      [
        `No ${what} could be found or made. Tried:`,
        ...Array.from(misses, ([way, reason]) => `  - ${way}: ${reason.replaceAll('\n', '\n      ')}`),
        'Any of these helps:',
        ...remedies.map((remedy) => `  - ${remedy}`),
      ].join('\n'),
    );
    this.misses = misses;
  }
}
