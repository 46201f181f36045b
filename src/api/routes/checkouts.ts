import type { Router } from 'express';
import { z } from 'zod';
import { checkouts as CHECKOUT } from '../../../workflows/lifecycles.js';
import type { CheckoutTerms } from '../../domain/checkout/checkout.js';
import type { SnapshotOf } from '../../client/client.js';
import { refundableOf } from '../../domain/collection/refundable.js';
import { toCheckout, toVirtualAccount } from '../../domain/checkout/view.js';
import { readCheckoutRequest } from '../checkout-request.js';
import { readCommand } from '../command.js';
import { readSettlementsOf } from '../included-settlements.js';
import { parse } from '../parse.js';
import { bankCode } from '../request-fields.js';
import { addCancelRoute, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';
import { checkSplit } from '../split-check.js';
import { addCardRoutes } from './cards.js';
import { addOwnedRefundRoutes } from './owned-refunds.js';

const virtualAccountRequest = z.strictObject({
  bankCode: bankCode.optional(),
});

export function checkoutRoutes({ oware, vault, grants, gatewayReads }: RouteDeps): Router {
  const { checkouts } = oware;
  const options = {
    kind: CHECKOUT,
    client: checkouts,
    readTerms: readCheckoutRequest,
    refuseNew: ({ incomeSplit, amountKobo }: CheckoutTerms) =>
      checkSplit(gatewayReads, incomeSplit, { amountKobo }),
    readSettlements: (checkout: SnapshotOf<'checkouts'>) =>
      readSettlementsOf(oware, refundableOf(checkout.transactions, checkout)),
  };
  const router = lifecycleRoutes(options);
  addCancelRoute(router, options);
  addOwnedRefundRoutes(router, {
    oware,
    grants,
    kind: CHECKOUT,
    transactionsOf: async (reference) => {
      const checkout = await checkouts.get(reference);
      return refundableOf(checkout.transactions, checkout);
    },
  });

  router.post('/:reference/virtual-account', async (request, response) => {
    const { bankCode } = parse(virtualAccountRequest, request.body);
    const wanted = bankCode === undefined ? {} : { bankCode };
    const { reference } = request.params;
    const account = await checkouts.virtualAccount(reference, wanted, readCommand(request));
    response.json(toVirtualAccount(account));
  });

  router.post('/:reference/page', async (request, response) => {
    response.json(toCheckout(await checkouts.page(request.params.reference, readCommand(request))));
  });

  addCardRoutes(router, { checkouts }, vault);
  return router;
}
