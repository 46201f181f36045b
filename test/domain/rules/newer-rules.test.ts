import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasonOf } from '../../../src/domain/newer-rules.js';
import { FIRST_RULES } from '../../../src/domain/rules-version.js';
import { AMOUNT, forgetFurtherVersions, KINDS, knowFurtherVersions } from './kinds.js';

beforeAll(knowFurtherVersions);
afterAll(forgetFurtherVersions);

describe.each(KINDS)('a newer version of the rules, for $name', ({ begin, was, is, webhooks }) => {
  it('decides at once where it shows the same', () => {
    const thing = begin();
    expect(thing.take(3)).toEqual([]);
    expect(thing.seen()).toMatchObject({ shown: was, versions: { rules: 3, rulesDue: undefined } });
    expect(thing.touch()).toMatchObject({ shown: was, webhooks: [] });
  });

  it('that shows something else is for a person, and sends nothing before new evidence', () => {
    const thing = begin();
    const differences = thing.take(2);
    expect(differences).toEqual([expect.objectContaining({ atRiskKobo: AMOUNT })]);
    expect(reasonOf(2, differences)).toContain('nothing is sent until there is new evidence');
    expect(thing.touch()).toEqual({
      shown: was,
      webhooks: [],
      versions: { rules: FIRST_RULES, rulesDue: 2 },
    });
  });

  it('judges new evidence, and the merchant is sent what has changed since the last webhook, once', () => {
    const thing = begin();
    thing.take(2);
    expect(thing.learn()).toEqual({ shown: is, webhooks, versions: { rules: 2, rulesDue: undefined } });
    expect(thing.touch()).toMatchObject({ shown: is, webhooks: [] });
  });

  it('that is superseded before there was evidence is forgotten', () => {
    const thing = begin();
    thing.take(2);
    expect(thing.take(4)).toEqual([]);
    expect(thing.learn()).toMatchObject({ versions: { rules: 4, rulesDue: undefined } });
  });
});

describe('what a person reads about a newer version', () => {
  const difference = { was: 'PENDING', is: 'FAILED', atRiskKobo: AMOUNT };

  it('names what it is about, and how much more there is', () => {
    expect(reasonOf(2, [difference])).toContain('would show FAILED where the merchant was sent PENDING;');
    expect(reasonOf(2, [{ ...difference, name: 'refund R-1' }, difference])).toContain(
      'would show refund R-1 as FAILED where the merchant was sent PENDING, and 1 more otherwise;',
    );
  });

  it('says what differs beside the state', () => {
    const [checkout] = KINDS.filter(({ name }) => name === 'a checkout');
    expect(reasonOf(2, checkout!.begin().take(2))).toContain(
      'would show PARTIALLY_PAID, isFulfillable true where the merchant was sent PARTIALLY_PAID, isFulfillable false;',
    );
  });
});
