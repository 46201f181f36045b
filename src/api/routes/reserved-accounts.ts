import type { Router } from 'express';
import type {
  CommandOptions,
  OwareClient,
  ReservedAccountSnapshot,
  ReservedAccountTerms,
} from '../../client/client.js';
import {
  toCredits,
  toGatewayAccount,
  toReservedAccount,
  toTransactions,
} from '../../domain/reserved-account/view.js';
import { readCommand } from '../command.js';
import { Problem } from '../problem.js';
import {
  readBvnRequest,
  readKycRequest,
  readLinkRequest,
  readPaging,
  readReservedAccountRequest,
  readSourcesRequest,
  readSplitRequest,
} from '../reserved-account-request.js';
import { type LifecycleRoutesDeps, lifecycleRoutes } from '../lifecycle-routes.js';

export function reservedAccountRoutes({ reservedAccounts, ask }: OwareClient): Router {
  const door: LifecycleRoutesDeps<ReservedAccountTerms, ReservedAccountSnapshot> = {
    path: '/v1/reserved-accounts',
    noun: 'reserved account',
    lifecycle: 'reserved-account',
    lifecycles: reservedAccounts,
    readTerms: readReservedAccountRequest,
    toView: toReservedAccount,
    readGateway: async (accountReference) => {
      const answer = await ask('getReservedAccount', { accountReference });
      if (answer.kind === 'refused') throw new Problem('refused', answer.message);
      return answer.kind === 'ok' ? toGatewayAccount(answer.body) : null;
    },
  };
  const router = lifecycleRoutes(door);

  /** A command that changes the account and is answered with it. */
  function order<Request>(method: 'post' | 'put', { path, read, give }: Order<Request>): void {
    router[method](`/:reference/${path}`, async (request, response) => {
      const { reference } = request.params;
      const changed = await give(reference, read(request.body), readCommand(request));
      response.json(toReservedAccount(changed));
    });
  }

  order('post', { path: 'linked-accounts', read: readLinkRequest, give: reservedAccounts.linkAccounts });
  order('put', { path: 'bvn', read: readBvnRequest, give: reservedAccounts.updateBvn });
  order('put', { path: 'kyc', read: readKycRequest, give: reservedAccounts.updateKyc });
  order('put', { path: 'payment-sources', read: readSourcesRequest, give: reservedAccounts.updateSources });
  order('put', { path: 'income-split', read: readSplitRequest, give: reservedAccounts.updateIncomeSplit });

  router.delete('/:reference', async (request, response) => {
    const { reference } = request.params;
    response.json(toReservedAccount(await reservedAccounts.deallocate(reference, readCommand(request))));
  });

  router.post('/:reference/sweep', async (request, response) => {
    response.json(await reservedAccounts.sweep(request.params.reference, readCommand(request)));
  });

  router.get('/:reference/credits', async (request, response) => {
    response.json(toCredits(await reservedAccounts.get(request.params.reference)));
  });

  router.get('/:reference/transactions', async (request, response) => {
    const { reference: accountReference } = request.params;
    const answer = await ask('listReservedAccountTransactions', {
      accountReference,
      ...readPaging(request.query),
    });
    if (answer.kind === 'refused') throw new Problem('refused', answer.message);
    if (answer.kind !== 'ok') throw new Problem('not-found', 'the gateway knows no such reserved account');
    response.json(toTransactions(accountReference, answer.body));
  });

  return router;
}

interface Order<Request> {
  readonly path: string;
  readonly read: (body: unknown) => Request;
  readonly give: (
    reference: string,
    request: Request,
    options: CommandOptions,
  ) => Promise<ReservedAccountSnapshot>;
}
