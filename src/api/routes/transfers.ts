import type { Router } from 'express';
import { transfers as TRANSFER } from '../../../workflows/lifecycles.js';
import { toTransfer } from '../../domain/transfer/view.js';
import { addApprovalRoutes } from '../approval-routes.js';
import { addCancelRoute, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';
import { readTransferRequest, refuseOverdueTransfer } from '../transfer-request.js';
import { addOtpRoutes } from './otps.js';

export function transferRoutes({ oware: { transfers }, vault, grants }: RouteDeps): Router {
  const options = {
    kind: TRANSFER,
    client: transfers,
    readTerms: readTransferRequest,
    refuseNew: refuseOverdueTransfer,
    grants,
  };
  const router = lifecycleRoutes(options);
  addCancelRoute(router, options);
  addApprovalRoutes(router, options);
  addOtpRoutes(router, {
    vault,
    path: '/:reference',
    submit: async (params, otp, command) =>
      toTransfer(await transfers.submitOtp(String(params.reference), otp, command)),
    resend: async (params, command) =>
      toTransfer(await transfers.resendOtp(String(params.reference), command)),
  });
  return router;
}
