import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { record, text } from '../reply-fields.js';

export const login = defineEndpoint({
  name: 'login',
  group: 'Authentication',
  summary: 'Exchanges the API key and the secret key for an access token',
  method: 'POST',
  path: '/api/v1/auth/login',
  effect: 'reads',
  auth: 'basic',
  request: z.strictObject({}),
  reply: record({ accessToken: text.min(1), expiresIn: z.number().nullish() }),
  keeps: z.object({ expiresIn: z.number().nullish() }),
  source: 'specification',
});
