import type { z } from 'zod';
import type { toDebitRow, toMandate } from '../../domain/mandate/view.js';
import type { MANDATE_WEBHOOKS } from '../../domain/mandate/webhook-types.js';
import type { toCreditView, toReservedAccount } from '../../domain/reserved-account/view.js';
import type { RESERVED_ACCOUNT_WEBHOOKS } from '../../domain/reserved-account/webhook-types.js';
import type { toSubscription } from '../../domain/subscription/view.js';
import type { SUBSCRIPTION_WEBHOOKS } from '../../domain/subscription/webhook-types.js';
import type { debitRequest, mandateRequest } from '../../requests/mandate.js';
import type { kyc, link, reservedAccountRequest, sources, split } from '../../requests/reserved-account.js';
import type { amendment, replacement, subscriptionRequest } from '../../requests/subscription.js';
import type { Json } from '../json.js';
import type { WebhookKind } from './webhook-kind.js';

export type ReservedAccountRequest = z.input<typeof reservedAccountRequest>;
export type ReservedAccount = Json<ReturnType<typeof toReservedAccount>>;
export type Credit = Json<ReturnType<typeof toCreditView>>;
export type LinkRequest = z.input<typeof link>;
export type KycRequest = z.input<typeof kyc>;
export type SourcesRequest = z.input<typeof sources>;
export type SplitRequest = z.input<typeof split>;

export type SubscriptionRequest = z.input<typeof subscriptionRequest>;
export type Subscription = Json<ReturnType<typeof toSubscription>>;
export type SubscriptionAmendment = z.input<typeof amendment>;
export type ReplacementCard = z.input<typeof replacement>;

export type MandateRequest = z.input<typeof mandateRequest>;
export type Mandate = Json<ReturnType<typeof toMandate>>;
export type DebitRequest = z.input<typeof debitRequest>;
export type Debit = Json<ReturnType<typeof toDebitRow>>;

export interface AccountWebhooks {
  readonly mandate: WebhookKind<typeof MANDATE_WEBHOOKS, { readonly mandate: Mandate }>;
  readonly 'reserved-account': WebhookKind<
    typeof RESERVED_ACCOUNT_WEBHOOKS,
    { readonly reservedAccount: ReservedAccount }
  >;
  readonly subscription: WebhookKind<typeof SUBSCRIPTION_WEBHOOKS, { readonly subscription: Subscription }>;
}
