import { type Client } from '@temporalio/client';
import { INVOICE } from '../../workflows/invoice/messages.js';
import {
  authorizeSecure3d,
  type CardCharge,
  chargeCard,
  type CodeGiven,
  giveCode,
  PAYMENT,
  requestPage,
  requestTransferAccount,
  type TransferAccountRequest,
} from '../../workflows/payment/messages.js';
import type { InvoiceSnapshot, InvoiceTerms } from '../domain/invoice.js';
import type { QuestionAnswer, QuestionName, Question } from '../../workflows/question/messages.js';
import { STRAY } from '../../workflows/stray/messages.js';
import type { News } from '../domain/news.js';
import type { CheckoutTerms, PaymentSnapshot, TransferAccount } from '../domain/payment.js';
import type { StraySnapshot, StrayTerms } from '../domain/stray.js';
import { ask } from './ask.js';
import { KINDS } from './kinds.js';
import { bringNews } from './news.js';
import { createReservedAccounts, type ReservedAccounts } from './reserved-accounts.js';
import { createStories, type Stories } from './stories.js';

export type { CollectionState } from '../domain/collection.js';
export type { InvoiceAccount, InvoiceSnapshot, InvoiceTerms } from '../domain/invoice.js';
export type { CheckoutTerms, PaymentSnapshot, TransferAccount } from '../domain/payment.js';
export type {
  ReservedAccountSnapshot,
  ReservedAccountState,
  ReservedAccountTerms,
} from '../domain/reserved-account.js';
export type { StraySnapshot, StrayTerms } from '../domain/stray.js';
export type { CreateAnswer } from './create-story.js';
export type { ReservedAccounts } from './reserved-accounts.js';
export type { Stories } from './stories.js';
export { NotFoundError, RefusedError, StillWorkingError, UnavailableError } from './errors.js';
export { mintReference, referenceFromKey } from './terms.js';

/** The gateway knows no cancel of a checkout: the snapshot's `expiresAt` says until when it can still be paid. */
export interface Checkouts extends Stories<CheckoutTerms, PaymentSnapshot> {
  transferAccount(reference: string, request?: TransferAccountRequest): Promise<TransferAccount>;
  /** A hosted page that can still be paid on, where a card was declined on the last. */
  page(reference: string): Promise<PaymentSnapshot>;
  /** Charges a card that a desk holds; the snapshot's `card` says what the payer must do next. */
  chargeCard(reference: string, charge: CardCharge): Promise<PaymentSnapshot>;
  giveCode(reference: string, code: CodeGiven): Promise<PaymentSnapshot>;
  authorizeSecure3d(reference: string): Promise<PaymentSnapshot>;
}

/** What a merchant's service, or our own HTTP API, can do. */
export interface OwareClient {
  readonly checkouts: Checkouts;
  /** A cancel is the gateway's to decide: what was paid there before is not cancelled, and says so. */
  readonly invoices: Stories<InvoiceTerms, InvoiceSnapshot>;
  readonly reservedAccounts: ReservedAccounts;
  /** Signed events that nobody could place; each waits until a person has looked at it. */
  readonly strays: Stories<StrayTerms, StraySnapshot>;
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
      page: (reference) => checkouts.order(reference, requestPage),
      chargeCard: (reference, charge) => checkouts.order(reference, chargeCard, charge),
      giveCode: (reference, code) => checkouts.order(reference, giveCode, code),
      authorizeSecure3d: (reference) => checkouts.order(reference, authorizeSecure3d),
    },
    invoices: createStories(reach, INVOICE),
    reservedAccounts: createReservedAccounts(reach),
    strays: createStories(reach, STRAY),
    ask: (name, request) => ask(reach, { name, request }),
    bringNews: async ({ story, reference }, news) => {
      const kind = KINDS[story];
      if (kind) await bringNews(reach, { kind, reference }, news);
      return kind !== undefined;
    },
  };
}
