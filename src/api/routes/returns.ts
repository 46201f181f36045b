import { Router } from 'express';
import type { OwareClient } from '../../client/client.js';
import { isReference } from '../../domain/reference.js';
import { returnPage } from '../return-page.js';
import { createThrottle } from '../throttle.js';
import { NotFoundError } from '../../client/errors.js';

/** Whoever reloads the page, or calls it for fun, does not make the story's history longer each time. */
const ONE_LOOK_IN_MS = 2_000;

/**
 * Where payers come back to. Anybody can call this address with any words in it: nothing of that is believed,
 * and nothing is shown but whether the payment is over. It is a reason to ask the gateway.
 */
export function returnRoutes({ checkouts }: Pick<OwareClient, 'checkouts'>): Router {
  const router = Router();
  const isFirstInAWhile = createThrottle(ONE_LOOK_IN_MS);
  router.get('/:reference', async (request, response) => {
    const { reference } = request.params;
    const payment = isReference(reference) ? await known(checkouts.get(reference)) : undefined;
    if (payment?.state === 'PENDING' && isFirstInAWhile(reference)) await checkouts.payerReturned(reference);
    const back = payment?.terms.redirectUrl;
    if (back !== undefined) {
      response.redirect(303, withReference(back, reference));
      return;
    }
    const { status, headers, html } = returnPage(payment?.state);
    response.status(status).set(headers).type('html').send(html);
  });
  return router;
}

async function known<Snapshot>(read: Promise<Snapshot>): Promise<Snapshot | undefined> {
  return read.catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });
}

function withReference(address: string, reference: string): string {
  const url = new URL(address);
  url.searchParams.set('reference', reference);
  return url.href;
}
