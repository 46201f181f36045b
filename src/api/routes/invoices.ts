import type { Router } from 'express';
import type { InvoiceSnapshot, InvoiceTerms, OwareClient } from '../../client/client.js';
import { toInvoice } from '../../domain/invoice/view.js';
import { readInvoiceRequest, refuseOverdue } from '../invoice-request.js';
import { cancelRoute, type LifecycleRoutesDeps, lifecycleRoutes } from '../lifecycle-routes.js';

export function invoiceRoutes({ invoices }: OwareClient): Router {
  const door: LifecycleRoutesDeps<InvoiceTerms, InvoiceSnapshot> = {
    path: '/v1/invoices',
    noun: 'invoice',
    lifecycle: 'invoice',
    lifecycles: invoices,
    readTerms: readInvoiceRequest,
    toView: toInvoice,
    refuseNew: refuseOverdue,
  };
  const router = lifecycleRoutes(door);
  cancelRoute(router, door);
  return router;
}
