import type { Router } from 'express';
import { invoices as INVOICE } from '../../../workflows/lifecycles.js';
import { readInvoiceRequest, refuseOverdue } from '../invoice-request.js';
import { addCancelRoute, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';

export function invoiceRoutes({ oware: { invoices } }: RouteDeps): Router {
  const options = {
    kind: INVOICE,
    client: invoices,
    readTerms: readInvoiceRequest,
    refuseNew: refuseOverdue,
  };
  const router = lifecycleRoutes(options);
  addCancelRoute(router, options);
  return router;
}
