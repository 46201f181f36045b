import { type Request, type Response, Router } from 'express';
import {
  NotFoundError,
  type OwareClient,
  type CheckoutSnapshot,
  RefusedError,
  StillWorkingError,
} from '../../client/client.js';
import type { ReturnTokens } from '../../secrets/return-tokens.js';
import { addressOf } from '../address-of.js';
import { createBuckets } from '../buckets.js';
import { about } from '../request-log.js';
import { isDeclined, PRIVATE_PAGE, returnPage } from '../return-page.js';
import { createSharedReads } from '../shared-reads.js';
import { createThrottle } from '../throttle.js';

/** Reloading the page, or calling it for fun, does not add to the workflow's history each time. */
const ONE_CHECK_IN_MS = 2_000;
/** A further page may be a further transaction at the gateway. */
const ONE_PAGE_IN_MS = 2_000;
/** Many payers may come from one address, or all of them where a proxy hides theirs. */
const READS_OF_ONE_ADDRESS = { burst: 200, perSecond: 50 };

export interface ReturnDeps {
  readonly oware: Pick<OwareClient, 'checkouts'>;
  /** Without it nobody was ever given a return address. */
  readonly tokens: ReturnTokens | undefined;
}

type Visit = Request<{ reference: string; token: string }>;

/**
 * The public return URL. Its token proves that the visitor was sent by the gateway's page of this payment: without
 * it the answer is the same for every reference, and nothing is read. It trusts nothing else in the URL, and shows
 * nothing but whether the payment is done. It triggers a check with the gateway, and after a decline offers another
 * attempt.
 */
export function returnRoutes({ oware: { checkouts }, tokens }: ReturnDeps): Router {
  const router = Router();
  const mayCheck = createThrottle(ONE_CHECK_IN_MS);
  const mayOpen = createThrottle(ONE_PAGE_IN_MS);
  const reads = createBuckets(READS_OF_ONE_ADDRESS);
  const readShared = createSharedReads((reference) => known(checkouts.get(reference)));

  /** Undefined where there is no such payment, and where the token does not belong to it. */
  async function find(request: Visit, response: Response): Promise<CheckoutSnapshot | undefined> {
    const { reference, token } = request.params;
    if (!tokens?.isFor(reference, token)) return undefined;
    about(response, { lifecycle: 'checkout', reference });
    return readShared(reference, () => reads.take(addressOf(request)));
  }

  router.get('/:reference/:token', async (request: Visit, response) => {
    const { reference, token } = request.params;
    const payment = await find(request, response);
    const isWaiting = payment?.state === 'PENDING' && !isDeclined(payment);
    if (isWaiting && mayCheck(reference)) await checkouts.requestCheck(reference);
    const back = payment?.terms.redirectUrl;
    if (back !== undefined) {
      response.set(PRIVATE_PAGE).redirect(303, withReference(back, reference));
      return;
    }
    const { status, headers, html } = returnPage(payment, token, readCount(request.query.refreshed));
    response.status(status).set(headers).type('html').send(html);
  });

  router.post('/:reference/:token/again', async (request: Visit, response) => {
    const payment = await find(request, response);
    const page = payment && (await pageFor(payment));
    // whatever became of it meanwhile, the return page says it
    response.set(PRIVATE_PAGE).redirect(303, page ?? `../${encodeURIComponent(request.params.token)}`);
  });

  // an address without a token is answered like one with a wrong token
  router.get('/*path', (_request, response) => {
    const { status, headers, html } = returnPage(undefined, '', 0);
    response.status(status).set(headers).type('html').send(html);
  });

  /** The page that the payment can be paid on; after a decline that is another one. */
  async function pageFor(payment: CheckoutSnapshot): Promise<string | undefined> {
    const { reference } = payment.terms;
    if (payment.state !== 'PENDING') return undefined;
    if (!isDeclined(payment)) return usablePage(payment);
    return mayOpen(reference) ? usablePage(await opened(reference)) : undefined;
  }

  async function opened(reference: string): Promise<CheckoutSnapshot | undefined> {
    return checkouts.page(reference).catch((error: unknown) => {
      if (error instanceof RefusedError || error instanceof StillWorkingError) return undefined;
      throw error;
    });
  }

  return router;
}

function usablePage(payment: CheckoutSnapshot | undefined): string | undefined {
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
