import type { WatchOptions } from '../client/watch-options.js';
import type { CallOptions } from './http.js';
import type { List, ListQuery } from './list-query.js';
import type * as types from './types.js';

/** What every kind of lifecycle has. */
export interface Reads<View> {
  get(reference: string): Promise<View>;
  /** One page, from Temporal's visibility: needs no worker, lags by moments. */
  list(query?: ListQuery): Promise<List>;
  /** Yields it now and after each change, and ends at a final state. Survives a short outage of Temporal. */
  watch(reference: string, options?: WatchOptions): AsyncGenerator<View, void, undefined>;
  /** Resolves a review item, through the api. */
  resolveReviewItem(
    reference: string,
    key: string,
    resolution: types.Resolution,
    options?: CallOptions,
  ): Promise<View>;
}

export interface Lifecycle<Request, View> extends Reads<View> {
  /** Starts it, or joins the existing one with the same reference and terms. */
  create(request: Request, options?: CallOptions): Promise<types.Created<View>>;
  /** Checks with the gateway now, and returns the result. */
  confirm(reference: string): Promise<View>;
}

export interface Cancellable<View> {
  cancel(reference: string, options?: CallOptions): Promise<View>;
}

/** Money that arrived can be sent back. */
export interface Refundable {
  refund(
    reference: string,
    request: types.OwnedRefundRequest,
    options?: CallOptions,
  ): Promise<types.Created<types.Refund>>;
  refunds(reference: string): Promise<readonly types.Refund[]>;
}

/** Another person decides on payouts above a threshold, through the api. */
export interface Approvable<View> {
  approve(reference: string, decision?: types.Decision, options?: CallOptions): Promise<View>;
  decline(reference: string, decision?: types.Decision, options?: CallOptions): Promise<View>;
}

export interface Checkouts
  extends Lifecycle<types.CheckoutRequest, types.Checkout>, Cancellable<types.Checkout>, Refundable {
  /** A bank account for this checkout alone. */
  virtualAccount(
    reference: string,
    request?: types.VirtualAccountRequest,
    options?: CallOptions,
  ): Promise<types.VirtualAccount>;
  /** A new hosted page, after a decline. */
  page(reference: string, options?: CallOptions): Promise<types.Checkout>;
  /** Charges a card, through the api; `card.state` of the result says what is next. */
  chargeCard(reference: string, card: types.Card, options?: CallOptions): Promise<types.Checkout>;
  /** The OTP of the card, through the api. */
  submitOtp(reference: string, otp: string, options?: CallOptions): Promise<types.Checkout>;
  /** Continues after 3-D Secure, through the api. */
  authorizeThreeDs(reference: string, options?: CallOptions): Promise<types.Checkout>;
}

export interface Invoices
  extends Lifecycle<types.InvoiceRequest, types.Invoice>, Cancellable<types.Invoice>, Refundable {}

export interface Charges
  extends Lifecycle<types.ChargeRequest, types.Charge>, Cancellable<types.Charge>, Refundable {}

export interface ReservedAccounts extends Lifecycle<types.ReservedAccountRequest, types.ReservedAccount> {
  linkAccounts(
    reference: string,
    request: types.LinkRequest,
    options?: CallOptions,
  ): Promise<types.ReservedAccount>;
  updateKyc(
    reference: string,
    request: types.KycRequest,
    options?: CallOptions,
  ): Promise<types.ReservedAccount>;
  updateSources(
    reference: string,
    request: types.SourcesRequest,
    options?: CallOptions,
  ): Promise<types.ReservedAccount>;
  updateIncomeSplit(
    reference: string,
    request: types.SplitRequest,
    options?: CallOptions,
  ): Promise<types.ReservedAccount>;
  /** Closes the account at the gateway. */
  deallocate(reference: string, options?: CallOptions): Promise<types.ReservedAccount>;
  /** The newest credits; the newest last. */
  credits(reference: string): Promise<readonly types.Credit[]>;
}

export interface Subscriptions
  extends Lifecycle<types.SubscriptionRequest, types.Subscription>, Cancellable<types.Subscription> {
  pause(reference: string, options?: CallOptions): Promise<types.Subscription>;
  resume(reference: string, options?: CallOptions): Promise<types.Subscription>;
  /** Changes the amount from the next period on. */
  amend(
    reference: string,
    request: types.SubscriptionAmendment,
    options?: CallOptions,
  ): Promise<types.Subscription>;
  replaceCard(
    reference: string,
    card: types.ReplacementCard,
    options?: CallOptions,
  ): Promise<types.Subscription>;
}

export interface Mandates extends Lifecycle<types.MandateRequest, types.Mandate>, Cancellable<types.Mandate> {
  /** Debits the account now; a repeat with the same reference gets the same debit. */
  debit(
    reference: string,
    request: types.DebitRequest,
    options?: CallOptions,
  ): Promise<types.Created<types.Debit>>;
}

export interface Transfers
  extends
    Lifecycle<types.TransferRequest, types.Transfer>,
    Cancellable<types.Transfer>,
    Approvable<types.Transfer> {
  /** The OTP of the payout, through the api. */
  submitOtp(reference: string, otp: string, options?: CallOptions): Promise<types.Transfer>;
  resendOtp(reference: string, options?: CallOptions): Promise<types.Transfer>;
}

export interface Batches
  extends Lifecycle<types.BatchRequest, types.Batch>, Cancellable<types.Batch>, Approvable<types.Batch> {
  /** Each row with what became of it. */
  rows(reference: string): AsyncGenerator<types.BatchRow, void, undefined>;
  /** The OTP of a part, through the api. */
  submitOtp(reference: string, part: number, otp: string, options?: CallOptions): Promise<types.BatchPart>;
  resendOtp(reference: string, part: number, options?: CallOptions): Promise<types.BatchPart>;
}

export interface Bills
  extends Lifecycle<types.BillRequest, types.Bill>, Cancellable<types.Bill>, Approvable<types.Bill> {}

export interface Paycodes
  extends
    Lifecycle<types.PaycodeRequest, types.Paycode>,
    Cancellable<types.Paycode>,
    Approvable<types.Paycode> {
  /** The code, which is cash, through the api: show it to the beneficiary only, and store it nowhere. */
  reveal(reference: string): Promise<{ readonly reference: string; readonly code: string }>;
}

/** Which transaction a refund belongs to. */
export interface OfTransaction {
  readonly transactionReference: string;
}

export interface Refunds {
  create(request: types.RefundRequest, options?: CallOptions): Promise<types.Created<types.Refund>>;
  get(reference: string, of: OfTransaction): Promise<types.Refund>;
  /** All refunds of a transaction. */
  ofTransaction(transactionReference: string): Promise<types.RefundsOfTransaction>;
  /** One page of transactions with refunds. */
  list(query?: ListQuery): Promise<List>;
  watch(
    reference: string,
    options: OfTransaction & WatchOptions,
  ): AsyncGenerator<types.Refund, void, undefined>;
  confirm(reference: string, of: OfTransaction): Promise<types.Refund>;
  cancel(reference: string, of: OfTransaction & CallOptions): Promise<types.Refund>;
  approve(reference: string, of: OfTransaction & types.Decision & CallOptions): Promise<types.Refund>;
  decline(reference: string, of: OfTransaction & types.Decision & CallOptions): Promise<types.Refund>;
}

/** The client of a merchant's service. */
export interface Oware {
  readonly batches: Batches;
  readonly bills: Bills;
  readonly charges: Charges;
  readonly checkouts: Checkouts;
  readonly invoices: Invoices;
  readonly mandates: Mandates;
  readonly paycodes: Paycodes;
  readonly refunds: Refunds;
  readonly reservedAccounts: ReservedAccounts;
  readonly settlements: Reads<types.Settlement>;
  readonly subscriptions: Subscriptions;
  readonly transfers: Transfers;
  readonly walletDays: Reads<types.WalletDay>;
  /** Closes the connection to Temporal. */
  close(): Promise<void>;
}
