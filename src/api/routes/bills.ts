import { bills as BILL } from '../../../workflows/lifecycles.js';
import { addApprovalRoutes } from '../approval-routes.js';
import { billRequest, readBillRequest } from '../../requests/bill.js';
import { billView } from '../views/single-payout.js';
import { refuseOverdue } from '../../requests/fields.js';
import type { Routes } from '../described-routes.js';
import { addCancelRoute, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';

export function billRoutes({ oware: { bills }, grants }: RouteDeps): Routes {
  const options = {
    kind: BILL,
    client: bills,
    view: billView,
    scope: 'pay' as const,
    body: billRequest,
    example: {
      reference: 'airtime-12',
      amount: '500.00',
      productCode: 'PRD-AIRTIME',
      customerId: '08030001234',
    },
    readTerms: readBillRequest,
    refuseNew: refuseOverdue,
    grants,
  };
  const routes = lifecycleRoutes(options);
  addCancelRoute(routes, options, { detail: 'While nothing was sent.' });
  addApprovalRoutes(routes, options);
  return routes;
}
