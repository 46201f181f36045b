import { Counter, Registry } from 'prom-client';

export type GatewayMeter = ReturnType<typeof createGatewayMeter>;

/** What a process observed at the gateway, for the CLI and metrics. */
export interface GatewayReport {
  readonly drift: readonly { readonly endpoint: string; readonly field: string; readonly replies: number }[];
  readonly retiringCalls: readonly { readonly endpoint: string; readonly calls: number }[];
}

/** The names come from the gateway, so their number is bounded: further ones are counted together. */
const MOST_FIELDS = 500;
const OTHER_FIELDS = '[other fields]';

/**
 * Counts where replies differ from the contract, and calls to paths that the gateway retires. One per
 * process, with its own registry, so that two processes in one test do not share counts.
 */
export function createGatewayMeter() {
  const registry = new Registry();
  const drift = new Counter({
    name: 'oware_gateway_drift_total',
    help: 'Gateway replies that differ from the contract, by endpoint and field',
    labelNames: ['endpoint', 'field'] as const,
    registers: [registry],
  });
  const retiringCalls = new Counter({
    name: 'oware_gateway_retiring_calls_total',
    help: 'Calls to paths that the gateway retires, by endpoint',
    labelNames: ['endpoint'] as const,
    registers: [registry],
  });
  const known = new Set<string>();

  /** True the first time. */
  function countDrift(endpoint: string, name: string): boolean {
    const field = known.size < MOST_FIELDS || known.has(`${endpoint} ${name}`) ? name : OTHER_FIELDS;
    drift.inc({ endpoint, field });
    const isNew = !known.has(`${endpoint} ${field}`);
    known.add(`${endpoint} ${field}`);
    return isNew;
  }

  return {
    registry,
    countDrift,
    countRetiringCall: (endpoint: string) => retiringCalls.inc({ endpoint }),
    report: async (): Promise<GatewayReport> => ({
      drift: (await drift.get()).values.map(({ labels, value }) => ({
        endpoint: String(labels.endpoint),
        field: String(labels.field),
        replies: value,
      })),
      retiringCalls: (await retiringCalls.get()).values.map(({ labels, value }) => ({
        endpoint: String(labels.endpoint),
        calls: value,
      })),
    }),
  };
}
