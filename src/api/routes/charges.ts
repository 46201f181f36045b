import type { Router } from 'express';
import { charges as CHARGE } from '../../../workflows/lifecycles.js';
import { refundableOf } from '../../domain/collection/refundable.js';
import { readChargeRequest } from '../charge-request.js';
import { addCancelRoute, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';
import { addOwnedRefundRoutes } from './owned-refunds.js';

export function chargeRoutes({ oware, grants }: RouteDeps): Router {
  const { charges } = oware;
  const options = { kind: CHARGE, client: charges, readTerms: readChargeRequest };
  const router = lifecycleRoutes(options);
  addCancelRoute(router, options);
  addOwnedRefundRoutes(router, {
    oware,
    grants,
    kind: CHARGE,
    transactionsOf: async (reference) => {
      const charge = await charges.get(reference);
      return refundableOf(charge.transactions, charge);
    },
  });
  return router;
}
