import { createOwareClient, type OwareClientOptions } from '../client/client.js';
import type { DescribedRoute, Example } from './described-routes.js';
import { ACCOUNT, CUSTOMER } from './example-values.js';
import { createGatewayReads } from './gateway-reads.js';
import { mountedRoutes, pathOf } from './mounted-routes.js';

/** Bodies of the routes that belong to no lifecycle. */
const OTHERS: Readonly<Record<string, Example>> = {
  'POST /v1/customer-hashes': { email: CUSTOMER.email },
  'POST /v1/pauses': { queue: 'payouts', bank: '058', reason: 'The bank does not answer' },
  'POST /v1/name-enquiries': ACCOUNT,
  'POST /v1/verifications/bvn': {
    bvn: '22222222222',
    name: 'Ada Obi',
    dateOfBirth: '1990-01-31',
    phone: '08030001234',
  },
  'POST /v1/verifications/bvn-account': { bvn: '22200090002', ...ACCOUNT },
  'POST /v1/verifications/nin': { nin: '70000090002' },
  'POST /v1/sub-accounts': {
    reference: 'partner-1',
    ...ACCOUNT,
    email: 'partner@example.com',
    splitPercentage: '20',
  },
  'POST /v1/limit-profiles': {
    reference: 'starter',
    name: 'Starter',
    singleTransaction: '5000.00',
    dailyTransaction: '50000.00',
    dailyTransactions: 20,
  },
  'POST /v1/wallets': {
    reference: 'wallet-12',
    name: 'Ada savings',
    customer: CUSTOMER,
    bvn: '22222222222',
    bvnDateOfBirth: '1990-01-31',
  },
};

/** A body that this route takes, which works with the sandbox of `npm start`; undefined where it takes none. */
export function exampleOf(route: DescribedRoute, path: string, now: number): object | undefined {
  const example = route.example ?? OTHERS[`${route.method.toUpperCase()} ${path}`];
  return typeof example === 'function' ? example(now) : example;
}

/**
 * A body for every route that takes one, by method and path. Dates are relative to today, so that they stay in the
 * future. Tests send them.
 */
export function examplesAt(now: number): Readonly<Record<string, object>> {
  // makes no calls: only what is written about the routes is read
  const oware = createOwareClient({ taskQueue: 'none' } as OwareClientOptions);
  const mounted = mountedRoutes({ oware, gatewayReads: createGatewayReads(oware) });
  const examples: Record<string, object> = {};
  for (const { path: mount, routes } of mounted) {
    for (const route of routes.described) {
      const path = pathOf(mount, route.path);
      const example = exampleOf(route, path, now);
      if (example !== undefined) examples[`${route.method.toUpperCase()} ${path}`] = example;
    }
  }
  return examples;
}
