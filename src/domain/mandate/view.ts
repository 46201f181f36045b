import { toStanding } from '../lifecycle/state-view.js';
import { masked } from '../mask.js';
import { type Kobo, toNaira } from '../money.js';
import { toSplitView } from '../split.js';
import { countedKobo, type Debit, type DebitsInReview, isSafeToDebitAgain } from './debit.js';
import { type DebitPlan, type MandateSnapshot, whyNoDebits } from './mandate.js';

/** A mandate as merchants see it, in replies and in webhooks. */
export function toMandate(mandate: MandateSnapshot) {
  const { terms, debited, debits, packed } = mandate;
  const { amountKobo, debitAmountKobo, account, incomeSplit } = terms;
  const counted = countedKobo(debits, packed);
  return {
    reference: terms.reference,
    state: mandate.state,
    reason: mandate.reason,
    gatewayStatus: mandate.gatewayStatus,
    unexpected: mandate.unexpected,
    mandateCode: mandate.mandateCode,
    currency: terms.currency,
    ...(amountKobo !== undefined && { amount: toNaira(amountKobo), amountKobo }),
    ...(debitAmountKobo !== undefined && { debitAmount: toNaira(debitAmountKobo), debitAmountKobo }),
    autoRenew: terms.autoRenew ?? false,
    customerCancellation: terms.customerCancellation ?? false,
    startAt: terms.startAt,
    endAt: terms.endAt,
    description: terms.description,
    customer: terms.customer,
    account: { ...account, accountNumber: masked(account.accountNumber) },
    incomeSplit: incomeSplit?.map(toSplitView),
    plan: terms.plan && toPlanView(terms.plan),
    onDemand: terms.plan === undefined || terms.onDemand === true,
    authorizationLink: mandate.authorizationLink,
    authorizationMessage: mandate.authorizationMessage,
    nextDebitAt: mandate.nextDebitAt,
    missed: mandate.missed,
    noDebits: toNoDebits(mandate),
    cancel: mandate.cancel,
    debited: { count: debited.count, ...toSum(debited.sumKobo) },
    counted: toSum(counted),
    ...toStanding(mandate),
  };
}

/** All reasons, since the first of them. */
function toNoDebits(mandate: MandateSnapshot) {
  const [since, reason] = [mandate.fences?.[0]?.since, whyNoDebits(mandate)];
  return since === undefined || reason === undefined ? undefined : { since, reason };
}

function toSum(sumKobo: Kobo) {
  return { sum: toNaira(sumKobo), sumKobo };
}

function toPlanView({ amountKobo, ...plan }: DebitPlan) {
  return { ...plan, ...(amountKobo !== undefined && { amount: toNaira(amountKobo), amountKobo }) };
}

/** Its debits, the newest last. */
export function toDebits(mandate: MandateSnapshot) {
  const { terms, debited, debits } = mandate;
  return {
    reference: terms.reference,
    debited: { count: debited.count, ...toSum(debited.sumKobo) },
    debits: debits.filter(({ isPossible }) => !isPossible).map((debit) => toDebitRow(debit, mandate)),
  };
}

/** One debit, by the merchant's own reference or by that at the gateway. */
export function toDebit(mandate: MandateSnapshot, reference: string) {
  const found = mandate.debits.find(
    (debit) => !debit.isPossible && (debit.ownReference === reference || debit.reference === reference),
  );
  return found && toDebitRow(found, mandate);
}

/** `mandate`: another attempt of the same due date may have money, and an event or a review item may say so. */
export function toDebitRow(debit: Debit, mandate: DebitsInReview) {
  return {
    reference: debit.ownReference ?? debit.reference,
    gatewayReference: debit.reference,
    day: debit.day,
    attempt: debit.attempt,
    state: debit.state,
    reason: debit.reason,
    safeToDebitAgain: isSafeToDebitAgain(debit, mandate),
    amount: toNaira(debit.amountKobo),
    amountKobo: debit.amountKobo,
    narration: debit.narration,
    requestedAt: debit.requestedAt,
    dueAt: debit.dueAt,
    notAfter: debit.notAfter,
    sentAt: debit.sentAt,
    transactionReference: debit.transactionReference,
    unexpected: debit.unexpected,
  };
}
