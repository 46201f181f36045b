import { Router } from 'express';
import {
  NotFoundError,
  type OwareClient,
  type PaymentSnapshot,
  RefusedError,
  StillWorkingError,
} from '../../client/client.js';
import { isReference } from '../../domain/reference.js';
import { isDeclined, returnPage } from '../return-page.js';
import { createThrottle } from '../throttle.js';

/** Reloading the page, or calling it for fun, does not add to the workflow's history each time. */
const ONE_CHECK_IN_MS = 2_000;
/** A further page may be a further transaction at the gateway. */
const ONE_PAGE_IN_MS = 2_000;

/**
 * The public return URL. It trusts nothing in the URL, and shows nothing but whether the payment is done. It triggers
 * a check with the gateway, and after a decline offers another attempt.
 */
export function returnRoutes({ checkouts }: Pick<OwareClient, 'checkouts'>): Router {
  const router = Router();
  const mayCheck = createThrottle(ONE_CHECK_IN_MS);
  const mayOpen = createThrottle(ONE_PAGE_IN_MS);

  const find = async (reference: string) =>
    isReference(reference) ? known(checkouts.get(reference)) : undefined;

  router.get('/:reference', async (request, response) => {
    const { reference } = request.params;
    const payment = await find(reference);
    const isWaiting = payment?.state === 'PENDING' && !isDeclined(payment);
    if (isWaiting && mayCheck(reference)) await checkouts.payerReturned(reference);
    const back = payment?.terms.redirectUrl;
    if (back !== undefined) {
      response.redirect(303, withReference(back, reference));
      return;
    }
    const { status, headers, html } = returnPage(payment, readCount(request.query.refreshed));
    response.status(status).set(headers).type('html').send(html);
  });

  router.post('/:reference/again', async (request, response) => {
    const { reference } = request.params;
    const payment = await find(reference);
    const page = payment && (await pageFor(payment));
    // whatever became of it meanwhile, the return page says it
    response.redirect(303, page ?? `../${encodeURIComponent(reference)}`);
  });

  /** The page that the payment can be paid on; after a decline that is another one. */
  async function pageFor(payment: PaymentSnapshot): Promise<string | undefined> {
    const { reference } = payment.terms;
    if (payment.state !== 'PENDING') return undefined;
    if (!isDeclined(payment)) return usablePage(payment);
    return mayOpen(reference) ? usablePage(await opened(reference)) : undefined;
  }

  async function opened(reference: string): Promise<PaymentSnapshot | undefined> {
    return checkouts.page(reference).catch((error: unknown) => {
      if (error instanceof RefusedError || error instanceof StillWorkingError) return undefined;
      throw error;
    });
  }

  return router;
}

function usablePage(payment: PaymentSnapshot | undefined): string | undefined {
  const newest = payment?.transactions.at(-1);
  return newest?.spent ? undefined : newest?.checkoutUrl;
}

async function known<Snapshot>(read: Promise<Snapshot>): Promise<Snapshot | undefined> {
  return read.catch((error: unknown) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });
}

function readCount(given: unknown): number {
  return typeof given === 'string' && /^\d{1,3}$/.test(given) ? Number(given) : 0;
}

function withReference(address: string, reference: string): string {
  const url = new URL(address);
  url.searchParams.set('reference', reference);
  return url.href;
}
