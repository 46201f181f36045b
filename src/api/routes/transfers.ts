import { transfers as TRANSFER } from '../../../workflows/lifecycles.js';
import { toTransfer } from '../../domain/transfer/view.js';
import { addApprovalRoutes } from '../approval-routes.js';
import type { Routes } from '../described-routes.js';
import { DESTINATION } from '../example-values.js';
import { addCancelRoute, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';
import { transferRequest, readTransferRequest, refuseOverdueTransfer } from '../../requests/transfer.js';
import { transferView } from '../views/transfer.js';
import { addOtpRoutes } from './otps.js';

export function transferRoutes({ oware: { transfers }, vault, grants }: RouteDeps): Routes {
  const options = {
    kind: TRANSFER,
    client: transfers,
    view: transferView,
    scope: 'pay' as const,
    body: transferRequest,
    example: {
      reference: 'salary-march-12',
      amount: '5000.00',
      destination: DESTINATION,
      narration: 'Salary March',
    },
    readTerms: readTransferRequest,
    refuseNew: refuseOverdueTransfer,
    grants,
  };
  const routes = lifecycleRoutes(options);
  addCancelRoute(routes, options, {
    detail:
      'While nothing was sent. While the gateway waits for the OTP, Oware withholds it until it expires.',
  });
  addApprovalRoutes(routes, options);
  addOtpRoutes(routes, {
    vault,
    path: '/:reference',
    view: transferView,
    submit: async (params, otp, command) =>
      toTransfer(await transfers.submitOtp(String(params.reference), otp, command)),
    resend: async (params, command) =>
      toTransfer(await transfers.resendOtp(String(params.reference), command)),
  });
  return routes;
}
