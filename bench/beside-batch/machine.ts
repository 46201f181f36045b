import { readFileSync } from 'node:fs';
import { type Cpu, cpuDuring, type Pids } from '../checkout/cpu.js';

/** Of one phase, in cores: what each process used, and what all programs of the machine used. */
export interface Cores {
  readonly ours: Cpu;
  readonly machine: number;
}

/** Linux only. Other programs on the same machine change every time that the bench prints: these cores show how much. */
export async function coresDuring(pids: () => Pids, work: () => Promise<void>): Promise<Cores> {
  const startedAt = performance.now();
  const before = busyMs();
  const cpu = await cpuDuring(pids, work);
  const elapsed = performance.now() - startedAt;
  const ours = Object.fromEntries(Object.entries(cpu).map(([name, ms]) => [name, ms / elapsed]));
  return { ours, machine: (busyMs() - before) / elapsed };
}

export function showCores({ ours, machine }: Cores): string {
  const each = Object.entries(ours).map(([name, cores]) => `${name} ${cores.toFixed(2)}`);
  const sum = Object.values(ours).reduce((total, cores) => total + cores, 0);
  return `${sum.toFixed(2)} cores (${each.join(', ')}) of ${machine.toFixed(2)} in use on the machine`;
}

const TICK_MS = 10;
/** The columns of /proc/stat that are not work: idle and iowait. */
const IDLE = [3, 4];

function busyMs(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  // user, nice, system, idle, iowait, irq, softirq, steal; guest time is part of user
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return ticks.reduce((sum, each, index) => (IDLE.includes(index) ? sum : sum + each), 0) * TICK_MS;
}
