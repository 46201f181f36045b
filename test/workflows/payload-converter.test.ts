import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { loadDataConverter } from '@temporalio/common/lib/internal-non-workflow/index.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDataConverter } from '../../src/secrets/data-converter.js';
import { isMalformed, malformed, payloadConverter } from '../../workflows/payload-converter.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const encoded = (encoding: string, data?: string): Payload => ({
  metadata: { encoding: bytes(encoding) },
  ...(data !== undefined && { data: bytes(data) }),
});

it('clients and workers load it by its path', () => {
  const { payloadConverter: loaded } = loadDataConverter(createDataConverter());
  expect(loaded.fromPayload(encoded('json/plain', '{'))).toEqual(malformed('broken JSON'));
});

describe('a payload that can be decoded', () => {
  it.each([[{ amount: 250_000 }], ['text'], [null], [undefined], [[1, 2]], [{ malformed: 1 }]])(
    '%j comes back as it was, written as the default converter writes it',
    (value) => {
      const payload = payloadConverter.toPayload(value);
      expect(payload).toEqual(defaultPayloadConverter.toPayload(value));
      expect(payloadConverter.fromPayload(payload)).toEqual(value);
      expect(isMalformed(payloadConverter.fromPayload(payload))).toBe(false);
    },
  );

  it('bytes stay bytes', () => {
    const value = new Uint8Array([0, 255]);
    expect(payloadConverter.fromPayload(payloadConverter.toPayload(value))).toEqual(value);
  });
});

describe('a payload that cannot be decoded', () => {
  const secret = '4111111111111111';

  it.each([
    ['no payload', null as unknown as Payload, 'missing encoding'],
    ['no metadata', { data: bytes(`"${secret}"`) }, 'missing encoding'],
    ['null metadata', { metadata: null, data: bytes(secret) }, 'missing encoding'],
    ['metadata without an encoding', { metadata: {}, data: bytes(secret) }, 'missing encoding'],
    ['an unknown encoding', encoded(`json/${secret}`, secret), 'unknown encoding'],
    ['a protobuf', encoded('binary/protobuf', secret), 'unknown encoding'],
    ['JSON without data', encoded('json/plain'), 'no data'],
    ['JSON with empty data', encoded('json/plain', ''), 'no data'],
    ['broken JSON', encoded('json/plain', `{"card":${secret}`), 'broken JSON'],
    ['JSON nested too deeply', encoded('json/plain', '['.repeat(1_000_000)), 'broken JSON'],
  ])('%s becomes a value with the reason, without the content', (_what, payload, reason) => {
    const value = payloadConverter.fromPayload(payload);
    expect(value).toEqual({ malformed: reason });
    expect(isMalformed(value)).toBe(true);
    expect(JSON.stringify(value)).not.toContain(secret);
  });

  it('whatever the bytes are, decoding never throws', () => {
    const anyBytes = fc.uint8Array({ maxLength: 40 });
    const encodings = fc.oneof(
      fc.constantFrom('json/plain', 'binary/plain', 'binary/null').map(bytes),
      anyBytes,
    );
    const payloads = fc.record({ metadata: fc.record({ encoding: encodings }), data: anyBytes });
    fc.assert(fc.property(payloads, (payload) => void payloadConverter.fromPayload(payload)));
  });

  it('the value is still recognised after another trip through Temporal', () => {
    const payload = payloadConverter.toPayload(malformed('no data'));
    expect(isMalformed(payloadConverter.fromPayload(payload))).toBe(true);
  });
});

it('an encrypted payload fails where the codec is missing: nothing may be decided without the keys', () => {
  expect(() => payloadConverter.fromPayload(encoded('binary/encrypted', 'x'))).toThrow('has no codec for it');
});

it.each([[undefined], [null], ['malformed'], [{}], [{ malformed: 'a', reference: 'b' }]])(
  '%j is not a malformed payload',
  (value) => expect(isMalformed(value)).toBe(false),
);
