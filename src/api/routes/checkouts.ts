import type { Router } from 'express';
import { z } from 'zod';
import type { CheckoutTerms, OwareClient, PaymentSnapshot } from '../../client/client.js';
import { toCheckout, toTransferAccount } from '../../domain/checkout-view.js';
import { readCheckoutRequest } from '../checkout-request.js';
import { readCommand } from '../command.js';
import { parse } from '../parse.js';
import { addCardRoutes, type CardDesk } from './cards.js';
import { cancelRoute, type StoryDoor, storyRoutes } from '../story-routes.js';

const transferAccountRequest = z.strictObject({
  bankCode: z
    .string()
    .regex(/^\d{3,6}$/, 'must be 3 to 6 digits')
    .optional(),
});

export function checkoutRoutes({ checkouts }: OwareClient, desk?: CardDesk): Router {
  const door: StoryDoor<CheckoutTerms, PaymentSnapshot> = {
    path: '/v1/checkouts',
    noun: 'payment',
    story: 'payment',
    stories: checkouts,
    readTerms: readCheckoutRequest,
    toView: toCheckout,
  };
  const router = storyRoutes(door);
  cancelRoute(router, door);

  router.post('/:reference/transfer-account', async (request, response) => {
    const { bankCode } = parse(transferAccountRequest, request.body);
    const wanted = bankCode === undefined ? {} : { bankCode };
    const { reference } = request.params;
    const account = await checkouts.transferAccount(reference, wanted, readCommand(request));
    response.json(toTransferAccount(account));
  });

  router.post('/:reference/page', async (request, response) => {
    response.json(toCheckout(await checkouts.page(request.params.reference, readCommand(request))));
  });

  addCardRoutes(router, { checkouts }, desk);
  return router;
}
