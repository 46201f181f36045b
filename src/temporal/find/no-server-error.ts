import type { Misses } from './ways.js';

/** Every way to obtain a server failed. The message says what was tried, why it failed and what to do. */
export class NoServerError extends Error {
  override readonly name = 'NoServerError';
  readonly misses: ReadonlyMap<string, string>;

  constructor(what: string, misses: Misses, remedies: readonly string[]) {
    super(
      [
        `No ${what} could be found or obtained. Tried:`,
        ...Array.from(misses, ([way, reason]) => `  - ${way}: ${reason.replaceAll('\n', '\n      ')}`),
        'Do one of these:',
        ...remedies.map((remedy) => `  - ${remedy}`),
      ].join('\n'),
    );
    this.misses = misses;
  }
}
