import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  initReference,
  isReference,
  originOf,
  ownerOf,
  partReference,
  refuseReference,
  rowReference,
} from '../../src/domain/reference.js';

const legal = fc.stringMatching(/^[A-Za-z0-9._-]{1,52}$/).filter(isReference);

describe('a reference', () => {
  it.each(['order-1', 'A', 'a.b_c-d', 'x'.repeat(52), '-', 'ends-'])('may be %s', (text) => {
    expect(refuseReference(text)).toBeUndefined();
  });

  it.each([
    ['', 'must be 1 to 52'],
    ['x'.repeat(53), 'must be 1 to 52'],
    ['order 1', 'must be 1 to 52'],
    ['order|1', 'must be 1 to 52'],
    ["'; drop table--", 'must be 1 to 52'],
    ['a--b', 'two hyphens in a row'],
  ])('may not be %j', (text, why) => {
    expect(refuseReference(text)).toContain(why);
  });

  it('gives back its owner from every further init, whatever its letters', () => {
    fc.assert(
      fc.property(legal, fc.integer({ min: 2, max: 99 }), (owner, n) => {
        const derived = initReference(owner, n);
        expect(derived.length).toBeLessThanOrEqual(64);
        expect(isReference(derived)).toBe(false);
        expect(originOf(derived)).toEqual({ owner, kind: 'init', ordinal: String(n) });
      }),
    );
  });

  it.each([
    ['batch-row', rowReference],
    ['batch-part', partReference],
  ] as const)('gives back its owner and number from every %s', (kind, derive) => {
    fc.assert(
      fc.property(legal, fc.integer({ min: 1, max: 999_999_999 }), (owner, n) => {
        const derived = derive(owner, n);
        expect(derived.length).toBeLessThanOrEqual(64);
        expect(originOf(derived)).toEqual({ owner, kind, ordinal: String(n) });
      }),
    );
  });

  it('is its own owner when it is not derived, ours or foreign', () => {
    fc.assert(fc.property(legal, (text) => ownerOf(text) === text));
    expect(ownerOf('MNFY|01|20261115043651|000001')).toBe('MNFY|01|20261115043651|000001');
    expect(originOf('plan--s20270131.2')).toEqual({
      owner: 'plan',
      kind: 'subscription-charge',
      ordinal: '20270131.2',
    });
  });
});
