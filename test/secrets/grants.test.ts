import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Grant, readSignedGrant, type SignedGrant } from '../../src/domain/approval/grant.js';
import { createGrantCheck, createGrants, type ExpectedGrant, termsHash } from '../../src/secrets/grants.js';
import { GRANT_KEY, grantOf, SAMPLE_TERMS, testGrants } from '../support/grants.js';

const NOW = Date.now();
const OLD = { id: '2025', key: 'o'.repeat(32) };
const NEW = { id: '2026', key: 'n'.repeat(32) };

const expected: ExpectedGrant = {
  action: 'approve',
  target: 'transfer:rent-1',
  termsHash: termsHash(SAMPLE_TERMS),
};
const signed = testGrants.sign(grantOf());
const check = (given: SignedGrant, part: Partial<ExpectedGrant> = {}, now = NOW) =>
  testGrants.check(given, { ...expected, ...part }, now);
const invalid = (reason: string) => ({ valid: false, reason });

describe('a grant', () => {
  it('is valid for its action, lifecycle and terms until its end', () => {
    expect(check(signed)).toEqual({ valid: true });
    expect(check(signed, {}, Date.parse(signed.grant.notAfter))).toEqual({ valid: true });
    expect(check(testGrants.sign(grantOf({ reason: 'the landlord called' })))).toEqual({ valid: true });
  });

  it('is not valid after its end', () => {
    const { notAfter } = signed.grant;
    expect(check(signed, {}, Date.parse(notAfter) + 1)).toEqual(invalid(`it expired at ${notAfter}`));
    const never = testGrants.sign(grantOf({ notAfter: 'later' }));
    expect(check(never)).toEqual(invalid('it expired at later'));
  });

  it('of one lifecycle is not valid for another', () => {
    expect(check(signed, { target: 'transfer:rent-2' })).toEqual(
      invalid('it is a grant for another reference'),
    );
    expect(check(signed, { target: 'batch:rent-1' })).toEqual(invalid('it is a grant for another reference'));
  });

  it('for some terms is not valid for others', () => {
    const others = [
      { ...SAMPLE_TERMS, amountKobo: 250_000_001 },
      { ...SAMPLE_TERMS, account: { bank: '035' } },
      { ...SAMPLE_TERMS, narration: 'rent' },
    ];
    for (const terms of others) {
      expect(check(signed, { termsHash: termsHash(terms) })).toEqual(
        invalid('it is a grant for other terms'),
      );
    }
    const reordered = { account: { bank: '058' }, amountKobo: 250_000_000, reference: 'rent-1' };
    expect(check(signed, { termsHash: termsHash(reordered) })).toEqual({ valid: true });
  });

  it('to create or decline is not a grant to approve', () => {
    for (const action of ['create', 'decline', 'decide'] as const) {
      expect(check(testGrants.sign(grantOf({ action })))).toEqual(
        invalid(`it is a grant to ${action}, not to approve`),
      );
    }
  });

  it.each<[string, Partial<Grant>]>([
    ['the action', { action: 'decline' }],
    ['the lifecycle', { target: 'transfer:rent-2' }],
    ['the terms', { termsHash: termsHash({}) }],
    ['the key', { key: 'shop' }],
    ['the person', { subject: 'bola@example.com' }],
    ['the time', { at: '2026-01-01T00:00:00.000Z' }],
    ['the end', { notAfter: '2099-01-01T00:00:00.000Z' }],
    ['the reason', { reason: 'added' }],
  ])('with another value for %s has a wrong signature', (_what, part) => {
    const tampered = { ...signed, grant: { ...signed.grant, ...part } };
    const { action, target, termsHash: hash } = tampered.grant;
    expect(check(tampered, { action, target, termsHash: hash })).toEqual(invalid('its signature is wrong'));
  });

  it('whose text moves from one field to the next has a wrong signature', () => {
    const first = testGrants.sign(grantOf({ key: 'fin', subject: 'ance' }));
    const moved = { ...first, grant: { ...first.grant, key: 'fina', subject: 'nce' } };
    expect(check(moved)).toEqual(invalid('its signature is wrong'));
  });

  it('with a signature of any other length or value is refused, and none throws', () => {
    const macs = fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f]{0,130}$/));
    fc.assert(
      fc.property(macs, (mac) => {
        fc.pre(mac !== signed.mac);
        expect(check({ ...signed, mac })).toEqual(invalid('its signature is wrong'));
      }),
      { numRuns: 500 },
    );
  });

  it('has a signature of 64 hex digits, whatever it says', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (subject, reason) => {
        expect(testGrants.sign(grantOf({ subject, reason })).mac).toMatch(/^[0-9a-f]{64}$/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the key ring', () => {
  it('signs with its first key, and accepts what an older one signed until that is removed', () => {
    const old = createGrants([OLD]).sign(grantOf());
    const both = createGrants([NEW, OLD]);
    expect(both.sign(grantOf()).keyId).toBe('2026');
    expect(both.check(old, expected, NOW)).toEqual({ valid: true });
    expect(createGrants([NEW]).check(old, expected, NOW)).toEqual(invalid('its signing key is unknown'));
  });

  it('does not accept a grant of one key under the id of another', () => {
    const old = createGrants([OLD]).sign(grantOf());
    const both = createGrants([NEW, OLD]);
    expect(both.check({ ...old, keyId: '2026' }, expected, NOW)).toEqual(invalid('its signature is wrong'));
  });

  it('refuses short keys, equal ids, and no key at all', () => {
    expect(() => createGrants([{ id: 'a', key: 'k'.repeat(31) }])).toThrow(
      "the key 'a' is shorter than 32 bytes",
    );
    expect(() => createGrants([NEW, { ...OLD, id: NEW.id }])).toThrow("two keys have the id '2026'");
    expect(() => createGrants([])).toThrow('expected at least one key');
    // the length counts in bytes
    expect(() => createGrants([{ id: 'a', key: 'é'.repeat(16) }])).not.toThrow();
  });
});

describe('the check of a worker', () => {
  const asked = { action: 'approve', target: 'transfer:rent-1', terms: SAMPLE_TERMS } as const;

  it('hashes the terms of the lifecycle itself', () => {
    const checkGrant = createGrantCheck(testGrants);
    expect(checkGrant(signed, asked)).toEqual({ valid: true });
    expect(checkGrant(signed, { ...asked, terms: { ...SAMPLE_TERMS, amountKobo: 1 } })).toEqual(
      invalid('it is a grant for other terms'),
    );
  });

  it('refuses everything without keys', () => {
    expect(createGrantCheck(undefined)(signed, asked)).toEqual(invalid('this worker has no grant keys'));
  });

  it('refuses what is not a signed grant', () => {
    const checkGrant = createGrantCheck(testGrants);
    for (const garbage of [undefined, null, 'grant', [], {}, { ...signed, grant: null }]) {
      expect(checkGrant(garbage, asked)).toEqual(invalid('it is not a signed grant'));
    }
  });
});

describe('the shape of a signed grant', () => {
  it('survives a trip through Temporal, and drops what does not belong to it', () => {
    const sent: unknown = JSON.parse(
      JSON.stringify({ ...signed, grant: { ...signed.grant, admin: true }, x: 1 }),
    );
    expect(readSignedGrant(sent)).toEqual(signed);
  });

  it.each([
    ['another action', { action: 'pay' }],
    ['no action', { action: undefined }],
    ['a number as the lifecycle', { target: 5 }],
    ['an endless lifecycle', { target: 'x'.repeat(201) }],
    ['a short hash', { termsHash: 'abc' }],
    ['an empty key', { key: '' }],
    ['an endless key', { key: 'x'.repeat(65) }],
    ['no person', { subject: undefined }],
    ['an endless person', { subject: 'x'.repeat(201) }],
    ['a time that is none', { at: 'yesterday' }],
    ['an end that is none', { notAfter: {} }],
    ['an endless reason', { reason: 'x'.repeat(201) }],
    ['an empty reason', { reason: '' }],
  ])('does not allow %s', (_what, part) => {
    expect(readSignedGrant({ ...signed, grant: { ...signed.grant, ...part } })).toBeUndefined();
  });

  it.each([
    ['an endless key id', { keyId: 'x'.repeat(65) }],
    ['a signature that is not hex', { mac: 'z'.repeat(64) }],
    ['an endless signature', { mac: 'a'.repeat(10_000) }],
    ['a list as the grant', { grant: [signed.grant] }],
  ])('does not allow %s', (_what, part) => {
    expect(readSignedGrant({ ...signed, ...part })).toBeUndefined();
  });

  it('whatever the value is, reading it never throws', () => {
    fc.assert(fc.property(fc.anything(), (value) => void readSignedGrant(value)));
  });
});

it('the tests sign with the key that their workers know', () => {
  expect(signed.keyId).toBe(GRANT_KEY.id);
});
