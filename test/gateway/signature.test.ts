import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSignedBy, signEvent } from '../../src/gateway/signature.js';
import { PATIENT, RUNS } from './property-runs.js';

const bodies = fc.uint8Array({ minLength: 1, maxLength: 300 });
const SECRET = 'S3CRETKEYS3CRETKEYS3CRETKEYS3CRE';

test('a signature is valid for the bytes that were signed', PATIENT, () => {
  fc.assert(
    fc.property(bodies, (body) => isSignedBy(body, signEvent(body, SECRET), [SECRET])),
    RUNS,
  );
});

test('a signature is invalid when a single byte differs', PATIENT, () => {
  fc.assert(
    fc.property(bodies, fc.nat(), fc.integer({ min: 1, max: 255 }), (body, at, flip) => {
      const changed = Uint8Array.from(body);
      const index = at % body.length;
      changed[index] = (changed[index] ?? 0) ^ flip;
      return !isSignedBy(changed, signEvent(body, SECRET), [SECRET]);
    }),
    RUNS,
  );
});

test('a signature with one changed character is invalid', () => {
  const body = new TextEncoder().encode('{"eventType":"X"}');
  const signature = signEvent(body, SECRET);
  expect(signature).toMatch(/^[0-9a-f]{128}$/);
  expect(
    isSignedBy(
      body,
      signature.replace(/^./, (first) => (first === '0' ? '1' : '0')),
      [SECRET],
    ),
  ).toBe(false);
  expect(isSignedBy(body, '', [SECRET])).toBe(false);
});

test('during a rotation both secrets count; afterwards only the new one', () => {
  const body = new TextEncoder().encode('{}');
  const signature = signEvent(body, 'yesterday');
  expect(isSignedBy(body, signature, ['today', 'yesterday'])).toBe(true);
  expect(isSignedBy(body, signature, ['today'])).toBe(false);
  expect(isSignedBy(body, signature, [])).toBe(false);
});

test('capitals and surrounding spaces do not invalidate a signature', () => {
  const body = new TextEncoder().encode('{}');
  const signature = signEvent(body, SECRET);
  expect(isSignedBy(body, signature.toUpperCase(), [SECRET])).toBe(true);
  expect(isSignedBy(body, ` ${signature}\n`, [SECRET])).toBe(true);
  expect(isSignedBy(body, `${signature.slice(0, 64)} ${signature.slice(64)}`, [SECRET])).toBe(false);
});
