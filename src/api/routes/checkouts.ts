import { checkouts as CHECKOUT } from '../../../workflows/lifecycles.js';
import type { CheckoutTerms } from '../../domain/checkout/checkout.js';
import type { SnapshotOf } from '../../client/client.js';
import { refundableOf } from '../../domain/collection/refundable.js';
import { toCheckout, toVirtualAccount } from '../../domain/checkout/view.js';
import {
  checkoutRequest,
  readCheckoutRequest,
  readVirtualAccountRequest,
  virtualAccountRequest,
} from '../../requests/checkout.js';
import { readCommand } from '../command.js';
import { readSettlementsOf } from '../included-settlements.js';
import { addCancelRoute, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';
import { checkSplit } from '../../requests/split-check.js';
import type { Routes } from '../described-routes.js';
import { CUSTOMER } from '../example-values.js';
import { checkoutView, virtualAccountView } from '../views/checkout.js';
import { addCardRoutes, PAYMENT_PROBLEMS } from './cards.js';
import { addOwnedRefundRoutes } from './owned-refunds.js';

const CHANNEL_PROBLEMS = ['channel-disabled', ...PAYMENT_PROBLEMS] as const;

export function checkoutRoutes({ oware, vault, grants, gatewayReads }: RouteDeps): Routes {
  const { checkouts } = oware;
  const options = {
    kind: CHECKOUT,
    client: checkouts,
    view: checkoutView,
    scope: 'collect' as const,
    body: checkoutRequest,
    example: { reference: 'order-1', amount: '2500.00', customer: CUSTOMER },
    problems: ['unknown-sub-account'] as const,
    readTerms: readCheckoutRequest,
    refuseNew: ({ incomeSplit, amountKobo }: CheckoutTerms) =>
      checkSplit(gatewayReads.readSubAccounts, incomeSplit, { amountKobo }),
    readSettlements: (checkout: SnapshotOf<'checkouts'>) =>
      readSettlementsOf(oware, refundableOf(checkout.transactions)),
  };
  const routes = lifecycleRoutes(options);
  addCancelRoute(routes, options, {
    detail: 'The reply says until when the payer can still pay.',
    problems: ['card-unresolved'],
  });
  addOwnedRefundRoutes(routes, {
    oware,
    grants,
    kind: CHECKOUT,
    transactionsOf: async (reference) => {
      const checkout = await checkouts.get(reference);
      return refundableOf(checkout.transactions);
    },
  });

  routes.post(
    '/:reference/virtual-account',
    {
      summary: 'Get a bank account to pay to',
      detail: 'One account for this checkout, until it expires. A repeat gets the same account.',
      scope: 'collect',
      body: virtualAccountRequest,
      example: { bankCode: '058' },
      takesKey: true,
      replies: { 200: { about: 'The account', schema: virtualAccountView } },
      problems: CHANNEL_PROBLEMS,
    },
    async (request, response) => {
      const wanted = readVirtualAccountRequest(request.body);
      const { reference } = request.params;
      const account = await checkouts.virtualAccount(reference, wanted, readCommand(request));
      response.json(toVirtualAccount(account));
    },
  );

  routes.post(
    '/:reference/page',
    {
      summary: 'Open a new hosted page',
      detail: 'After a decline; otherwise the page of the checkout is still good.',
      scope: 'collect',
      takesKey: true,
      replies: { 200: { about: 'The checkout', schema: checkoutView } },
      problems: CHANNEL_PROBLEMS,
    },
    async (request, response) => {
      response.json(toCheckout(await checkouts.page(request.params.reference, readCommand(request))));
    },
  );

  addCardRoutes(routes, { checkouts }, vault);
  return routes;
}
