import type { Router } from 'express';
import { InProgressError } from '../../client/client.js';
import { paycodes as PAYCODE } from '../../../workflows/lifecycles.js';
import { addApprovalRoutes } from '../approval-routes.js';
import { addCancelRoute, createReadLimit, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';
import { readPaycodeRequest, refuseExpired } from '../paycode-request.js';
import { Problem } from '../problem.js';

export function paycodeRoutes({ oware: { paycodes }, vault, grants }: RouteDeps): Router {
  const options = {
    kind: PAYCODE,
    client: paycodes,
    readTerms: readPaycodeRequest,
    refuseNew: refuseExpired,
    grants,
  };
  const router = lifecycleRoutes(options);
  addCancelRoute(router, options);
  addApprovalRoutes(router, options);
  const countRead = createReadLimit();

  // the reply is cash: it comes from the vault, and nothing stores or logs it
  router.post('/:reference/reveal', async (request, response) => {
    const { reference } = request.params;
    if (!vault) throw new Problem('paycodes-disabled', 'This deployment reveals no paycodes.');
    countRead(reference, 'reveal');
    const { state, sentAt } = await paycodes.get(reference);
    if (state !== 'PENDING' || sentAt === undefined) {
      const reason = state === 'PENDING' ? 'was not issued yet' : `is ${state}`;
      throw new Problem('not-open', `The paycode ${reason}.`);
    }
    const code = await vault.revealPaycode(reference).catch(() => {
      // without the cause, which must not reach a log
      throw new InProgressError('The gateway has not shown the code. Retry the identical request.');
    });
    if (code === undefined) throw new Problem('not-found', 'The gateway has no code for this reference.');
    response.json({ reference, code });
  });
  return router;
}
