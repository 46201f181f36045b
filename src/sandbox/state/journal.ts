import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** One record after a commit: collection, key, and the record, or null when it was deleted. */
export type Change = readonly [collection: string, key: string, record: unknown];

export interface Journal {
  append(changes: readonly Change[]): void;
  close(): void;
}

const HEADER = { journal: 'oware-sandbox', version: 1 } as const;
const NEWLINE = 0x0a;

export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/**
 * The commits in a journal, oldest first. A crash can cut the last line short; no response was sent for it, so it is
 * skipped. A broken line before the last one means a damaged file, and throws.
 */
export function* readJournal(file: string): Generator<readonly Change[]> {
  const bytes = readIfThere(file);
  let line = 0;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end < 0) return;
    const parsed = parseLine(bytes.toString('utf8', start, end), `${file} line ${line + 1}`);
    if (line === 0) refuseForeign(parsed, file);
    else yield parsed as Change[];
    start = end + 1;
  }
}

/** Starts a journal with one snapshot. Replaces the old file only once the new one is completely on disk. */
export function startJournal(
  file: string,
  options: { readonly snapshot: Iterable<Change>; readonly fsync: boolean },
): Journal {
  const fresh = `${file}.new`;
  const target = openSync(fresh, 'w', 0o600);
  writeSync(target, `${JSON.stringify(HEADER)}\n`);
  for (const change of options.snapshot) writeSync(target, `${JSON.stringify([change])}\n`);
  fdatasyncSync(target);
  renameSync(fresh, file);
  if (options.fsync) syncFolder(dirname(file));

  let length = fstatSync(target).size;
  return {
    append(changes) {
      const line = Buffer.from(`${JSON.stringify(changes)}\n`);
      try {
        writeWhole(target, line, length);
        if (options.fsync) fdatasyncSync(target);
      } catch (error) {
        // a full disk can leave half a line; the next line must not be appended to it
        ftruncateSync(target, length);
        throw error;
      }
      length += line.length;
    },
    close: () => closeSync(target),
  };
}

function writeWhole(target: number, bytes: Buffer, position: number): void {
  for (let written = 0; written < bytes.length;) {
    written += writeSync(target, bytes, written, bytes.length - written, position + written);
  }
}

function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

function parseLine(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new JournalError(`${where} is damaged: not valid JSON`);
  }
}

function refuseForeign(header: unknown, file: string): void {
  const { journal, version } = (header ?? {}) as Partial<typeof HEADER>;
  if (journal !== HEADER.journal || version !== HEADER.version) {
    throw new JournalError(`${file} is not a sandbox journal of version ${HEADER.version}`);
  }
}

/** A rename is durable only once its folder is synced. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fdatasyncSync(handle);
  closeSync(handle);
}
