import type { Router } from 'express';
import { bills as BILL } from '../../../workflows/lifecycles.js';
import { addApprovalRoutes } from '../approval-routes.js';
import { readBillRequest } from '../bill-request.js';
import { refuseOverdue } from '../request-fields.js';
import { addCancelRoute, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';

export function billRoutes({ oware: { bills }, grants }: RouteDeps): Router {
  const options = {
    kind: BILL,
    client: bills,
    readTerms: readBillRequest,
    refuseNew: refuseOverdue,
    grants,
  };
  const router = lifecycleRoutes(options);
  addCancelRoute(router, options);
  addApprovalRoutes(router, options);
  return router;
}
