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
import type { CommandOptions } from './command-id.js';
import { KINDS } from './kinds.js';
import { bringNews } from './news.js';
import type { Reach } from './reach.js';
import { createReservedAccounts, type ReservedAccounts } from './reserved-accounts.js';
import { createStories, type Stories } from './stories.js';
import { keepUnmatched } from './unmatched.js';

export type { CollectionState } from '../domain/collection.js';
export type { InvoiceAccount, InvoiceSnapshot, InvoiceTerms } from '../domain/invoice.js';
export type { CheckoutTerms, PaymentSnapshot, TransferAccount } from '../domain/payment.js';
export type {
  ReservedAccountSnapshot,
  ReservedAccountState,
  ReservedAccountTerms,
} from '../domain/reserved-account.js';
export type { StraySnapshot, StrayTerms } from '../domain/stray.js';
export type { CommandOptions } from './command-id.js';
export type { CreateAnswer } from './create-story.js';
export type { ReservedAccounts } from './reserved-accounts.js';
export type { Stories } from './stories.js';
export { NotFoundError, RefusedError, StillWorkingError, UnavailableError } from './errors.js';
export { workflowIdOf } from './ids.js';
export { isRefusedInput } from './read-story.js';
export { mintReference, referenceFromKey } from './terms.js';

/** The gateway knows no cancel of a checkout: the snapshot's `expiresAt` says until when it can still be paid. */
export interface Checkouts extends Stories<CheckoutTerms, PaymentSnapshot> {
  transferAccount(
    reference: string,
    request?: TransferAccountRequest,
    options?: CommandOptions,
  ): Promise<TransferAccount>;
  /** A fresh hosted page after a declined card. */
  page(reference: string, options?: CommandOptions): Promise<PaymentSnapshot>;
  /** Charges a card that a desk holds; the snapshot's `card` says what the payer must do next. */
  chargeCard(reference: string, charge: CardCharge, options?: CommandOptions): Promise<PaymentSnapshot>;
  giveCode(reference: string, code: CodeGiven, options?: CommandOptions): Promise<PaymentSnapshot>;
  authorizeSecure3d(reference: string, options?: CommandOptions): Promise<PaymentSnapshot>;
}

/** They begin at the event endpoint only. */
export interface UnmatchedEvents extends Omit<Stories<StrayTerms, StraySnapshot>, 'create'> {
  /** Resolves when Temporal has stored it; needs no worker. The same event again is stored once. */
  keep(terms: StrayTerms): Promise<void>;
}

/** What a merchant's service, or our own HTTP API, can do. */
export interface OwareClient {
  readonly checkouts: Checkouts;
  /** A cancel is the gateway's to decide: what was paid there before is not cancelled, and says so. */
  readonly invoices: Stories<InvoiceTerms, InvoiceSnapshot>;
  readonly reservedAccounts: ReservedAccounts;
  /** Signed events without a lifecycle; each waits until a person has resolved it. */
  readonly strays: UnmatchedEvents;
  /** A gateway read, made by a worker. */
  readonly ask: <Name extends QuestionName>(
    name: Name,
    request: Question<Name>['request'],
  ) => Promise<QuestionAnswer<Name>>;
  /** For the event endpoint: resolves when Temporal has accepted the event; false where no lifecycle takes it. */
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
      transferAccount: (reference, request = {}, options) =>
        checkouts.order(reference, { update: requestTransferAccount, args: [request] }, options),
      page: (reference, options) => checkouts.order(reference, { update: requestPage, args: [] }, options),
      // each call has a handle of its own: of a card only its digits tell two commands apart, of a code nothing
      chargeCard: (reference, charge, options) => {
        const fingerprint = charge.card;
        return checkouts.order(reference, { update: chargeCard, args: [charge], fingerprint }, options);
      },
      giveCode: (reference, code, options) =>
        checkouts.order(reference, { update: giveCode, args: [code], fingerprint: null }, options),
      authorizeSecure3d: (reference, options) =>
        checkouts.order(reference, { update: authorizeSecure3d, args: [] }, options),
    },
    invoices: createStories(reach, INVOICE),
    reservedAccounts: createReservedAccounts(reach),
    strays: createUnmatchedEvents(reach),
    ask: (name, request) => ask(reach, { name, request }),
    bringNews: async ({ story, reference }, news) => {
      const kind = KINDS[story];
      if (kind) await bringNews(reach, { kind, reference }, news);
      return kind !== undefined;
    },
  };
}

function createUnmatchedEvents(reach: Reach): UnmatchedEvents {
  return { ...createStories(reach, STRAY), keep: (terms) => keepUnmatched(reach, terms) };
}
