import type { Router } from 'express';
import { subscriptions as SUBSCRIPTION } from '../../../workflows/lifecycles.js';
import { toSubscription } from '../../domain/subscription/view.js';
import { readCommand } from '../command.js';
import { addCancelRoute, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';
import { readAmendment, readReplacement, readSubscriptionRequest } from '../subscription-request.js';

export function subscriptionRoutes({ oware: { subscriptions } }: RouteDeps): Router {
  const options = { kind: SUBSCRIPTION, client: subscriptions, readTerms: readSubscriptionRequest };
  const router = lifecycleRoutes(options);
  addCancelRoute(router, options);

  for (const action of ['pause', 'resume'] as const) {
    router.post(`/:reference/${action}`, async (request, response) => {
      response.json(
        toSubscription(await subscriptions[action](request.params.reference, readCommand(request))),
      );
    });
  }

  router.post('/:reference/amend', async (request, response) => {
    const { reference } = request.params;
    const amended = await subscriptions.amend(reference, readAmendment(request.body), readCommand(request));
    response.json(toSubscription(amended));
  });

  router.post('/:reference/card', async (request, response) => {
    const { reference } = request.params;
    const card = readReplacement(request.body);
    response.json(toSubscription(await subscriptions.replaceCard(reference, card, readCommand(request))));
  });

  return router;
}
