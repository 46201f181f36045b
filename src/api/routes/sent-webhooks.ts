import { z } from 'zod';
import { CursorError, type OwareClient } from '../../client/client.js';
import { createRoutes, type Routes } from '../described-routes.js';
import { limitOf } from '../list-request.js';
import { invalid } from '../../requests/parse.js';
import { text } from '../../requests/text.js';
import { webhooksView } from '../views/webhook.js';

const MOST_WEBHOOKS = 200;
const DEFAULT_WEBHOOKS = 50;

const query = z.strictObject({
  after: text(200)
    .min(1)
    .meta({
      description: 'only later ones: a time, or `next` of the page before',
      examples: ['2026-01-31T16:00:00Z'],
    }),
  limit: limitOf('webhooks of a page', MOST_WEBHOOKS, DEFAULT_WEBHOOKS),
});

/** Pull: what the merchant has missed, of all lifecycles. */
export function sentWebhookRoutes(oware: Pick<OwareClient, 'webhooks'>): Routes {
  const routes = createRoutes();
  routes.get(
    '/',
    {
      summary: 'List the webhooks of everything, oldest first',
      detail:
        'Delivered or not, each as it was sent last, or as it would be sent now. The list stays half a minute behind the present; up to there it has no gap. Read on with `next`.',
      scope: 'read',
      query,
      replies: { 200: { about: 'One page', schema: webhooksView } },
    },
    async (_request, response, { after, limit = DEFAULT_WEBHOOKS }) => {
      try {
        response.json(await oware.webhooks({ after: readAfter(after), limit }));
      } catch (error) {
        if (error instanceof CursorError) throw invalid([{ field: 'after', message: error.message }]);
        throw error;
      }
    },
  );
  return routes;
}

const TIME = z.iso.datetime({ offset: true });

const readAfter = (given: string) => (TIME.safeParse(given).success ? Date.parse(given) : given);
