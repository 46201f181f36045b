import { describe, expect, it } from 'vitest';
import { showOutcomes, toOutcome } from '../../src/cli/demo/outcome.js';
import type { Played } from '../../src/cli/demo/perform.js';
import { SCENES } from '../../src/cli/demo/scenes.js';

const TEMPORAL = { address: '127.0.0.1:7233', namespace: 'default', uiUrl: 'http://127.0.0.1:8233' };
const scene = SCENES.find(({ name }) => name === 'worker-killed')!;

const asWritten: Played = {
  scene,
  reference: 'worker-killed-1',
  end: { state: 'PAID' },
  collected: ['2500.00'],
  balanced: true,
};
const webhook = (id: string) => ({
  id,
  type: 'checkout.paid',
  data: { reference: 'worker-killed-1', sequence: 1 },
});

function surprises(changes: Partial<Played>, heard = [webhook('a')]): readonly string[] {
  return toOutcome({ ...asWritten, ...changes }, heard, TEMPORAL).surprises;
}

describe('what became of a story', () => {
  it('is no surprise when end, books and notices are those of the screenplay', () => {
    expect(surprises({})).toEqual([]);
  });

  it.for<readonly [string, readonly string[], string]>([
    ['another end', surprises({ end: { state: 'PENDING' } }), 'end: "PENDING" instead of "PAID"'],
    ['no answer about its end', surprises({ end: {} }), 'end: "unknown" instead of "PAID"'],
    ['money that came twice', surprises({ collected: ['2500.00', '2500.00'] }), 'collected: '],
    ['money that was lost', surprises({ collected: [] }), 'collected: [] instead of ["2500.00"]'],
    ['books out of balance', surprises({ balanced: false }), 'balanced: false'],
    ['a merchant told twice', surprises({}, [webhook('a'), webhook('b')]), 'notices: '],
    ['a merchant not told', surprises({}, []), 'notices: []'],
    [
      'a review item',
      surprises({ end: { state: 'PAID', reviewItems: [{ kind: 'paid-late' }] } }),
      'review: ["paid-late"]',
    ],
    ['a scene that broke off', surprises({ broken: 'the api was away' }), 'the api was away'],
  ])('is one with %s', ([, found, surprise]) => {
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(surprise);
  });

  it('leads into the Web UI, or names the workflow where that is unknown', () => {
    const link = 'http://127.0.0.1:8233/namespaces/default/workflows/payment%3Aworker-killed-1';
    expect(toOutcome(asWritten, [webhook('a')], TEMPORAL).link).toBe(link);
    const elsewhere = { ...TEMPORAL, uiUrl: undefined };
    expect(toOutcome(asWritten, [webhook('a')], elsewhere).link).toBe('checkout:worker-killed-1');
  });

  it('is shown with what surprised beneath', () => {
    const outcomes = [{}, { balanced: false }].map((changes) =>
      toOutcome({ ...asWritten, ...changes }, [webhook('a')], TEMPORAL),
    );
    const shown = showOutcomes(outcomes);
    expect(shown).toContain('✓ worker-killed');
    expect(shown).toContain('✗ worker-killed');
    expect(shown).toContain('₦2,500.00, OUT OF BALANCE');
    expect(shown).toContain(
      '1 of 2 stories ended as written.\nworker-killed: balanced: false instead of true',
    );
  });
});

it('every story of the demo has a name of its own', () => {
  expect(new Set(SCENES.map(({ name }) => name)).size).toBe(SCENES.length);
});
