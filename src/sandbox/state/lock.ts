import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { JournalError } from './journal.js';

/** Two processes that append to one journal would ruin it. A lock whose owner is dead is taken over. */
export function lockFile(file: string): () => void {
  const lock = `${file}.lock`;
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const owner = Number(readFileSync(lock, 'utf8'));
    if (isSomebodyElse(owner)) throw new JournalError(`${file} is in use by process ${owner}`);
    writeFileSync(lock, String(process.pid));
  }
  return () => rmSync(lock, { force: true });
}

/** In a container every start has the same process id, so a lock of our own id is left from before. */
function isSomebodyElse(owner: number): boolean {
  if (!Number.isSafeInteger(owner) || owner <= 0 || owner === process.pid) return false;
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
