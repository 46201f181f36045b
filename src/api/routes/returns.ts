import { type Request, type Response, Router } from 'express';
import { NotFoundError, type OwareClient, RefusedError, InProgressError } from '../../client/client.js';
import { type CheckoutSnapshot, placesOf } from '../../domain/checkout/checkout.js';
import type { ReturnTokens } from '../../secrets/return-tokens.js';
import { addressOf } from '../address-of.js';
import { createBuckets } from '../buckets.js';
import { setLogLifecycle } from '../request-log.js';
import { mayPay } from '../../domain/order/texts.js';
import { isDeclined, PRIVATE_PAGE, returnPage } from '../return-page.js';
import { createSharedReads } from '../shared-reads.js';
import { createThrottle } from '../throttle.js';

/** Limits how often reloads of the page add a check to the workflow's history. */
const CHECK_INTERVAL_MS = 2_000;
/** A new page may be a new transaction at the gateway. */
const PAGE_INTERVAL_MS = 2_000;
/** Many payers may share one address, or all of them behind a proxy. */
const READS_PER_ADDRESS = { burst: 200, perSecond: 50 };

export interface ReturnDeps {
  readonly oware: Pick<OwareClient, 'checkouts'>;
  /** Without tokens there are no return URLs, and every one is answered as not found. */
  readonly tokens: ReturnTokens | undefined;
}

type ReturnRequest = Request<{ reference: string; token: string }>;

/**
 * The public return URL. Its token proves that the visitor comes from the gateway's page of this checkout: without it
 * the answer is the same for every reference, and nothing is read. The page trusts nothing else in the URL, and shows
 * only whether the payment is complete. It triggers a check with the gateway, and after a decline it offers another
 * attempt.
 */
export function returnRoutes({ oware: { checkouts }, tokens }: ReturnDeps): Router {
  const router = Router();
  const mayCheck = createThrottle(CHECK_INTERVAL_MS);
  const mayOpen = createThrottle(PAGE_INTERVAL_MS);
  const reads = createBuckets(READS_PER_ADDRESS);
  const readShared = createSharedReads((reference) => ifFound(checkouts.get(reference)));

  /** Undefined if the checkout does not exist, or if the token does not belong to it. */
  async function find(request: ReturnRequest, response: Response): Promise<CheckoutSnapshot | undefined> {
    const { reference, token } = request.params;
    if (!tokens?.isFor(reference, token)) return undefined;
    setLogLifecycle(response, { lifecycle: 'checkout', reference });
    return readShared(reference, () => reads.take(addressOf(request)));
  }

  router.get('/:reference/:token', async (request: ReturnRequest, response) => {
    const { reference, token } = request.params;
    const checkout = await find(request, response);
    const isWaiting = checkout?.state === 'PENDING' && !isDeclined(checkout);
    if (isWaiting && mayCheck(reference)) await checkouts.requestCheck(reference);
    const back = checkout?.terms.redirectUrl;
    if (back !== undefined) {
      response.set(PRIVATE_PAGE).redirect(303, withReference(back, reference));
      return;
    }
    const { status, headers, html } = returnPage(checkout, token, readCount(request.query.refreshed));
    response.status(status).set(headers).type('html').send(html);
  });

  router.post('/:reference/:token/again', async (request: ReturnRequest, response) => {
    const checkout = await find(request, response);
    const page = checkout && (await pageFor(checkout));
    // without a usable page, the return page shows the current state
    response.set(PRIVATE_PAGE).redirect(303, page ?? `../${encodeURIComponent(request.params.token)}`);
  });

  // a URL without a token gets the same answer as one with a wrong token
  router.get('/*path', (_request, response) => {
    const { status, headers, html } = returnPage(undefined, '', 0);
    response.status(status).set(headers).type('html').send(html);
  });

  /** The page where the payer can pay; after a decline that is a new one. */
  async function pageFor(checkout: CheckoutSnapshot): Promise<string | undefined> {
    const { reference } = checkout.terms;
    if (mayPay(checkout) !== 'pay') return undefined;
    if (!isDeclined(checkout)) return usablePage(checkout);
    return mayOpen(reference) ? usablePage(await openPage(reference)) : undefined;
  }

  async function openPage(reference: string): Promise<CheckoutSnapshot | undefined> {
    return checkouts.page(reference).catch((error: unknown) => {
      if (error instanceof RefusedError || error instanceof InProgressError) return undefined;
      throw error;
    });
  }

  return router;
}

function usablePage(checkout: CheckoutSnapshot | undefined): string | undefined {
  const newest = checkout && placesOf(checkout).at(-1);
  return newest?.spent ? undefined : newest?.checkoutUrl;
}

async function ifFound<Snapshot>(read: Promise<Snapshot>): Promise<Snapshot | undefined> {
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
