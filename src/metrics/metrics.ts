import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AnyDefinition, Definition } from './definition.js';
import type { API_METRICS, GATEWAY_METRICS, WORKER_METRICS } from './table.js';

type Instrument<Of> =
  Of extends Definition<infer Kind, infer Label>
    ? { counter: Counter<Label>; gauge: Gauge<Label>; histogram: Histogram<Label> }[Kind]
    : never;

export type MetricsOf<Table> = { readonly [Name in keyof Table]: Instrument<Table[Name]> } & {
  readonly registry: Registry;
};

export type ApiMetrics = MetricsOf<typeof API_METRICS>;
export type WorkerMetrics = MetricsOf<typeof WORKER_METRICS>;
export type GatewayMetrics = MetricsOf<typeof GATEWAY_METRICS>;

/** The metrics of one process. Each call has its own registry, so that two in one process do not share counts. */
export function createMetrics<Table extends Readonly<Record<string, AnyDefinition>>>(
  table: Table,
): MetricsOf<Table> {
  const registry = new Registry();
  const instruments = Object.entries(table).map(([key, each]) => [key, createInstrument(each, registry)]);
  return { ...Object.fromEntries(instruments), registry } as MetricsOf<Table>;
}

function createInstrument({ kind, name, about, labels, buckets }: AnyDefinition, registry: Registry) {
  const shared = { name, help: about, labelNames: Object.keys(labels), registers: [registry] };
  switch (kind) {
    case 'counter':
      return new Counter(shared);
    case 'gauge':
      return new Gauge(shared);
    case 'histogram':
      return new Histogram({ ...shared, buckets: [...(buckets ?? [])] });
  }
}
