import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Serving } from '../../src/cli/serve.js';
import { signEvent } from '../../src/gateway/signature.js';
import { serveApi } from '../support/api/serve-api.js';
import { untouchedClient } from '../support/api/untouched-client.js';

const SECRET = 'secret';

let api: Serving;
beforeAll(async () => {
  api = await serveApi({ ...untouchedClient(), storeUnmatchedEvent: () => Promise.resolve() });
});
afterAll(() => api.close());

async function send(body: string | Buffer, signature: string, contentType = 'application/json') {
  const reply = await request(`${api.url}/webhooks/gateway`, {
    method: 'POST',
    headers: { 'service-signature': signature, 'content-type': contentType },
    body,
  });
  await reply.body.dump();
  return reply.statusCode;
}

// of an unknown kind: these tests are only about its signature
const AS_SENT = '{"eventType":"NEW_KIND", "eventData":{"amountPaid":100.00,"name":"Ọlá"}}';

describe('an event is verified over the received bytes', () => {
  it('and accepted exactly as the gateway wrote it', async () => {
    expect(await send(AS_SENT, signEvent(AS_SENT, SECRET))).toBe(200);
  });

  it.each([
    ['written anew', JSON.stringify(JSON.parse(AS_SENT))],
    ['with one space less', AS_SENT.replace(', ', ',')],
    [
      'with its keys in another order',
      '{"eventData":{"amountPaid":100.00,"name":"Ọlá"}, "eventType":"NEW_KIND"}',
    ],
    ['with 100.0 for 100.00', AS_SENT.replace('100.00', '100.0')],
    ['with 100 for 100.00', AS_SENT.replace('100.00', '100')],
    ['with its letters as escapes', AS_SENT.replace('Ọlá', '\\u1ecdl\\u00e1')],
    ['with its letters in the other normal form', AS_SENT.normalize('NFD')],
    ['with a byte order mark', `\ufeff${AS_SENT}`],
    ['with a line end', `${AS_SENT}\n`],
  ])('and refused %s', async (_how, other) => {
    expect(other).not.toBe(AS_SENT);
    expect(await send(other, signEvent(AS_SENT, SECRET))).toBe(401);
    expect(await send(AS_SENT, signEvent(other, SECRET))).toBe(401);
    expect(await send(other, signEvent(other, SECRET))).toBe(200);
  });

  it('and accepted under any content type and charset', async () => {
    const signature = signEvent(AS_SENT, SECRET);
    expect(await send(AS_SENT, signature, 'text/plain; charset=iso-8859-1')).toBe(200);
    const notUtf8 = Buffer.from(AS_SENT, 'latin1');
    expect(await send(notUtf8, signEvent(notUtf8, SECRET))).toBe(200);
  });
});
