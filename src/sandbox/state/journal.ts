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

/** One record as it is after a step: collection, key, and the record, or null when it was deleted. */
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
 * The steps that a journal kept, oldest first. A last line that a crash cut short is a step that never was
 * answered, so it is left out; a broken line before it means a damaged file, and is refused.
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

/** Starts a file that holds one snapshot, replacing the old one only once it is whole on the disk. */
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
        // a full disk leaves half a line, and the next one must not be glued to it
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
    throw new JournalError(`${where} is damaged: it was complete once and is no JSON now`);
  }
}

function refuseForeign(header: unknown, file: string): void {
  const { journal, version } = (header ?? {}) as Partial<typeof HEADER>;
  if (journal !== HEADER.journal || version !== HEADER.version) {
    throw new JournalError(`${file} is not a sandbox journal of version ${HEADER.version}`);
  }
}

/** A rename is only durable once its folder is. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fdatasyncSync(handle);
  closeSync(handle);
}
