import { subscriptions as SUBSCRIPTION } from '../../../workflows/lifecycles.js';
import { dayOf } from '../../domain/calendar.js';
import { toSubscription } from '../../domain/subscription/view.js';
import { readCommand } from '../command.js';
import { addCancelRoute, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';
import {
  amendment,
  readAmendment,
  readReplacement,
  readSubscriptionRequest,
  replacement,
  subscriptionRequest,
} from '../../requests/subscription.js';
import type { Routes } from '../described-routes.js';
import { DAY_MS } from '../example-values.js';
import { subscriptionView } from '../views/subscription.js';

export function subscriptionRoutes({ oware: { subscriptions } }: RouteDeps): Routes {
  const options = {
    kind: SUBSCRIPTION,
    client: subscriptions,
    view: subscriptionView,
    scope: 'collect' as const,
    body: subscriptionRequest,
    example: (now: number) => ({
      reference: 'membership-12',
      amount: '5000.00',
      plan: { every: { unit: 'MONTH', count: 1 }, firstDay: dayOf(now + DAY_MS) },
      checkout: 'order-1',
    }),
    readTerms: readSubscriptionRequest,
  };
  const change = {
    scope: 'collect',
    takesKey: true,
    replies: { 200: { about: 'The subscription', schema: subscriptionView } },
    problems: ['not-open', 'command-conflict', 'refused'],
  } as const;
  const routes = lifecycleRoutes(options);
  addCancelRoute(routes, options, { detail: 'A charge in flight is still resolved and reported.' });

  const SUMMARIES = {
    pause: 'Pause: no period is charged',
    resume: 'Resume with the next due date',
  } as const;
  for (const action of ['pause', 'resume'] as const) {
    routes.post(
      `/:reference/${action}`,
      { ...change, summary: SUMMARIES[action] },
      async (request, response) => {
        const { reference } = request.params;
        response.json(toSubscription(await subscriptions[action](reference, readCommand(request))));
      },
    );
  }

  routes.post(
    '/:reference/amend',
    {
      ...change,
      summary: 'Change the amount from the next period on',
      body: amendment,
      example: { amount: '6000.00' },
    },
    async (request, response) => {
      const { reference } = request.params;
      const amended = await subscriptions.amend(reference, readAmendment(request.body), readCommand(request));
      response.json(toSubscription(amended));
    },
  );

  routes.post(
    '/:reference/card',
    { ...change, summary: 'Replace the card', body: replacement, example: { checkout: 'order-9' } },
    async (request, response) => {
      const { reference } = request.params;
      const card = readReplacement(request.body);
      response.json(toSubscription(await subscriptions.replaceCard(reference, card, readCommand(request))));
    },
  );

  return routes;
}
