import type { Router } from 'express';
import { invoices as INVOICE } from '../../../workflows/lifecycles.js';
import type { InvoiceTerms } from '../../domain/invoice/invoice.js';
import type { SnapshotOf } from '../../client/client.js';
import { refundableOf } from '../../domain/collection/refundable.js';
import { readSettlementsOf } from '../included-settlements.js';
import { readInvoiceRequest, refuseOverdue } from '../invoice-request.js';
import { addCancelRoute, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';
import { checkSplit } from '../split-check.js';
import { addOwnedRefundRoutes } from './owned-refunds.js';

type InvoiceSnapshot = SnapshotOf<'invoices'>;

export function invoiceRoutes({ oware, grants, gatewayReads }: RouteDeps): Router {
  const { invoices } = oware;
  const options = {
    kind: INVOICE,
    client: invoices,
    readTerms: readInvoiceRequest,
    refuseNew: async (terms: InvoiceTerms) => {
      refuseOverdue(terms);
      await checkSplit(gatewayReads, terms.incomeSplit, { amountKobo: terms.amountKobo });
    },
    readSettlements: (invoice: InvoiceSnapshot) => readSettlementsOf(oware, transactionsOf(invoice)),
  };
  const router = lifecycleRoutes(options);
  addCancelRoute(router, options);
  addOwnedRefundRoutes(router, {
    oware,
    grants,
    kind: INVOICE,
    transactionsOf: async (reference) => transactionsOf(await invoices.get(reference)),
  });
  return router;
}

function transactionsOf(invoice: InvoiceSnapshot) {
  const { transactionReference, known } = invoice;
  return refundableOf(transactionReference === undefined ? [] : [{ transactionReference, known }], invoice);
}
