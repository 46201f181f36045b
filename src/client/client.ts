import { type Client } from '@temporalio/client';
import { INVOICE } from '../../workflows/invoice/messages.js';
import {
  authorizeThreeDs,
  type CardCharge,
  chargeCard,
  type OtpSubmission,
  submitOtp,
  CHECKOUT,
  requestPage,
  requestVirtualAccount,
  type VirtualAccountRequest,
} from '../../workflows/checkout/messages.js';
import type { InvoiceSnapshot, InvoiceTerms } from '../domain/invoice/invoice.js';
import type {
  GatewayReadAnswer,
  GatewayReadName,
  GatewayRead,
} from '../../workflows/gateway-read/messages.js';
import { UNMATCHED_EVENT } from '../../workflows/unmatched-event/messages.js';
import type { LifecycleEvent } from '../domain/lifecycle/event.js';
import type { CheckoutTerms, CheckoutSnapshot, VirtualAccount } from '../domain/checkout/checkout.js';
import type {
  UnmatchedEventSnapshot,
  UnmatchedEventTerms,
} from '../domain/unmatched-event/unmatched-event.js';
import { ask } from './gateway-read.js';
import type { CommandOptions } from './command-id.js';
import { KINDS } from './kinds.js';
import { deliverEvent } from './deliver-event.js';
import type { ClientContext } from './context.js';
import { createReservedAccounts, type ReservedAccounts } from './reserved-accounts.js';
import { createLifecycleClient, type LifecycleClient } from './lifecycle-client.js';
import { storeUnmatchedEvent } from './store-unmatched-event.js';

export type { CollectionState } from '../domain/collection/collection.js';
export type { InvoiceAccount, InvoiceSnapshot, InvoiceTerms } from '../domain/invoice/invoice.js';
export type { CheckoutTerms, CheckoutSnapshot, VirtualAccount } from '../domain/checkout/checkout.js';
export type {
  ReservedAccountSnapshot,
  ReservedAccountState,
  ReservedAccountTerms,
} from '../domain/reserved-account/reserved-account.js';
export type {
  UnmatchedEventSnapshot,
  UnmatchedEventTerms,
} from '../domain/unmatched-event/unmatched-event.js';
export type { CommandOptions } from './command-id.js';
export type { CreateAnswer } from './create.js';
export type { ReservedAccounts } from './reserved-accounts.js';
export type { LifecycleClient } from './lifecycle-client.js';
export { NotFoundError, RefusedError, StillWorkingError, UnavailableError } from './errors.js';
export { workflowIdOf } from './ids.js';
export { isRefusedInput } from './read.js';
export { mintReference, referenceFromKey } from './references.js';

/** The gateway knows no cancel of a checkout: the snapshot's `expiresAt` says until when it can still be paid. */
export interface Checkouts extends LifecycleClient<CheckoutTerms, CheckoutSnapshot> {
  virtualAccount(
    reference: string,
    request?: VirtualAccountRequest,
    options?: CommandOptions,
  ): Promise<VirtualAccount>;
  /** A fresh hosted page after a declined card. */
  page(reference: string, options?: CommandOptions): Promise<CheckoutSnapshot>;
  /** Charges a card that a desk holds; the snapshot's `card` says what the payer must do next. */
  chargeCard(reference: string, charge: CardCharge, options?: CommandOptions): Promise<CheckoutSnapshot>;
  submitOtp(reference: string, code: OtpSubmission, options?: CommandOptions): Promise<CheckoutSnapshot>;
  authorizeThreeDs(reference: string, options?: CommandOptions): Promise<CheckoutSnapshot>;
}

/** They begin at the event endpoint only. */
export interface UnmatchedEvents extends Omit<
  LifecycleClient<UnmatchedEventTerms, UnmatchedEventSnapshot>,
  'create'
> {
  /** Resolves when Temporal has stored it; needs no worker. The same event again is stored once. */
  keep(terms: UnmatchedEventTerms): Promise<void>;
}

/** What a merchant's service, or our own HTTP API, can do. */
export interface OwareClient {
  readonly checkouts: Checkouts;
  /** A cancel is the gateway's to decide: what was paid there before is not cancelled, and says so. */
  readonly invoices: LifecycleClient<InvoiceTerms, InvoiceSnapshot>;
  readonly reservedAccounts: ReservedAccounts;
  /** Signed events without a lifecycle; each waits until a person has resolved it. */
  readonly unmatchedEvents: UnmatchedEvents;
  /** A gateway read, made by a worker. */
  readonly ask: <Name extends GatewayReadName>(
    name: Name,
    request: GatewayRead<Name>['request'],
  ) => Promise<GatewayReadAnswer<Name>>;
  /** For the event endpoint: resolves when Temporal has accepted the event; false where no lifecycle takes it. */
  readonly deliverEvent: (
    to: { readonly lifecycle: string; readonly reference: string },
    event: LifecycleEvent,
  ) => Promise<boolean>;
}

export interface OwareClientOptions {
  /** A Temporal client; its data converter must be the workers' own. */
  readonly client: Client;
  readonly taskQueue: string;
  /** How long a call waits for a story before it answers with what is known so far. */
  readonly timeoutMs?: number;
}

export function createOwareClient({
  client,
  taskQueue,
  timeoutMs = 10_000,
}: OwareClientOptions): OwareClient {
  const context = { client, taskQueue, timeoutMs };
  const checkouts = createLifecycleClient(context, CHECKOUT);
  return {
    checkouts: {
      ...checkouts,
      virtualAccount: (reference, request = {}, options) =>
        checkouts.order(reference, { update: requestVirtualAccount, args: [request] }, options),
      page: (reference, options) => checkouts.order(reference, { update: requestPage, args: [] }, options),
      // each call has a handle of its own: of a card only its digits tell two commands apart, of a code nothing
      chargeCard: (reference, charge, options) => {
        const fingerprint = charge.card;
        return checkouts.order(reference, { update: chargeCard, args: [charge], fingerprint }, options);
      },
      submitOtp: (reference, code, options) =>
        checkouts.order(reference, { update: submitOtp, args: [code], fingerprint: null }, options),
      authorizeThreeDs: (reference, options) =>
        checkouts.order(reference, { update: authorizeThreeDs, args: [] }, options),
    },
    invoices: createLifecycleClient(context, INVOICE),
    reservedAccounts: createReservedAccounts(context),
    unmatchedEvents: createUnmatchedEvents(context),
    ask: (name, request) => ask(context, { name, request }),
    deliverEvent: async ({ lifecycle, reference }, event) => {
      const kind = KINDS[lifecycle];
      if (kind) await deliverEvent(context, { kind, reference }, event);
      return kind !== undefined;
    },
  };
}

function createUnmatchedEvents(context: ClientContext): UnmatchedEvents {
  return {
    ...createLifecycleClient(context, UNMATCHED_EVENT),
    keep: (terms) => storeUnmatchedEvent(context, terms),
  };
}
