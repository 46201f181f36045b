import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A claim is a file in the lock's folder; its name identifies the process that made it. */
interface Claim {
  readonly file: string;
  readonly host: string;
  readonly pid: number;
}

const SIGN_OF_LIFE_MS = 1_000;
/** Process ids are reused after a reboot and in containers: a claim without signs of life is dead too. */
const SILENT_TOO_LONG_MS = 10_000;
const POLL_INTERVAL_MS = 200;

/**
 * Runs the work while no other process, in any clone that shares this folder, runs theirs. A process that has
 * to wait reports, once, which process it waits for.
 */
export async function underLock<Result>(
  folder: string,
  onWait: (pid: number) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const file = await acquire(folder, onWait);
  const signsOfLife = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, SIGN_OF_LIFE_MS);
  try {
    return await work();
  } finally {
    clearInterval(signsOfLife);
    await rm(file, { force: true });
  }
}

async function acquire(folder: string, onWait: (pid: number) => void): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${hostname()}~${process.pid}~${randomBytes(6).toString('hex')}`);
  let reported: string | undefined;
  for (;;) {
    const holder = await liveClaim(folder);
    if (!holder) {
      await writeFile(file, '', { flag: 'wx' });
      // claim first and check again after: of two that claim at once at least one sees the other
      if (!(await liveClaim(folder, file))) return file;
      await rm(file, { force: true });
    } else if (holder.file !== reported) {
      reported = holder.file;
      onWait(holder.pid);
    }
    // a random delay, so that two that withdrew for each other do not collide again
    await delay(POLL_INTERVAL_MS * (0.5 + Math.random()));
  }
}

async function liveClaim(folder: string, except?: string): Promise<Claim | undefined> {
  for (const name of await readdir(folder)) {
    const [host = '', pid = ''] = name.split('~');
    const claim = { file: join(folder, name), host, pid: Number(pid) };
    if (claim.file === except) continue;
    if (await isAlive(claim)) return claim;
    await rm(claim.file, { force: true });
  }
  return undefined;
}

async function isAlive({ file, host, pid }: Claim): Promise<boolean> {
  const lastSign = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  if (Date.now() - lastSign > SILENT_TOO_LONG_MS) return false;
  // for another machine or container only its signs of life are known
  return host !== hostname() || isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
