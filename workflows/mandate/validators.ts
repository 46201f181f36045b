import { isAccountNumber, isBankCode } from '../../src/domain/bank-account.js';
import { holdsCardNumber, NO_CARD_NUMBER } from '../../src/domain/card-number.js';
import { MOST_ATTEMPTS } from '../../src/domain/mandate/mandate.js';
import { refusePlan } from '../../src/domain/plan.js';
import { isReference } from '../../src/domain/reference.js';
import type { ReviewResolution } from '../shared/messages.js';
import { refusal } from '../shared/run/commands.js';
import { isAmount, isInstant, isOptional, isRecord, isText } from '../shared/run/shapes.js';
import { isSplit } from '../shared/run/terms.js';

type Given = Readonly<Record<string, unknown>>;

const isTrue = (given: unknown) => given === true;
const isPositive = (given: unknown) => isAmount(given) && given > 0;

/** Returns what is wrong with the terms, if anything. The api checks the same; other clients may not. */
export function refuseTerms(terms: Given): string | undefined {
  const { reference, currency, customer, account, description } = terms;
  if (!isText(reference) || !isReference(reference)) return 'reference: expected a valid reference';
  if (currency !== 'NGN') return 'currency: expected NGN';
  if (!isText(description)) return 'description: expected a text';
  return refuseCustomer(customer) ?? refuseAccount(account) ?? refuseAmounts(terms) ?? refuseDates(terms);
}

function refuseCustomer(customer: unknown): string | undefined {
  if (!isRecord(customer)) return 'customer: missing';
  const missing = ['name', 'email', 'phone', 'address'].find((field) => !isText(customer[field]));
  return missing === undefined ? undefined : `customer.${missing}: expected a text`;
}

function refuseAccount(account: unknown): string | undefined {
  if (!isRecord(account)) return 'account: missing';
  if (!isBankCode(account.bankCode)) return 'account.bankCode: expected 3 to 6 digits';
  if (!isAccountNumber(account.accountNumber)) return 'account.accountNumber: expected 10 digits';
  return isOptional(account.accountName, (given) => isText(given))
    ? undefined
    : 'account.accountName: expected a text';
}

function refuseAmounts(terms: Given): string | undefined {
  const { amountKobo, debitAmountKobo, autoRenew, customerCancellation, onDemand, plan } = terms;
  if (!isOptional(amountKobo, isPositive)) return 'amountKobo: expected a whole number above zero';
  if (!isOptional(debitAmountKobo, isPositive)) return 'debitAmountKobo: expected a whole number above zero';
  if (amountKobo !== undefined && (debitAmountKobo as number) > (amountKobo as number))
    return 'debitAmountKobo: above amountKobo';
  for (const [name, flag] of Object.entries({ autoRenew, customerCancellation, onDemand })) {
    if (!isOptional(flag, isTrue)) return `${name}: expected true`;
  }
  if (!isOptional(terms.redirectUrl, (given) => isText(given, 2_048))) return 'redirectUrl: expected a URL';
  if (!isOptional(terms.incomeSplit, isSplit))
    return 'incomeSplit: expected a list of shares of sub-accounts';
  return plan === undefined ? undefined : refuseDebitPlan(plan, debitAmountKobo);
}

function refuseDebitPlan(plan: unknown, fixed: unknown): string | undefined {
  const wrong = refusePlan(plan);
  if (wrong !== undefined) return wrong;
  const { amountKobo, attempts } = plan as Given;
  if (fixed === undefined && !isPositive(amountKobo))
    return 'plan.amountKobo: expected a whole number above zero';
  if (fixed !== undefined && amountKobo !== undefined)
    return 'plan.amountKobo: the mandate has a fixed amount';
  const isCount = (given: unknown) =>
    Number.isSafeInteger(given) && (given as number) >= 1 && (given as number) <= MOST_ATTEMPTS;
  return isOptional(attempts, isCount) ? undefined : `plan.attempts: expected 1 to ${MOST_ATTEMPTS}`;
}

function refuseDates({ startAt, endAt }: Given): string | undefined {
  if (!isInstant(startAt)) return 'startAt: expected an ISO 8601 instant';
  if (!isInstant(endAt)) return 'endAt: expected an ISO 8601 instant';
  return Date.parse(endAt) > Date.parse(startAt) ? undefined : 'endAt: must be after startAt';
}

/** Runs before the command is accepted. The api checks the same; other clients may not. */
export function refuseDebitShape(request: unknown): void {
  const problem = isRecord(request) ? problemIn(request) : 'expected a debit';
  if (problem !== undefined) throw refusal('invalid', problem);
}

function problemIn({ reference, amountKobo, narration }: Given): string | undefined {
  if (!isText(reference) || !isReference(reference)) return 'reference: expected a valid reference';
  if (!isPositive(amountKobo)) return 'amountKobo: expected a whole number above zero';
  if (!isOptional(narration, (given) => isText(given))) return 'narration: expected a text';
  return isText(narration) && holdsCardNumber(narration) ? `narration: ${NO_CARD_NUMBER}` : undefined;
}

/** The review item that waits for the total after a recovery. */
export const TOTAL_KEY = 'unresolved:total';

/** An operator who says that debits were made states how much they were. */
export function refuseMissingTotal({ key, decision, amountKobo }: ReviewResolution): void {
  if (key !== TOTAL_KEY || decision !== 'happened' || amountKobo !== undefined) return;
  throw refusal('invalid', 'amountKobo: expected the total that was debited');
}
