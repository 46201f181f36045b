import { showTable } from '../../src/cli/table.js';
import type { Sale } from './open-loop.js';

/** A sale with what the server and the merchant know of it. */
export interface Told extends Readonly<Sale> {
  readonly signalAt: number | undefined;
  readonly webhookAt: number | undefined;
}

type Phases = Readonly<Record<string, readonly Told[]>>;

/** A step that a sale did not reach before the end of the bench counts as endless. */
const STEPS: Readonly<Record<string, (sale: Told) => number>> = {
  create: ({ startedAt, createdAt }) => between(startedAt, createdAt),
  'paid to signal stored': ({ paidAt, signalAt }) => between(paidAt, signalAt),
  'signal stored to webhook': ({ signalAt, webhookAt }) => between(signalAt, webhookAt),
  'create to webhook': ({ startedAt, webhookAt }) => between(startedAt, webhookAt),
};

const between = (from: number | undefined, to: number | undefined) =>
  from === undefined || to === undefined ? Infinity : Math.max(0, to - from);

export function report(phases: Phases): string {
  const names = Object.keys(phases);
  const rows = Object.entries(STEPS).map(([step, of]) => [
    step,
    ...names.map((name) => {
      const values = (phases[name] ?? []).map(of);
      return `${shown(quantile(values, 0.5))} / ${shown(quantile(values, 0.95))}`;
    }),
  ]);
  const counts = names.map((name) => {
    const sales = phases[name] ?? [];
    const isTold = ({ webhookAt }: Told) => webhookAt !== undefined;
    const failed = sales.filter(({ failure }) => failure !== undefined).length;
    return `${sales.length}, ${failed}, ${sales.filter((sale) => !isTold(sale)).length}`;
  });
  return showTable(['ms, p50 / p95', ...names], [...rows, ['checkouts, failed, without webhook', ...counts]]);
}

const shown = (ms: number) => (Number.isFinite(ms) ? ms.toFixed(0) : '-');

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}
