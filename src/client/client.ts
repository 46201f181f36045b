import { type Client } from '@temporalio/client';
import {
  cancelPayment,
  requestTransferAccount,
  type TransferAccountRequest,
} from '../../workflows/payment/messages.js';
import type { PaymentNews } from '../domain/news.js';
import type { CheckoutTerms, PaymentSnapshot, TransferAccount } from '../domain/payment.js';
import { createCheckout, type CreateAnswer } from './create-checkout.js';
import { bringNews } from './news.js';
import { order } from './order.js';
import { readPayment } from './read-payment.js';
import { tellPayerReturned } from './payer-returned.js';
import { waitForChange } from './wait-for-change.js';

export type { CheckoutTerms, PaymentSnapshot, PaymentState, TransferAccount } from '../domain/payment.js';
export type { CreateAnswer } from './create-checkout.js';
export { NotFoundError, RefusedError, StillWorkingError, UnavailableError } from './errors.js';
export { mintReference, referenceFromKey } from './terms.js';

/** What a merchant's service, or our own HTTP API, can do with payments. */
export interface OwareClient {
  readonly checkouts: {
    /** Starts the payment, or joins it when it is known; waits until it can be shown to the payer. */
    create(terms: CheckoutTerms): Promise<CreateAnswer>;
    get(reference: string): Promise<PaymentSnapshot>;
    transferAccount(reference: string, request?: TransferAccountRequest): Promise<TransferAccount>;
    /** Waits until the payment leaves the state that it is in, at most so long, and gives it as it is then. */
    waitForChange(reference: string, ms: number): Promise<PaymentSnapshot>;
    /** The payer says that he has paid: has the gateway asked at once, and waits for what it proves. */
    confirm(reference: string, ms?: number): Promise<PaymentSnapshot>;
    /** The gateway knows no cancel: the snapshot's `expiresAt` says until when it can still be paid. */
    cancel(reference: string): Promise<PaymentSnapshot>;
  };
  /** For the webhook endpoint: resolves when Temporal has accepted the news. */
  bringNews(reference: string, news: PaymentNews): Promise<void>;
}

export interface OwareClientOptions {
  /** A Temporal client; its data converter must be the workers' own. */
  readonly client: Client;
  readonly taskQueue: string;
  /** How long a call waits for a story before it answers with what is known so far. */
  readonly patienceMs?: number;
}

export function createOwareClient({
  client,
  taskQueue,
  patienceMs = 10_000,
}: OwareClientOptions): OwareClient {
  const reach = { client, taskQueue, patienceMs };
  return {
    checkouts: {
      create: (terms) => createCheckout(reach, terms),
      get: (reference) => readPayment(reach, reference),
      transferAccount: (reference, request = {}) =>
        order(reach, reference, { update: requestTransferAccount, args: [request] }),
      waitForChange: (reference, ms) => waitForChange(reach, reference, ms),
      confirm: async (reference, ms = patienceMs) => {
        await tellPayerReturned(reach, reference);
        return waitForChange(reach, reference, ms);
      },
      cancel: (reference) => order(reach, reference, { update: cancelPayment, args: [] }),
    },
    bringNews: (reference, news) => bringNews(reach, reference, news),
  };
}
