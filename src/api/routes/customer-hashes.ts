import { z } from 'zod';
import type { OwareClient } from '../../client/client.js';
import { createRoutes, type Routes } from '../described-routes.js';
import { parse } from '../../requests/parse.js';
import { Problem } from '../../requests/problem.js';
import { email } from '../../requests/fields.js';

const hashRequest = z.strictObject({ email });
const hashView = z
  .strictObject({ customer: z.string().meta({ description: 'for the parameter `customer` of lists' }) })
  .meta({ id: 'CustomerHash' });

/** An e-mail address is never in a URL, which proxies log: it is turned into its hash first. */
export function customerHashRoutes({ hashCustomer }: Pick<OwareClient, 'hashCustomer'>): Routes {
  const routes = createRoutes();
  routes.post(
    '/',
    {
      summary: 'Get what the lists of a customer are filtered by',
      detail: 'The same address always has the same hash, in upper and lower case.',
      scope: 'read',
      body: hashRequest,
      replies: { 200: { about: 'The hash', schema: hashView } },
      problems: ['customers-disabled'],
    },
    (request, response) => {
      const { email: address } = parse(hashRequest, request.body);
      if (!hashCustomer)
        throw new Problem('customers-disabled', 'Set OWARE_CUSTOMER_HASH_KEY for worker and api.');
      response.json({ customer: hashCustomer(address) });
    },
  );
  return routes;
}
