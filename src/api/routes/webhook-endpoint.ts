import { z } from 'zod';
import type { OwareClient } from '../../client/client.js';
import { callerOf } from '../bearer.js';
import { createRoutes, type Routes } from '../described-routes.js';
import { time } from '../views/fields.js';

const endpointView = z
  .strictObject({
    state: z.enum(['ENABLED', 'DISABLED']),
    since: time
      .optional()
      .meta({ description: 'when it came into this state; missing if nothing ever failed' }),
    failingSince: time.optional().meta({ description: 'every delivery has failed since' }),
    lastError: z.strictObject({ at: time, message: z.string() }).optional(),
    lastSuccessAt: time.optional().meta({ description: 'the last success after a failure' }),
    enabledBy: z.string().optional().meta({ description: 'the API key that switched it on' }),
  })
  .meta({ id: 'WebhookEndpoint' });

/** For operators: the merchant's webhook endpoint, which is switched off after days of failure. */
export function webhookEndpointRoutes({ webhookEndpoint }: Pick<OwareClient, 'webhookEndpoint'>): Routes {
  const routes = createRoutes();

  routes.get(
    '/',
    {
      summary: 'Read how the webhook endpoint stands',
      scope: 'read',
      replies: { 200: { about: 'The endpoint', schema: endpointView } },
    },
    async (_request, response) => {
      response.json((await webhookEndpoint.get()) ?? { state: 'ENABLED' });
    },
  );

  routes.post(
    '/enable',
    {
      summary: 'Switch the webhook endpoint on',
      detail:
        'Webhooks that were not sent meanwhile are in `GET /v1/webhooks`; those that wait for a retry keep their schedule.',
      scope: 'operate',
      replies: { 200: { about: 'The endpoint', schema: endpointView } },
    },
    async (_request, response) => {
      response.json(await webhookEndpoint.enable({ by: callerOf(response).key }));
    },
  );

  return routes;
}
