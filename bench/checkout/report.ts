import { showTable } from '../../src/cli/table.js';
import type { Cpu } from './cpu.js';
import type { Kind } from './shop.js';

/** Of one tree in one round: what a checkout of each kind cost, and how long the creation of one took. */
export interface Round extends Readonly<Partial<Record<Kind, Cpu>>> {
  readonly firstReplyMs: number;
}

export type Results = Readonly<Record<string, readonly Round[]>>;

/** The simulated gateway and the webhook listener are not part of Oware. */
const NOT_OURS = ['sandbox', 'merchant'];

type Figure = (round: Round, process: string) => number;

const spentOn =
  (kind: Kind): Figure =>
  (round, process) =>
    round[kind]?.[process] ?? 0;

const figures = (waits: number): Readonly<Record<string, Figure>> => ({
  'checkout on the hosted page': spentOn('hosted'),
  'checkout with a virtual account': spentOn('account'),
  'one GET ?wait= during a checkout': (round, process) =>
    (spentOn('waited')(round, process) - spentOn('hosted')(round, process)) / waits,
});

/** Medians of each tree over the rounds. A ratio compares the two trees of one round: its median, lowest and highest. */
export function report(results: Results, waits: number): string {
  const names = Object.keys(results);
  const processes = [
    ...new Set(Object.values(results).flatMap(([round]) => Object.keys(round?.hosted ?? {}))),
  ];
  const ours = processes.filter((process) => !NOT_OURS.includes(process));
  const rows = Object.entries(figures(waits)).flatMap(([what, of]) => [
    ...ours.map((process) => row([what, process], results, (round) => of(round, process))),
    row([what, 'together'], results, (round) => sum(ours.map((process) => of(round, process)))),
  ]);
  const reply = row(
    ['first reply, in ms', 'POST /v1/checkouts'],
    results,
    ({ firstReplyMs }) => firstReplyMs,
  );
  const ratio = names.length > 1 ? ['ratio'] : [];
  return showTable(['CPU-ms of', 'process', ...names, ...ratio], [...rows, reply]);
}

function row(titles: readonly string[], results: Results, figure: (round: Round) => number): string[] {
  const [first = [], second] = Object.values(results).map((rounds) => rounds.map(figure));
  const medians = [first, ...(second ? [second] : [])].map((values) => median(values).toFixed(1));
  if (!second) return [...titles, ...medians];
  const ratios = second.map((value, n) => value / (first[n] ?? NaN)).sort((a, b) => a - b);
  const range = `[${ratios[0]?.toFixed(2) ?? ''}-${ratios.at(-1)?.toFixed(2) ?? ''}]`;
  return [...titles, ...medians, `${median(ratios).toFixed(2)} ${range}`];
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
