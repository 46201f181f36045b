import type { Router } from 'express';
import { z } from 'zod';
import type { CheckoutTerms, OwareClient, CheckoutSnapshot } from '../../client/client.js';
import { toCheckout, toVirtualAccount } from '../../domain/checkout/view.js';
import { readCheckoutRequest } from '../checkout-request.js';
import { readCommand } from '../command.js';
import { parse } from '../parse.js';
import { addCardRoutes, type CardVault } from './cards.js';
import { cancelRoute, type LifecycleRoutesDeps, lifecycleRoutes } from '../lifecycle-routes.js';

const virtualAccountRequest = z.strictObject({
  bankCode: z
    .string()
    .regex(/^\d{3,6}$/, 'must be 3 to 6 digits')
    .optional(),
});

export function checkoutRoutes({ checkouts }: OwareClient, vault?: CardVault): Router {
  const door: LifecycleRoutesDeps<CheckoutTerms, CheckoutSnapshot> = {
    path: '/v1/checkouts',
    noun: 'checkout',
    lifecycle: 'checkout',
    lifecycles: checkouts,
    readTerms: readCheckoutRequest,
    toView: toCheckout,
  };
  const router = lifecycleRoutes(door);
  cancelRoute(router, door);

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
