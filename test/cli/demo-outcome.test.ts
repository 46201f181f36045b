import { describe, expect, it } from 'vitest';
import { showOutcomes, toOutcome } from '../../src/cli/demo/outcome.js';
import type { ScenarioRun } from '../../src/cli/demo/run-scenarios.js';
import { SCENARIOS } from '../../src/cli/demo/scenarios.js';

const TEMPORAL = { address: '127.0.0.1:7233', namespace: 'default', uiUrl: 'http://127.0.0.1:8233' };
const scenario = SCENARIOS.find(({ name }) => name === 'worker-killed')!;

const expected: ScenarioRun = {
  scenario,
  reference: 'worker-killed-1',
  reply: { state: 'PAID' },
  collected: ['2500.00'],
  paidOut: [],
  balanced: true,
};
const webhook = (id: string) => ({
  id,
  type: 'checkout.paid',
  data: { reference: 'worker-killed-1', sequence: 1 },
});

function differences(changes: Partial<ScenarioRun>, received = [webhook('a')]): readonly string[] {
  return toOutcome({ ...expected, ...changes }, received, TEMPORAL).differences;
}

describe('the outcome of a scenario', () => {
  it('has no differences when state, ledger and webhooks are as expected', () => {
    expect(differences({})).toEqual([]);
  });

  it.for<readonly [string, readonly string[], string]>([
    ['another state', differences({ reply: { state: 'PENDING' } }), 'state: expected "PAID", got "PENDING"'],
    ['no reply about the state', differences({ reply: {} }), 'state: expected "PAID", got "unknown"'],
    ['a duplicate collection', differences({ collected: ['2500.00', '2500.00'] }), 'collected: '],
    ['a missing collection', differences({ collected: [] }), 'collected: expected ["2500.00"], got []'],
    ['an unbalanced ledger', differences({ balanced: false }), 'balanced: expected true, got false'],
    ['a duplicate webhook', differences({}, [webhook('a'), webhook('b')]), 'webhooks: '],
    ['a missing webhook', differences({}, []), 'webhooks: expected ["checkout.paid"], got []'],
    [
      'a review item',
      differences({ reply: { state: 'PAID', reviewItems: [{ kind: 'paid-late' }] } }),
      'review: expected [], got ["paid-late"]',
    ],
    ['a scenario that stopped early', differences({ error: 'the API was down' }), 'the API was down'],
  ])('reports %s', ([, found, difference]) => {
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(difference);
  });

  it('links to the Web UI, or names the workflow where its address is unknown', () => {
    const link = 'http://127.0.0.1:8233/namespaces/default/workflows/checkout%3Aworker-killed-1';
    expect(toOutcome(expected, [webhook('a')], TEMPORAL).link).toBe(link);
    const elsewhere = { ...TEMPORAL, uiUrl: undefined };
    expect(toOutcome(expected, [webhook('a')], elsewhere).link).toBe('checkout:worker-killed-1');
  });

  it('is shown in a table, with the differences below', () => {
    const outcomes = [{}, { balanced: false }].map((changes) =>
      toOutcome({ ...expected, ...changes }, [webhook('a')], TEMPORAL),
    );
    const shown = showOutcomes(outcomes);
    expect(shown).toContain('✓ worker-killed');
    expect(shown).toContain('✗ worker-killed');
    expect(shown).toMatch(/✗ worker-killed .* ₦2,500\.00 .*\n.* OUT OF BALANCE /);
    expect(shown).toContain(
      '1 of 2 scenarios ended as expected.\nworker-killed: balanced: expected true, got false',
    );
  });

  it('fits into 100 columns for every scenario', () => {
    const outcomes = SCENARIOS.map((each) => {
      const { state, review = [], collected, paidOut = [], webhooks } = each.expects;
      const reply = { state, reviewItems: review.map((kind) => ({ kind })) };
      const run = { scenario: each, reference: each.name, reply, collected, paidOut, balanced: true };
      const received = webhooks.map((type) => ({ ...webhook(type), type }));
      return toOutcome(run, received, TEMPORAL);
    });
    const lines = showOutcomes(outcomes).split('\n');
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
  });
});

it('scenario names are unique', () => {
  expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(SCENARIOS.length);
});
