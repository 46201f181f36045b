import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { JournalError } from './journal.js';

/** Two processes appending to one journal would corrupt it. Takes over the lock of a dead process. */
export function lockFile(file: string): () => void {
  const lock = `${file}.lock`;
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const owner = Number(readFileSync(lock, 'utf8'));
    if (isOtherProcess(owner)) throw new JournalError(`${file} is in use by process ${owner}`);
    writeFileSync(lock, String(process.pid));
  }
  return () => rmSync(lock, { force: true });
}

/** In a container every start has the same process id, so a lock with our id is left over from an earlier run. */
function isOtherProcess(owner: number): boolean {
  if (!Number.isSafeInteger(owner) || owner <= 0 || owner === process.pid) return false;
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
