import { type Client } from '@temporalio/client';
import {
  PAYMENT,
  requestTransferAccount,
  type TransferAccountRequest,
} from '../../workflows/payment/messages.js';
import type { QuestionAnswer, QuestionName, Question } from '../../workflows/question/messages.js';
import type { News } from '../domain/news.js';
import type { CheckoutTerms, PaymentSnapshot, TransferAccount } from '../domain/payment.js';
import { ask } from './ask.js';
import { KINDS } from './kinds.js';
import { bringNews } from './news.js';
import { createReservedAccounts, type ReservedAccounts } from './reserved-accounts.js';
import { createStories, type Stories } from './stories.js';

export type { CheckoutTerms, PaymentSnapshot, PaymentState, TransferAccount } from '../domain/payment.js';
export type {
  ReservedAccountSnapshot,
  ReservedAccountState,
  ReservedAccountTerms,
} from '../domain/reserved-account.js';
export type { CreateAnswer } from './create-story.js';
export type { ReservedAccounts } from './reserved-accounts.js';
export type { Stories } from './stories.js';
export { NotFoundError, RefusedError, StillWorkingError, UnavailableError } from './errors.js';
export { mintReference, referenceFromKey } from './terms.js';

/** The gateway knows no cancel of a checkout: the snapshot's `expiresAt` says until when it can still be paid. */
export interface Checkouts extends Stories<CheckoutTerms, PaymentSnapshot> {
  transferAccount(reference: string, request?: TransferAccountRequest): Promise<TransferAccount>;
}

/** What a merchant's service, or our own HTTP API, can do. */
export interface OwareClient {
  readonly checkouts: Checkouts;
  readonly reservedAccounts: ReservedAccounts;
  /** Has a worker ask the gateway something that changes nothing. */
  readonly ask: <Name extends QuestionName>(
    name: Name,
    request: Question<Name>['request'],
  ) => Promise<QuestionAnswer<Name>>;
  /** For the webhook endpoint: resolves when Temporal has accepted the news; false when no story follows such. */
  readonly bringNews: (
    to: { readonly story: string; readonly reference: string },
    news: News,
  ) => Promise<boolean>;
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
  const checkouts = createStories(reach, PAYMENT);
  return {
    checkouts: {
      ...checkouts,
      transferAccount: (reference, request = {}) =>
        checkouts.order(reference, requestTransferAccount, request),
    },
    reservedAccounts: createReservedAccounts(reach),
    ask: (name, request) => ask(reach, { name, request }),
    bringNews: async ({ story, reference }, news) => {
      const kind = KINDS[story];
      if (kind) await bringNews(reach, { kind, reference }, news);
      return kind !== undefined;
    },
  };
}
