import { isDeepStrictEqual } from 'node:util';
import * as lifecycles from '../../../workflows/lifecycles.js';
import { fromNaira, showNaira } from '../../domain/money.js';
import type { ReceivedWebhook } from '../webhook-listener.js';
import { showTable } from '../table.js';
import type { ScenarioRun } from './run-scenarios.js';
import type { Scenario } from './scenario.js';
import type { Temporal } from './system.js';

/** What the summary says about a scenario. */
export interface Outcome {
  readonly scenario: string;
  readonly title: string;
  readonly reference: string;
  readonly state: string;
  /** Kinds of the open review items. */
  readonly review: readonly string[];
  readonly ledger: {
    readonly collected: readonly string[];
    readonly paidOut: readonly string[];
    readonly balanced: boolean;
  };
  readonly webhooks: readonly string[];
  readonly link: string;
  /** Differences from what the scenario expects; empty on success. */
  readonly differences: readonly string[];
}

export function toOutcome(
  run: ScenarioRun,
  received: readonly ReceivedWebhook[],
  temporal: Temporal,
): Outcome {
  const { scenario, reference, reply, collected, paidOut, balanced } = run;
  const items = (reply.reviewItems ?? []) as readonly { readonly kind: string }[];
  const outcome = {
    scenario: scenario.name,
    title: scenario.title,
    reference,
    state: typeof reply.state === 'string' ? reply.state : 'unknown',
    review: items.map(({ kind }) => kind),
    ledger: { collected, paidOut, balanced },
    webhooks: received.map(({ type }) => type),
    link: linkTo(temporal, scenario, reference),
  };
  return { ...outcome, differences: findDifferences(outcome, run) };
}

function findDifferences(
  outcome: Omit<Outcome, 'differences'>,
  { scenario: { expects }, error }: ScenarioRun,
): string[] {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['state', outcome.state, expects.state],
    ['review', outcome.review, expects.review ?? []],
    ['collected', outcome.ledger.collected, expects.collected],
    ['paid out', outcome.ledger.paidOut, expects.paidOut ?? []],
    ['webhooks', outcome.webhooks, expects.webhooks],
    ['balanced', outcome.ledger.balanced, true],
  ];
  const differing = pairs
    .filter(([, got, expected]) => !isDeepStrictEqual(got, expected))
    .map(
      ([what, got, expected]) => `${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`,
    );
  return error === undefined ? differing : [error, ...differing];
}

/** A link into the Web UI, or the workflow id where the Web UI's address is unknown. */
export function linkTo({ uiUrl, namespace }: Temporal, { lifecycle }: Scenario, reference: string): string {
  const workflowId = `${lifecycles[lifecycle].prefix}:${reference}`;
  if (uiUrl === undefined) return workflowId;
  return `${uiUrl}/namespaces/${namespace}/workflows/${encodeURIComponent(workflowId)}`;
}

export function showOutcomes(outcomes: readonly Outcome[]): string {
  const table = showTable(
    ['scenario', 'state', 'ledger', 'webhooks'],
    outcomes.map((outcome) => [
      `${outcome.differences.length === 0 ? '✓' : '✗'} ${outcome.scenario}`,
      [outcome.state, ...outcome.review].join('\n'),
      showLedger(outcome),
      outcome.webhooks.join('\n'),
    ]),
  );
  const passed = outcomes.filter(({ differences }) => differences.length === 0).length;
  const differences = outcomes.flatMap((outcome) =>
    outcome.differences.map((difference) => `${outcome.scenario}: ${difference}`),
  );
  return ['', table, `${passed} of ${outcomes.length} scenarios ended as expected.`, ...differences].join(
    '\n',
  );
}

function showLedger({ ledger: { collected, paidOut, balanced } }: Outcome): string {
  const show = (naira: string) => showNaira(fromNaira(naira));
  const amounts = [...collected.map(show), ...paidOut.map((naira) => `−${show(naira)}`)];
  const lines = amounts.length === 0 ? ['nothing'] : amounts;
  return [...lines, ...(balanced ? [] : ['OUT OF BALANCE'])].join('\n');
}
