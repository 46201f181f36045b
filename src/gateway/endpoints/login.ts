import { z } from 'zod';
import { defineEndpoint } from '../spec/endpoint.js';
import * as take from '../reading/reply-fields.js';

/** Seconds, as a number or as digits in text. */
const seconds = take.maybe(z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]));

export const login = defineEndpoint({
  name: 'login',
  group: 'Authentication',
  summary: 'Exchange the API key and the secret key for an access token',
  method: 'POST',
  path: '/api/v1/auth/login',
  effect: 'reads',
  auth: 'basic',
  request: z.strictObject({}),
  reply: take.record({ accessToken: take.text, expiresIn: seconds }),
  keeps: z.object({ expiresIn: z.number().nullish() }),
  source: 'specification',
});
