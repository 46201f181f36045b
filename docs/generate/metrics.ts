import type { AnyDefinition } from '../../src/metrics/definition.js';
import { API_METRICS, GATEWAY_METRICS, WORKER_METRICS } from '../../src/metrics/table.js';

export function metricsPage(): string {
  return `# Metrics

For Prometheus. No label holds personal data or a reference, and every label has a bounded set of values. \`/metrics\` needs no
authentication: keep its port internal.

| process | address |
| --- | --- |
| worker | \`/metrics\` on \`OWARE_WORKER_PORT\` |
| api | \`/metrics\` on \`OWARE_METRICS_PORT\`, if it is set |
| Temporal's SDK in the worker | \`/metrics\` on \`OWARE_TEMPORAL_METRICS_PORT\`, if it is set: polls, task slots, the cache of workflows |

Both processes also serve what Node.js reports of them, under \`process_\` and \`nodejs_\`. Histograms count seconds.

## Worker

Counters and histograms are of one worker: sum them over all workers. A worker that dies may count a transition twice, or not at
all; the ledger of what happened is Temporal's history. Gauges are of the whole system, and each worker reports the same: take the
maximum over workers. They come from Temporal's visibility, which lags by moments, and are read when the metrics are read, once in 15
seconds at most.

${tableOf(WORKER_METRICS)}

## Api

${tableOf(API_METRICS)}

## Gateway calls

Of each worker, and of the api where it holds the vault.

${tableOf(GATEWAY_METRICS)}

## What to alert on

| question | expression |
| --- | --- |
| How much money is at risk? | \`sum(max by (lifecycle) (oware_at_risk_kobo)) / 100\`, in naira |
| Was a day not compared with the gateway, or does it differ? | \`max by (kind) (oware_reviews{kind=~"incomplete-comparison|unresolved-differences|unsettled|settlement-difference|wallet-drift"}) > 0\` |
| Is there a storm of events that nothing here asked for? | \`sum(max by (kind) (oware_reviews{kind=~"unmatched-event|unproven-event"})) > 50\` |
| Which outcomes are unknown? | \`max by (lifecycle) (oware_unresolved)\` |
| How many gateway writes end with an unknown outcome? | \`sum by (endpoint) (rate(oware_gateway_call_seconds_count{outcome="outcome-unknown"}[5m]))\` |
| How soon are payments confirmed? | \`histogram_quantile(0.95, sum by (le, lifecycle) (rate(oware_time_to_confirm_seconds_bucket[1h])))\` |
| How late are gateway events? | \`histogram_quantile(0.95, sum by (le) (rate(oware_gateway_event_lag_seconds_bucket[1h])))\` |
| Do gateway events wait for Temporal? | \`sum(oware_refused_events_waiting)\` |
| Were more refused than the api keeps? | \`sum(rate(oware_refused_events_total{result="dropped"}[1h]))\` |
| How late are webhooks? | \`histogram_quantile(0.95, sum by (le) (rate(oware_webhook_delivery_seconds_bucket[1h])))\` |
| For which payments does the merchant's service not answer? | \`max by (lifecycle) (oware_webhooks_waiting)\`; the rows: \`oware list checkouts --webhooks waiting\` |
| Are the gauges current? | \`time() - max(oware_figures_read_timestamp_seconds) < 120\` |

\`npm run docs\` generates this page from \`src/metrics/table.ts\`.
`;
}

function tableOf(table: Readonly<Record<string, AnyDefinition>>): string {
  const rows = Object.values(table).map(({ name, kind, about, labels }) => {
    const values = Object.entries(labels).map(([label, of]) => `\`${label}\`: ${of}`);
    return `| \`${name}\` | ${kind} | ${about} | ${values.join('. ')} |`;
  });
  return ['| metric | kind | meaning | labels |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
