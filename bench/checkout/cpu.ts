import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

export type Pids = Readonly<Record<string, number>>;
/** CPU-ms by the name of the process. */
export type Cpu = Readonly<Record<string, number>>;

/** The CPU time that each process used during the work, user and system. Linux only. */
export async function cpuDuring(pids: () => Pids, work: () => Promise<void>): Promise<Cpu> {
  const processes = pids();
  const before = readAll(processes);
  await work();
  if (JSON.stringify(pids()) !== JSON.stringify(processes)) throw new Error('a process was restarted');
  const after = readAll(processes);
  return Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - (before[name] ?? 0)]));
}

function readAll(pids: Pids): Cpu {
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuMs(pid)]));
}

function cpuMs(pid: number): number {
  // the second field is the program's name in brackets, which may hold blanks
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1_000;
}
