import { invoices as INVOICE } from '../../../workflows/lifecycles.js';
import type { InvoiceTerms } from '../../domain/invoice/invoice.js';
import type { SnapshotOf } from '../../client/client.js';
import { refundableOf } from '../../domain/collection/refundable.js';
import { readSettlementsOf } from '../included-settlements.js';
import { invoiceRequest, readInvoiceRequest, refuseOverdue } from '../../requests/invoice.js';
import { invoiceView } from '../views/invoice.js';
import type { Routes } from '../described-routes.js';
import { CUSTOMER, inDays } from '../example-values.js';
import { addCancelRoute, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';
import { checkSplit } from '../../requests/split-check.js';
import { addOwnedRefundRoutes } from './owned-refunds.js';

type InvoiceSnapshot = SnapshotOf<'invoices'>;

export function invoiceRoutes({ oware, grants, gatewayReads }: RouteDeps): Routes {
  const { invoices } = oware;
  const options = {
    kind: INVOICE,
    client: invoices,
    view: invoiceView,
    scope: 'collect' as const,
    body: invoiceRequest,
    example: (now: number) => ({
      reference: 'invoice-7',
      amount: '12000.00',
      customer: CUSTOMER,
      description: 'Consulting in March',
      expiresAt: inDays(now, 14),
    }),
    problems: ['unknown-sub-account'] as const,
    readTerms: readInvoiceRequest,
    refuseNew: async (terms: InvoiceTerms) => {
      refuseOverdue(terms);
      await checkSplit(gatewayReads.readSubAccounts, terms.incomeSplit, { amountKobo: terms.amountKobo });
    },
    readSettlements: (invoice: InvoiceSnapshot) =>
      readSettlementsOf(oware, refundableOf(invoice.transactions)),
  };
  const routes = lifecycleRoutes(options);
  addCancelRoute(routes, options, {
    detail: 'At the gateway too. An invoice that was paid before stays paid, and the reply says so.',
  });
  addOwnedRefundRoutes(routes, {
    oware,
    grants,
    kind: INVOICE,
    transactionsOf: async (reference) => refundableOf((await invoices.get(reference)).transactions),
  });
  return routes;
}
