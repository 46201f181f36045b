import type { Router } from 'express';
import { reservedAccounts as RESERVED_ACCOUNT } from '../../../workflows/lifecycles.js';
import type { CommandOptions } from '../../client/client.js';
import type { ReservedAccountSnapshot } from '../../domain/reserved-account/reserved-account.js';
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
import { lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';
import { checkSplit } from '../split-check.js';

export function reservedAccountRoutes({ oware, gatewayReads }: RouteDeps): Router {
  const { reservedAccounts, readFromGateway } = oware;
  const router = lifecycleRoutes({
    kind: RESERVED_ACCOUNT,
    client: reservedAccounts,
    readTerms: readReservedAccountRequest,
    refuseNew: ({ incomeSplit }) => checkSplit(gatewayReads, incomeSplit),
    readGateway: async (accountReference) => {
      const answer = await readFromGateway('getReservedAccount', { accountReference });
      if (answer.kind === 'refused') throw new Problem('refused', answer.message);
      return answer.kind === 'ok' ? toGatewayAccount(answer.body) : null;
    },
  });

  /** Adds a command that changes the account and returns it. */
  function addCommand<Request>(method: 'post' | 'put', { path, read, send }: CommandRoute<Request>): void {
    router[method](`/:reference/${path}`, async (request, response) => {
      const { reference } = request.params;
      const changed = await send(reference, read(request.body), readCommand(request));
      response.json(toReservedAccount(changed));
    });
  }

  addCommand('post', { path: 'linked-accounts', read: readLinkRequest, send: reservedAccounts.linkAccounts });
  addCommand('put', { path: 'bvn', read: readBvnRequest, send: reservedAccounts.updateBvn });
  addCommand('put', { path: 'kyc', read: readKycRequest, send: reservedAccounts.updateKyc });
  addCommand('put', {
    path: 'payment-sources',
    read: readSourcesRequest,
    send: reservedAccounts.updateSources,
  });
  addCommand('put', {
    path: 'income-split',
    read: readSplitRequest,
    send: async (reference, split, command) => {
      await checkSplit(gatewayReads, split.items, { field: 'items' });
      return reservedAccounts.updateIncomeSplit(reference, split, command);
    },
  });

  router.delete('/:reference', async (request, response) => {
    const { reference } = request.params;
    response.json(toReservedAccount(await reservedAccounts.cancel(reference, readCommand(request))));
  });

  router.post('/:reference/sweep', async (request, response) => {
    response.json(await reservedAccounts.sweep(request.params.reference, readCommand(request)));
  });

  router.get('/:reference/credits', async (request, response) => {
    response.json(toCredits(await reservedAccounts.get(request.params.reference)));
  });

  router.get('/:reference/transactions', async (request, response) => {
    const { reference: accountReference } = request.params;
    const answer = await readFromGateway('listReservedAccountTransactions', {
      accountReference,
      ...readPaging(request.query),
    });
    if (answer.kind === 'refused') throw new Problem('refused', answer.message);
    if (answer.kind !== 'ok')
      throw new Problem('not-found', `Reserved account ${accountReference} not found at the gateway.`);
    response.json(toTransactions(accountReference, answer.body));
  });

  return router;
}

interface CommandRoute<Request> {
  readonly path: string;
  readonly read: (body: unknown) => Request;
  readonly send: (
    reference: string,
    request: Request,
    options: CommandOptions,
  ) => Promise<ReservedAccountSnapshot>;
}
