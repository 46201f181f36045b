import { isAbsolute, relative } from 'node:path';

/**
 * What SQLite reports for a file that is no longer the database that the server wrote. The server creates its
 * tables only where there is no file: a file without the table that every version has was emptied, or lost
 * its write-ahead log.
 */
const DAMAGE =
  /(?:file is not a database|database disk image is malformed|no such table: namespaces)(?: \(\d+\))?/;

export function findDamage(line: string): string | undefined {
  return DAMAGE.exec(line)?.[0];
}

export class DamagedDatabaseError extends Error {
  override readonly name = 'DamagedDatabaseError';
  readonly file: string;

  constructor(file: string, words: string) {
    super(`The database ${toShortPath(file)} is damaged: ${words}`);
    this.file = file;
  }
}

/** Relative to the current folder, where that is shorter. */
function toShortPath(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') || isAbsolute(path) ? file : path;
}

export interface DamageWatch {
  /** Aborted at the first line that reports damage. */
  readonly signal: AbortSignal;
  readonly error: () => DamagedDatabaseError | undefined;
  readonly onLine: (line: string) => void;
}

/**
 * Reads a server's output for a damaged database. After the first such line it passes on no other: the server
 * repeats it for each of its tasks, a hundred times a second.
 */
export function watchForDamage(
  file: string | undefined,
  onLine: ((line: string) => void) | undefined,
): DamageWatch {
  const found = new AbortController();
  return {
    signal: found.signal,
    error: () => (found.signal.aborted ? (found.signal.reason as DamagedDatabaseError) : undefined),
    onLine: (line) => {
      if (found.signal.aborted) return;
      const words = file === undefined ? undefined : findDamage(line);
      if (file === undefined || words === undefined) onLine?.(line);
      else found.abort(new DamagedDatabaseError(file, words));
    },
  };
}
