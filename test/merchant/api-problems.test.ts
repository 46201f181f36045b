import type { RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { serve, type Serving } from '../../src/cli/serve.js';
import { OwareError } from '../../src/merchant/index.js';
import { createPost } from '../../src/merchant/http.js';
import { freePort } from '../../src/temporal/run/ports.js';

let api: Serving | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

const KEY = 'a key that no message may show';

/** What a call throws when the api answers like this. */
async function errorFrom(answer: RequestListener): Promise<OwareError> {
  api = await serve(answer, '127.0.0.1', 0);
  return errorAt(`${api.url}/`);
}

async function errorAt(url: string): Promise<OwareError> {
  const error = await createPost({ url, key: KEY })('/v1/transfers/t-1/otp', { otp: '123456' }).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OwareError)) throw new Error('expected an OwareError', { cause: error });
  expect(JSON.stringify([error, error.message, error.cause])).not.toMatch(/123456|no message/);
  return error;
}

it('a problem reply is an error with its type, what happened to the money, and the id of the request', async () => {
  const error = await errorFrom((_request, response) => {
    response.writeHead(422, { 'content-type': 'application/problem+json' });
    response.end(
      JSON.stringify({
        type: '/problems/otp-incorrect',
        status: 422,
        title: 'The OTP is incorrect',
        moneyMoved: 'no',
        retry: 'never',
        detail: '2 attempts are left.',
        requestId: 'r-1',
        attemptsLeft: 2,
      }),
    );
  });
  expect(error).toMatchObject({
    type: 'otp-incorrect',
    status: 422,
    moneyMoved: 'no',
    retry: 'never',
    message: '2 attempts are left.',
    requestId: 'r-1',
    errors: [],
    details: { attemptsLeft: 2 },
  });
  expect(Object.keys(error.details)).toEqual(['attemptsLeft']);
});

const UNKNOWN = { type: 'unavailable', moneyMoved: 'unknown', retry: 'same-reference' };

it('a reply of a proxy says nothing about the money', async () => {
  const error = await errorFrom((_request, response) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  });
  expect(error).toMatchObject(UNKNOWN);
});

it('a redirect is not followed: the key and the OTP belong to the api alone', async () => {
  const error = await errorFrom((_request, response) => {
    response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
  });
  expect(error).toMatchObject(UNKNOWN);
});

it('an api that is away may have taken the request before', async () => {
  expect(await errorAt(`http://127.0.0.1:${await freePort()}`)).toMatchObject(UNKNOWN);
});

it('without the address of the api, the error says what to give', async () => {
  const post = createPost(undefined);
  await expect(post('/v1/checkouts/order-1/card')).rejects.toThrow('Give `api: { url, key }` to connect');
});
