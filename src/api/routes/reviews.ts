import { z } from 'zod';
import type { OwareClient } from '../../client/client.js';
import { BULK_KINDS } from '../../client/resolve-all.js';
import { parse } from '../../requests/parse.js';
import { text } from '../../requests/text.js';
import { createRoutes, type Routes } from '../described-routes.js';
import { listQuery, readList } from '../list-request.js';
import { listView } from '../views/list.js';

const resolveAllRequest = z.strictObject({
  kind: z.enum(BULK_KINDS),
  reason: text(500, 'must be a text of at most 500 characters'),
});

const resolvedAll = z.strictObject({ resolved: z.int(), left: z.int() });

/** For operators: everything with an open review item, of every kind. */
export function reviewRoutes(oware: Pick<OwareClient, 'list' | 'resolveAll'>): Routes {
  const routes = createRoutes();
  routes.get(
    '/',
    {
      summary: 'List everything with an open review item',
      detail:
        'Of every kind. `review` narrows it to one kind of review item; read a row to see its items. Payouts that wait for an approval, an OTP or funds are not among them: list those by their state.',
      scope: 'read',
      query: listQuery,
      replies: { 200: { about: 'One page', schema: listView } },
    },
    async (_request, response, { review = 'any', ...query }) => {
      response.json(await readList((request) => oware.list(request), { ...query, review }));
    },
  );

  routes.post(
    '/resolve',
    {
      summary: 'Dismiss every open review item of one kind',
      detail:
        'For storms of events: `unmatched-event`. It dismisses the stored events, and those items of other lifecycles that have no money at risk, of up to 50 lifecycles. While `resolved` and `left` are above zero, repeat it; what is left then has changed meanwhile, or is decided one by one. Each decision is kept with the reason. No money moves.',
      scope: 'operate',
      body: resolveAllRequest,
      example: () => ({
        kind: 'unmatched-event',
        reason: 'a storm of test events, checked with the gateway',
      }),
      replies: { 200: { about: 'How many items were dismissed', schema: resolvedAll } },
    },
    async (request, response) => {
      response.json(await oware.resolveAll(parse(resolveAllRequest, request.body)));
    },
  );
  return routes;
}
