import { z } from 'zod';
import { InProgressError } from '../../client/client.js';
import type { PrivateAnswer, PrivateReads } from '../../domain/private-reads.js';
import { accountNumber, bankCode, dateOfBirth, elevenDigits, name, phone } from '../../requests/fields.js';
import { parse } from '../../requests/parse.js';
import { Problem } from '../../requests/problem.js';
import { createBuckets } from '../buckets.js';
import { type About, createRoutes, type Routes } from '../described-routes.js';
import type { ApiVault } from '../vault.js';
import { gatewayRecord, matchedAccount, matchedPerson } from '../views/gateway-record.js';

const bvnMatch = z.strictObject({ bvn: elevenDigits, name, dateOfBirth, phone });
const bvnAccountMatch = z.strictObject({ bvn: elevenDigits, bankCode, accountNumber });
const ninLookUp = z.strictObject({ nin: elevenDigits });

/** The gateway has rate limits, and bills each look-up. */
const LOOK_UPS = { burst: 50, perSecond: 10 };

/**
 * Look-ups of people. They go through the vault from the gateway to the caller: a workflow would keep who was looked
 * up, and the answer, as long as Temporal keeps its history. Personal data is in bodies, never in a URL.
 */
export function verificationRoutes(vault: ApiVault | undefined): Routes {
  const routes = createRoutes();
  const buckets = createBuckets(LOOK_UPS);

  async function lookUp<Body>(ask: (reads: PrivateReads) => Promise<PrivateAnswer<Body>>): Promise<Body> {
    if (!vault)
      throw new Problem('verifications-disabled', 'This deployment looks up no people. Nothing was sent.');
    if (!buckets.take('')) throw new Problem('too-many-requests', 'Too many look-ups. Retry later.');
    const answer = await ask(vault.reads);
    switch (answer.kind) {
      case 'ok':
        return answer.body;
      case 'refused':
        throw new Problem('refused', answer.message);
      case 'not-found':
        throw new Problem('not-found', 'The gateway has no such record.');
      case 'unanswered':
        throw new InProgressError('The gateway has not answered. A further request is billed again.');
    }
  }

  routes.post(
    '/verifications/bvn',
    { ...about('Compare a person with their BVN', matchedPerson), body: bvnMatch },
    async (request, response) => {
      const person = parse(bvnMatch, request.body);
      response.json(await lookUp(({ matchPerson }) => matchPerson(person)));
    },
  );
  routes.post(
    '/verifications/bvn-account',
    { ...about('Compare a bank account with a BVN', matchedAccount), body: bvnAccountMatch },
    async (request, response) => {
      const account = parse(bvnAccountMatch, request.body);
      response.json(await lookUp(({ matchAccount }) => matchAccount(account)));
    },
  );
  routes.post(
    '/verifications/nin',
    { ...about('Read who has a NIN', gatewayRecord), body: ninLookUp },
    async (request, response) => {
      const { nin } = parse(ninLookUp, request.body);
      response.json(await lookUp(({ findByNin }) => findByNin(nin)));
    },
  );
  return routes;
}

const about = (summary: string, schema: z.ZodType): About => ({
  summary,
  detail:
    'The gateway bills each request, and Oware repeats none. Neither Temporal nor a log has the numbers or the answer.',
  scope: 'collect',
  replies: { 200: { about: 'As the gateway answers', schema } },
  problems: ['verifications-disabled', 'refused', 'not-found', 'too-many-requests'],
});
