import type { z } from 'zod';
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
import { Problem } from '../../requests/problem.js';
import type { Routes } from '../described-routes.js';
import { CUSTOMER } from '../example-values.js';
import {
  bvn,
  kyc,
  link,
  paging,
  readBvnRequest,
  readKycRequest,
  readLinkRequest,
  readReservedAccountRequest,
  readSourcesRequest,
  readSplitRequest,
  reservedAccountRequest,
  sources,
  split,
} from '../../requests/reserved-account.js';
import {
  accountSweepView,
  accountTransactionsView,
  creditsView,
  reservedAccountView,
} from '../views/reserved-account.js';
import { lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';
import { checkSplit } from '../../requests/split-check.js';

export function reservedAccountRoutes({ oware, gatewayReads }: RouteDeps): Routes {
  const { reservedAccounts, readFromGateway } = oware;
  const routes = lifecycleRoutes({
    kind: RESERVED_ACCOUNT,
    client: reservedAccounts,
    view: reservedAccountView,
    scope: 'collect',
    body: reservedAccountRequest,
    example: {
      reference: 'customer-12',
      accountName: 'Ada Obi',
      customer: CUSTOMER,
      bvn: '22222222222',
    },
    problems: ['unknown-sub-account'],
    readTerms: readReservedAccountRequest,
    refuseNew: ({ incomeSplit }) => checkSplit(gatewayReads.readSubAccounts, incomeSplit),
    readGateway: async (accountReference) => {
      const answer = await readFromGateway('getReservedAccount', { accountReference });
      if (answer.kind === 'refused') throw new Problem('refused', answer.message);
      return answer.kind === 'ok' ? toGatewayAccount(answer.body) : null;
    },
  });

  const change = {
    scope: 'collect',
    takesKey: true,
    replies: { 200: { about: 'The account', schema: reservedAccountView } },
    problems: ['not-open', 'command-conflict', 'refused', 'not-sent', 'unknown-sub-account'],
  } as const;

  /** Adds a command that changes the account and returns it. */
  function addCommand<Request>(
    method: 'post' | 'put',
    { path, summary, body, example, read, send }: CommandRoute<Request>,
  ): void {
    routes[method](
      `/:reference/${path}`,
      { ...change, summary, body, example },
      async (request, response) => {
        const { reference } = request.params;
        const changed = await send(reference, read(request.body), readCommand(request));
        response.json(toReservedAccount(changed));
      },
    );
  }

  addCommand('post', {
    path: 'linked-accounts',
    summary: 'Add accounts at further banks',
    body: link,
    example: { all: true },
    read: readLinkRequest,
    send: reservedAccounts.linkAccounts,
  });
  addCommand('put', {
    path: 'bvn',
    summary: 'Change the BVN',
    body: bvn,
    example: { bvn: '22222222222' },
    read: readBvnRequest,
    send: reservedAccounts.updateBvn,
  });
  addCommand('put', {
    path: 'kyc',
    summary: 'Change BVN and NIN',
    body: kyc,
    example: { bvn: '22222222222' },
    read: readKycRequest,
    send: reservedAccounts.updateKyc,
  });
  addCommand('put', {
    path: 'payment-sources',
    summary: 'Restrict who can pay in',
    body: sources,
    example: {
      restricted: true,
      allowed: { accountNames: ['ADA OBI'] },
    },
    read: readSourcesRequest,
    send: reservedAccounts.updateSources,
  });
  addCommand('put', {
    path: 'income-split',
    summary: 'Change the split between sub-accounts',
    body: split,
    example: { items: [] },
    read: readSplitRequest,
    send: async (reference, { items }, command) => {
      await checkSplit(gatewayReads.readSubAccounts, items, { field: 'items' });
      return reservedAccounts.updateIncomeSplit(reference, { items }, command);
    },
  });

  routes.delete(
    '/:reference',
    { ...change, summary: 'Close the account at the gateway' },
    async (request, response) => {
      const { reference } = request.params;
      response.json(toReservedAccount(await reservedAccounts.cancel(reference, readCommand(request))));
    },
  );

  routes.post(
    '/:reference/sweep',
    {
      summary: 'Look for credits whose event was lost',
      scope: 'read',
      takesKey: true,
      replies: { 200: { about: 'How many were found', schema: accountSweepView } },
      problems: ['not-open', 'command-conflict', 'refused'],
    },
    async (request, response) => {
      response.json(await reservedAccounts.sweep(request.params.reference, readCommand(request)));
    },
  );

  routes.get(
    '/:reference/credits',
    {
      summary: 'List the newest credits',
      detail: 'The newest last; the gateway’s listing under `/transactions` has all of them.',
      scope: 'read',
      replies: { 200: { about: 'The credits', schema: creditsView } },
    },
    async (request, response) => {
      response.json(toCredits(await reservedAccounts.get(request.params.reference)));
    },
  );

  routes.get(
    '/:reference/transactions',
    {
      summary: 'Read the gateway’s listing of the account',
      detail: 'The newest first.',
      scope: 'read',
      query: paging,
      replies: { 200: { about: 'One page', schema: accountTransactionsView } },
      problems: ['refused'],
    },
    async (request, response, page) => {
      const { reference: accountReference } = request.params;
      const answer = await readFromGateway('listReservedAccountTransactions', { accountReference, ...page });
      if (answer.kind === 'refused') throw new Problem('refused', answer.message);
      if (answer.kind !== 'ok')
        throw new Problem('not-found', `Reserved account ${accountReference} not found at the gateway.`);
      response.json(toTransactions(accountReference, answer.body));
    },
  );

  return routes;
}

interface CommandRoute<Request> {
  readonly path: string;
  readonly summary: string;
  readonly body: z.ZodType;
  readonly example: Readonly<Record<string, unknown>>;
  readonly read: (body: unknown) => Request;
  readonly send: (
    reference: string,
    request: Request,
    options: CommandOptions,
  ) => Promise<ReservedAccountSnapshot>;
}
