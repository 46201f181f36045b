import express from 'express';
import { z } from 'zod';
import { addApprovalRoutes } from '../../../src/api/approval-routes.js';
import { type ApiKey, hashKey, requireKey } from '../../../src/api/bearer.js';
import { createGrantSigner, type GrantSigner } from '../../../src/api/grants.js';
import { handleErrors } from '../../../src/api/handle-errors.js';
import { lifecycleRoutes } from '../../../src/api/lifecycle-routes.js';
import type { ApiLog } from '../../../src/api/log.js';
import { followRequests } from '../../../src/api/follow-requests.js';
import { identifyRequests, logRequest } from '../../../src/api/request-log.js';
import { createRouteOf } from '../../../src/api/route-of.js';
import { serve } from '../../../src/cli/serve.js';
import type { ClientOf } from '../../../src/client/lifecycle-client.js';
import { SILENT } from '../api/serve-api.js';
import { testGrants } from '../grants.js';
import { TEST_PAYOUT, type TestPayoutTerms } from './messages.js';

/** Ada has two keys; only one of them may approve. */
export const PAYOUT_KEYS: readonly ApiKey[] = [
  { name: 'shop', sha256: hashKey('ada'), subject: 'ada@example.com' },
  {
    name: 'ada-finance',
    sha256: hashKey('ada-approves'),
    subject: 'ada@example.com',
    scopes: ['read', 'approve'],
  },
  { name: 'finance', sha256: hashKey('bola'), subject: 'bola@example.com', scopes: ['read', 'approve'] },
  { name: 'finance-2', sha256: hashKey('chidi'), subject: 'chidi@example.com', scopes: ['read', 'approve'] },
  { name: 'robot', sha256: hashKey('robot') },
];

export interface ServedPayouts {
  readonly client: ClientOf<typeof TEST_PAYOUT>;
  readonly grants?: GrantSigner | 'none';
  readonly log?: ApiLog;
}

/** The routes of test payouts, as the API serves those of any payout. */
export function servePayouts({
  client,
  grants = createGrantSigner(testGrants),
  log = SILENT,
}: ServedPayouts) {
  const options = {
    kind: TEST_PAYOUT,
    client,
    grants: grants === 'none' ? undefined : grants,
    view: z.strictObject({}),
    scope: 'pay' as const,
    body: z.unknown(),
    example: {},
    readTerms: (body: unknown) => body as TestPayoutTerms,
  };
  const routes = lifecycleRoutes(options);
  addApprovalRoutes(routes, options);
  const app = express();
  app.use(
    identifyRequests,
    followRequests(createRouteOf([TEST_PAYOUT.path]), logRequest(log)),
    requireKey(() => PAYOUT_KEYS),
    express.json(),
  );
  app.use(TEST_PAYOUT.path, routes.router);
  app.use(handleErrors(log));
  return serve(app, '127.0.0.1', 0);
}
