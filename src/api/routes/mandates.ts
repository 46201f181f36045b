import type { Router } from 'express';
import { mandates as MANDATE } from '../../../workflows/lifecycles.js';
import { InProgressError, type OwareClient } from '../../client/client.js';
import { ClosedError } from '../../client/errors.js';
import type { DebitRequest } from '../../domain/mandate/debit.js';
import type { MandateSnapshot } from '../../domain/mandate/mandate.js';
import { toDebit, toDebits } from '../../domain/mandate/view.js';
import { addCancelRoute, lifecycleRoutes, type RouteDeps } from '../lifecycle-routes.js';
import { readDebitRequest, readMandateRequest, refuseLate } from '../mandate-request.js';
import { invalid } from '../parse.js';
import { Problem } from '../problem.js';

export function mandateRoutes({ oware: { mandates }, grants }: RouteDeps): Router {
  const options = {
    kind: MANDATE,
    client: mandates,
    readTerms: readMandateRequest,
    refuseNew: refuseLate,
    grants,
  };
  const router = lifecycleRoutes(options);
  addCancelRoute(router, options);

  router.post('/:reference/debits', async (request, response) => {
    const { reference } = request.params;
    const given = readDebitRequest(request.body, request.get('idempotency-key'));
    const wanted = await withAmount(mandates, reference, given);
    response.location(`${MANDATE.path}/${reference}/debits/${wanted.reference}`);
    try {
      const { isNew, snapshot } = await mandates.debit(reference, wanted);
      response.status(isNew ? 201 : 200).json(viewOf(snapshot, wanted.reference));
    } catch (error) {
      const known = knownIn(error, wanted);
      if (known) response.json(known);
      else if (error instanceof InProgressError) {
        const shown = toDebit(await mandates.get(reference), wanted.reference);
        response.status(202).json({ ...(shown ?? { reference: wanted.reference }), retry: 'same-reference' });
      } else throw error;
    }
  });

  router.get('/:reference/debits', async (request, response) => {
    response.json(toDebits(await mandates.get(request.params.reference)));
  });

  router.get('/:reference/debits/:debit', async (request, response) => {
    const { reference, debit } = request.params;
    response.json(viewOf(await mandates.get(reference), debit));
  });

  return router;
}

/** A debit of a fixed mandate needs no amount. */
async function withAmount(
  mandates: OwareClient['mandates'],
  reference: string,
  given: ReturnType<typeof readDebitRequest>,
): Promise<DebitRequest> {
  const amountKobo = given.amountKobo ?? (await mandates.get(reference)).terms.debitAmountKobo;
  if (amountKobo === undefined) throw invalid([{ field: 'amount', message: 'is required' }]);
  return { ...given, amountKobo };
}

/** A repeat gets the same answer, also when the mandate has ended since. */
function knownIn(error: unknown, { reference, amountKobo }: DebitRequest) {
  if (!(error instanceof ClosedError)) return undefined;
  const snapshot = error.snapshot as MandateSnapshot;
  const known = toDebit(snapshot, reference);
  return known?.amountKobo === amountKobo ? known : undefined;
}

function viewOf(snapshot: MandateSnapshot, reference: string): object {
  const view = toDebit(snapshot, reference);
  if (!view) throw new Problem('not-found', `Debit ${reference} not found.`);
  return view;
}
