import type { Router } from 'express';
import { invoices as INVOICE } from '../../../workflows/lifecycles.js';
import { refundableOf } from '../../domain/collection/refundable.js';
import { readInvoiceRequest, refuseOverdue } from '../invoice-request.js';
import { addCancelRoute, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';
import { addOwnedRefundRoutes } from './owned-refunds.js';

export function invoiceRoutes({ oware, grants }: RouteDeps): Router {
  const { invoices } = oware;
  const options = {
    kind: INVOICE,
    client: invoices,
    readTerms: readInvoiceRequest,
    refuseNew: refuseOverdue,
  };
  const router = lifecycleRoutes(options);
  addCancelRoute(router, options);
  addOwnedRefundRoutes(router, {
    oware,
    grants,
    kind: INVOICE,
    transactionsOf: async (reference) => {
      const invoice = await invoices.get(reference);
      const { transactionReference, known } = invoice;
      return refundableOf(
        transactionReference === undefined ? [] : [{ transactionReference, known }],
        invoice,
      );
    },
  });
  return router;
}
