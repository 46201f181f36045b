import { charges as CHARGE } from '../../../workflows/lifecycles.js';
import { refundableOf } from '../../domain/collection/refundable.js';
import { chargeRequest, readChargeRequest } from '../../requests/charge.js';
import type { Routes } from '../described-routes.js';
import { addCancelRoute, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';
import { chargeView } from '../views/charge.js';
import { addOwnedRefundRoutes } from './owned-refunds.js';

export function chargeRoutes({ oware, grants }: RouteDeps): Routes {
  const { charges } = oware;
  const options = {
    kind: CHARGE,
    client: charges,
    view: chargeView,
    scope: 'collect' as const,
    body: chargeRequest,
    example: {
      reference: 'order-2',
      amount: '2500.00',
      checkout: 'order-1',
      description: 'The second delivery',
    },
    readTerms: readChargeRequest,
  };
  const routes = lifecycleRoutes(options);
  addCancelRoute(routes, options, {
    detail: 'While nothing was sent, for example because operators have paused charges.',
  });
  addOwnedRefundRoutes(routes, {
    oware,
    grants,
    kind: CHARGE,
    transactionsOf: async (reference) => {
      const charge = await charges.get(reference);
      return refundableOf(charge.transactions);
    },
  });
  return routes;
}
