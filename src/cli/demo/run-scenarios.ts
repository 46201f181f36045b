import { randomBytes } from 'node:crypto';
import * as lifecycles from '../../../workflows/lifecycles.js';
import { showViolation, type Violation } from '../../certify/check.js';
import { certifyDemo } from './certify.js';
import { createContext, type Demo } from './context.js';
import { createCaller, type Reply } from './http.js';
import { collectedIn, describeEntry, paidOutIn, readLedger } from './ledger.js';
import { linkTo, type Outcome, toOutcome } from './outcome.js';
import type { Scenario } from './scenario.js';
import type { DemoSystem } from './system.js';
import { waitFor } from './wait-for.js';

/** The result of one scenario without its webhooks: those are counted after all scenarios, in case one is repeated. */
export interface ScenarioRun {
  readonly scenario: Scenario;
  readonly reference: string;
  /** The API's last reply; empty when the API did not answer. */
  readonly reply: Reply;
  readonly collected: readonly string[];
  readonly paidOut: readonly string[];
  readonly balanced: boolean;
  /** Why the scenario stopped early. */
  readonly error?: string;
}

/** One after the other, so that new ledger entries belong to one scenario. */
export async function runScenarios(demo: Demo, scenarios: readonly Scenario[]): Promise<Outcome[]> {
  const { merchant, temporal, timeTravelObstacle } = demo.system;
  const suffix = randomBytes(3).toString('hex');
  const runs: ScenarioRun[] = [];
  for (const [index, scenario] of scenarios.entries()) {
    demo.reporter.scenario(scenario, `${index + 1}/${scenarios.length}`);
    if (scenario.movesTime && timeTravelObstacle !== undefined) {
      demo.reporter.note('Skipped', timeTravelObstacle);
      continue;
    }
    runs.push(await runScenario(demo, scenario, `${scenario.name}-${suffix}`));
  }
  const outcomes = runs.map((run) => toOutcome(run, merchant.webhooksOf(run.reference), temporal));
  return withViolations(outcomes, await certifyDemo(demo));
}

/** Each at the scenario that it is about, or at the last one. */
function withViolations(outcomes: readonly Outcome[], violations: readonly Violation[]): Outcome[] {
  const ownerOf = ({ subject }: Violation) =>
    outcomes.find(({ reference }) => subject.includes(reference)) ?? outcomes.at(-1);
  return outcomes.map((outcome) => {
    const own = violations.filter((violation) => ownerOf(violation) === outcome);
    return { ...outcome, differences: [...outcome.differences, ...own.map(showViolation)] };
  });
}

async function runScenario(demo: Demo, scenario: Scenario, reference: string): Promise<ScenarioRun> {
  const { system, reporter } = demo;
  const before = await readLedger(system.gatewayUrl);
  const error = await runToEnd(demo, scenario, reference);
  const { entries: all, balanced } = await readLedger(system.gatewayUrl);
  const entries = all.slice(before.entryCount);
  for (const entry of entries) reporter.note('Ledger', describeEntry(entry));
  if (entries.length === 0) reporter.note('Ledger', 'no entries');
  reporter.note('Workflow', linkTo(system.temporal, scenario, reference));
  if (error !== undefined) reporter.note('Error', error);
  return {
    scenario,
    reference,
    reply: await readLifecycle(system, scenario, reference),
    collected: collectedIn(entries),
    paidOut: paidOutIn(entries),
    balanced,
    ...(error !== undefined && { error }),
  };
}

async function runToEnd(demo: Demo, scenario: Scenario, reference: string): Promise<string | undefined> {
  const { merchant } = demo.system;
  const { webhooks } = scenario.expects;
  try {
    await scenario.run(createContext(demo, scenario.lifecycle, reference));
    await waitFor(
      `${webhooks.length} webhooks of ${reference}`,
      () => merchant.webhooksOf(reference).length >= webhooks.length || undefined,
    );
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function readLifecycle(
  { api }: DemoSystem,
  { lifecycle }: Scenario,
  reference: string,
): Promise<Reply> {
  const call = createCaller(api.url, `Bearer ${api.key}`);
  return call('GET', `${lifecycles[lifecycle].path}/${reference}`).catch(() => ({}));
}
