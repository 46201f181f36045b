import { createMetrics } from '../../metrics/metrics.js';
import { GATEWAY_METRICS } from '../../metrics/table.js';

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
 * Measures calls, and counts where replies differ from the contract and calls to paths that the gateway retires. One per
 * process, with its own registry, so that two processes in one test do not share counts.
 */
export function createGatewayMeter() {
  const { registry, calls, drift, retiringCalls } = createMetrics(GATEWAY_METRICS);
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
    observeCall: (endpoint: string, outcome: string, ms: number) =>
      calls.observe({ endpoint, outcome }, ms / 1_000),
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
