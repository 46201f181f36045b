import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../src/gateway/endpoints.js';
import { GatewayError } from '../../src/gateway/http/errors.js';
import { connect, ok, refusal, type Reply, startLoopback, tokenReply } from './loopback.js';
import { ACCEPTED, TRANSFER } from './sample-transfer.js';

async function transferAgainst(handler: () => Reply) {
  let logins = 0;
  const gateway = await startLoopback(handler, () => tokenReply(`token-${++logins}`));
  const outcome = await connect(gateway.url)
    .call(ENDPOINTS.initiateTransfer, TRANSFER)
    .then(
      (answer) => answer.kind,
      (error: unknown) => (error instanceof GatewayError ? error.kind : error),
    );
  return { outcome, sent: gateway.received.length, logins };
}

describe('a transfer is sent once', () => {
  test.each<[string, Reply, string]>([
    ['a 401 that a proxy wrote', { status: 401, body: '<html>Sign in</html>' }, 'outcome-unknown'],
    [
      'a 403 that a proxy wrote',
      { status: 403, body: { status: 403, error: 'Forbidden' } },
      'outcome-unknown',
    ],
    ['a 429 that a proxy wrote', { status: 429, body: '' }, 'outcome-unknown'],
    ['a redirect', { status: 302, headers: { location: '/elsewhere' } }, 'outcome-unknown'],
    ['a 404 that the gateway did not write', { status: 404, body: '{}' }, 'outcome-unknown'],
    ['a plain-text 502', { status: 502, body: 'upstream' }, 'outcome-unknown'],
    ['an HTML page with 200', { body: '<html>' }, 'contract-violated'],
    ['an envelope without code', { status: 500, body: { requestSuccessful: false } }, 'outcome-unknown'],
    ['a success that names no status', ok({ amount: 200, reference: 'pay-1' }), 'contract-violated'],
    [
      'a success with a fraction of a kobo',
      ok({ amount: 200.001, reference: 'pay-1', status: 'S' }),
      'contract-violated',
    ],
    ['an unknown code, with 200', refusal(200, 'No', 'D42'), 'outcome-unknown'],
    ['an unknown code, with 400', refusal(400, 'No', 'D42'), 'rejected-request'],
    ['a declared code, with 200', refusal(200, 'No', 'D04'), 'insufficient-funds'],
    ['a code that is declared a failure, with 200', refusal(200, 'No', 'D06'), 'not-authorised'],
    ['an unknown code, with 500', refusal(500, 'No', 'D42'), 'outcome-unknown'],
    ['a 429 in the envelope', refusal(429, 'Too many'), 'rate-limited'],
  ])('and %s is %s', async (_, reply, kind) => {
    expect(await transferAgainst(() => reply)).toEqual({ outcome: kind, sent: 1, logins: 1 });
  });
});

describe('a refused token', () => {
  const oauth: Reply = {
    status: 401,
    body: { error: 'invalid_token', error_description: 'Access token expired: token-1' },
  };

  test.each<[string, Reply]>([
    ['in the OAuth form', oauth],
    ['in the envelope', refusal(401, 'Unauthorized')],
  ])('%s was not processed: the token is renewed and the transfer sent once more', async (_, first) => {
    const replies = [first, ACCEPTED];
    expect(await transferAgainst(() => replies.shift()!)).toEqual({ outcome: 'ok', sent: 2, logins: 2 });
  });

  test('is not sent a third time', async () => {
    expect(await transferAgainst(() => oauth)).toEqual({ outcome: 'not-authorised', sent: 2, logins: 2 });
  });

  test('followed by no reply is unknown', async () => {
    const replies: Reply[] = [oauth, { status: 504, body: '' }];
    expect(await transferAgainst(() => replies.shift()!)).toMatchObject({
      outcome: 'outcome-unknown',
      sent: 2,
    });
  });
});
