import { Webhook as Signer } from 'standardwebhooks';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Checkout, verifyWebhook, WebhookError } from '../../src/merchant/index.js';

const secretOf = (name: string) => `whsec_${Buffer.from(`${name}, a secret of tests`).toString('base64')}`;
const [SECRET, OLD, FOREIGN] = [secretOf('new'), secretOf('old'), secretOf('foreign')];

const BODY = JSON.stringify({
  type: 'checkout.paid',
  timestamp: '2026-01-15T09:30:00.000Z',
  data: { reference: 'order-1', epoch: '2026-01-15T09:00:00.000Z', sequence: 1, checkout: { state: 'PAID' } },
});

function signed(body = BODY, { secret = SECRET, at = new Date() } = {}) {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Signer(secret).sign('msg_1', at, body),
  };
}

function refusal(verify: () => unknown): string {
  try {
    verify();
  } catch (error) {
    if (error instanceof WebhookError) return error.reason;
    throw error;
  }
  throw new Error('expected a refusal');
}

describe('a webhook with the signature of Oware', () => {
  it('is returned with its id, and its type tells what it carries', () => {
    const webhook = verifyWebhook(BODY, signed(), SECRET);
    expect(webhook).toMatchObject({ id: 'msg_1', type: 'checkout.paid', data: { reference: 'order-1' } });
    if (webhook.type !== 'checkout.paid') throw new Error('another type');
    expectTypeOf(webhook.data.checkout).toEqualTypeOf<Checkout>();
    expect(webhook.data.checkout.state).toBe('PAID');
  });

  it.each([
    ['bytes of the body', Buffer.from(BODY), signed()],
    ['plain bytes', new Uint8Array(Buffer.from(BODY)), signed()],
    ['headers of the web', BODY, new Headers(signed())],
    [
      'headers in another case',
      BODY,
      Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value])),
    ],
    [
      'headers as lists',
      BODY,
      Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name, [value]])),
    ],
  ])('is accepted from %s', (_, body, headers) => {
    expect(verifyWebhook(body, headers, SECRET).type).toBe('checkout.paid');
  });

  it('is accepted under either secret while one replaces the other', () => {
    for (const secret of [SECRET, OLD]) {
      expect(verifyWebhook(BODY, signed(BODY, { secret }), [SECRET, OLD]).id).toBe('msg_1');
    }
  });
});

describe('a webhook is refused', () => {
  it.each([
    ['a changed body', 'signature', BODY.replace('order-1', 'order-2'), signed()],
    ['a foreign secret', 'signature', BODY, signed(BODY, { secret: FOREIGN })],
    ['a signature of another version', 'signature', BODY, { ...signed(), 'webhook-signature': 'v2,abc' }],
    ['an old timestamp', 'timestamp', BODY, signed(BODY, { at: new Date(Date.now() - 600_000) })],
    ['a timestamp that is none', 'timestamp', BODY, { ...signed(), 'webhook-timestamp': 'today' }],
    ['a missing header', 'headers', BODY, { ...signed(), 'webhook-id': undefined }],
    ['a body that is no webhook', 'body', '{"type":1}', signed('{"type":1}')],
    ['a body that is no JSON', 'body', 'PAID', signed('PAID')],
  ])('for %s', (_, reason, body, headers) => {
    expect(refusal(() => verifyWebhook(body, headers, [SECRET, OLD]))).toBe(reason);
  });

  it('without any secret, whatever its signature', () => {
    expect(refusal(() => verifyWebhook(BODY, signed(), []))).toBe('signature');
  });
});
