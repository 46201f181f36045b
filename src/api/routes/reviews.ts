import type { OwareClient } from '../../client/client.js';
import { createRoutes, type Routes } from '../described-routes.js';
import { listQuery, readList } from '../list-request.js';
import { listView } from '../views/list.js';

/** For operators: everything with an open review item, of every kind. */
export function reviewRoutes(oware: Pick<OwareClient, 'list'>): Routes {
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
  return routes;
}
