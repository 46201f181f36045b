import { toStanding } from '../lifecycle/state-view.js';
import type { Credit } from './credit.js';
import { masked } from '../mask.js';
import { inNairaAndKobo, type Kobo, toNaira } from '../money.js';
import type { AllowedSources, Identity, ReservedAccountSnapshot } from './reserved-account.js';
import { toSplitView } from '../split.js';

/** An account as merchants see it, in replies and in webhooks. BVN and NIN are always masked. */
export function toReservedAccount(account: ReservedAccountSnapshot) {
  const { terms, credited, sources } = account;
  return {
    reference: terms.reference,
    kind: terms.kind,
    state: account.state,
    reason: account.reason,
    unexpected: account.unexpected,
    accountName: terms.accountName,
    currency: terms.currency,
    limitProfileCode: terms.limitProfileCode,
    customer: terms.customer,
    ...toIdentity(account.identity),
    accounts: account.accounts,
    paymentSources: {
      restricted: sources.restricted,
      allowed: sources.allowed && toAllowed(sources.allowed),
    },
    incomeSplit: account.incomeSplit.map(toSplitView),
    credited: toSum(credited),
    ...toStanding(account),
  };
}

/** The newest credits last. */
export function toCredits({ terms, credited, credits }: ReservedAccountSnapshot) {
  return { reference: terms.reference, ...toSum(credited), credits: credits.map(toCreditView) };
}

export function toCreditView({ amountKobo, refundedKobo, ...credit }: Credit) {
  const refunded = refundedKobo !== undefined && { refunded: toNaira(refundedKobo), refundedKobo };
  return { ...credit, amount: toNaira(amountKobo), amountKobo, ...refunded };
}

/** A credit whose amount changed since the merchant was sent it. */
export function toChangedCredit(credit: Credit, previousAmountKobo: Kobo) {
  return { ...toCreditView(credit), ...inNairaAndKobo('previousAmount', previousAmountKobo) };
}

type Maybe<Value> = Value | null | undefined;

/** The gateway's record, as far as merchants may see it. */
export function toGatewayAccount(record: {
  readonly status?: Maybe<string>;
  readonly accountName?: Maybe<string>;
  readonly accounts?: Maybe<readonly object[]>;
  readonly restrictPaymentSource?: Maybe<boolean>;
  readonly transactionCount?: Maybe<number>;
  readonly bvn?: Maybe<string>;
  readonly nin?: Maybe<string>;
}) {
  const { status, accountName, accounts, restrictPaymentSource: restricted, transactionCount } = record;
  return { status, accountName, ...toIdentity(record), accounts, restricted, transactionCount };
}

interface Row {
  readonly transactionReference: string;
  readonly paymentStatus: string;
  readonly amount: Kobo;
  readonly amountPaid?: Maybe<Kobo>;
  readonly fee?: Maybe<Kobo>;
  readonly paymentMethod?: Maybe<string>;
  readonly createdOn?: Maybe<string>;
  readonly completedOn?: Maybe<string>;
}

/** One page of the gateway's listing, the newest first. */
export function toTransactions(
  reference: string,
  page: { readonly content: readonly Row[]; readonly totalElements?: Maybe<number> },
) {
  return { reference, total: page.totalElements, transactions: page.content.map(toTransaction) };
}

function toTransaction(row: Row) {
  const amountKobo = row.amountPaid ?? row.amount;
  return {
    transactionReference: row.transactionReference,
    state: row.paymentStatus,
    amount: toNaira(amountKobo),
    amountKobo,
    fee: row.fee == null ? undefined : toNaira(row.fee),
    method: row.paymentMethod,
    createdAt: row.createdOn,
    completedAt: row.completedOn,
  };
}

export function toIdentity({ bvn, nin }: { readonly [Field in keyof Identity]: string | null | undefined }) {
  return { ...(bvn && { bvn: masked(bvn) }), ...(nin && { nin: masked(nin) }) };
}

function toSum({ count, sumKobo }: ReservedAccountSnapshot['credited']) {
  return { count, sum: toNaira(sumKobo), sumKobo };
}

function toAllowed({ bvns, ...others }: AllowedSources) {
  return { ...(bvns && { bvns: bvns.map(masked) }), ...others };
}
