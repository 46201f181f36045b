import { InProgressError } from '../../client/client.js';
import type { PaycodeTerms } from '../../domain/paycode/paycode.js';
import { whyNotRevealed } from '../../domain/paycode/reveal.js';
import { paycodes as PAYCODE } from '../../../workflows/lifecycles.js';
import { addApprovalRoutes } from '../approval-routes.js';
import type { Routes } from '../described-routes.js';
import { inDays } from '../example-values.js';
import { addCancelRoute, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';
import { createReadLimit } from '../read-limit.js';
import type { ApiVault } from '../vault.js';
import { paycodeRequest, readPaycodeRequest, refuseExpired } from '../../requests/paycode.js';
import { paycodeView, revealedPaycode } from '../views/single-payout.js';
import { Problem } from '../../requests/problem.js';

export function paycodeRoutes({ oware: { paycodes }, vault, grants }: RouteDeps): Routes {
  const requireVault = (): ApiVault => {
    if (vault) return vault;
    throw new Problem('paycodes-disabled', 'This deployment reveals no paycodes, so it issues none.');
  };
  const options = {
    kind: PAYCODE,
    client: paycodes,
    view: paycodeView,
    scope: 'pay' as const,
    body: paycodeRequest,
    example: (now: number) => ({
      reference: 'cash-12',
      amount: '5000.00',
      beneficiaryName: 'Chidi Gwarzo',
      expiresAt: inDays(now, 2),
    }),
    readTerms: readPaycodeRequest,
    // before the wallet pays for a code that no route can show
    refuseNew: (terms: PaycodeTerms) => {
      requireVault();
      refuseExpired(terms);
    },
    problems: ['paycodes-disabled'] as const,
    grants,
  };
  const routes = lifecycleRoutes(options);
  addCancelRoute(routes, options, { detail: 'At the gateway too; refused once the cash was collected.' });
  addApprovalRoutes(routes, options);
  const countRead = createReadLimit();

  // the reply is cash: it comes from the vault, and nothing stores or logs it
  routes.post(
    '/:reference/reveal',
    {
      summary: 'Reveal the code',
      detail: 'The reply is cash: show it to the beneficiary only, and store it nowhere.',
      scope: 'pay',
      replies: { 200: { about: 'The code', schema: revealedPaycode } },
      problems: ['paycodes-disabled', 'not-open', 'too-many-requests'],
    },
    async (request, response) => {
      const { reference } = request.params;
      const { reads } = requireVault();
      countRead(reference, 'reveal');
      const why = whyNotRevealed(await paycodes.get(reference));
      if (why !== undefined) throw new Problem('not-open', `The paycode ${why}.`);
      const code = await reads.revealPaycode(reference).catch(() => {
        // without the cause, which must not reach a log
        throw new InProgressError('The gateway has not shown the code. Retry the identical request.');
      });
      if (code === undefined) throw new Problem('not-found', 'The gateway has no code for this reference.');
      response.json({ reference, code });
    },
  );
  return routes;
}
