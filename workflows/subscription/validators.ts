import { refusePlan } from '../../src/domain/plan.js';
import { isReference } from '../../src/domain/reference.js';
import { refuseCardTerms, refuseSource } from '../shared/charge/terms.js';
import { refusal } from '../shared/run/commands.js';
import { isAmount, isOptional, isRecord, isText } from '../shared/run/shapes.js';

const MOST_RETRIES = 5;
const MOST_RETRY_DAYS = 60;

/** Returns what is wrong with the terms, if anything. The api checks the same; other clients may not. */
export function refuseTerms(terms: Readonly<Record<string, unknown>>): string | undefined {
  const { reference, amountKobo, currency, plan, retryAfterDays } = terms;
  if (!isText(reference) || !isReference(reference)) return 'reference: expected a valid reference';
  if (!isAmount(amountKobo) || amountKobo === 0) return 'amountKobo: expected a whole number above zero';
  if (currency !== 'NGN') return 'currency: expected NGN';
  if (!isOptional(retryAfterDays, areRetries)) return 'retryAfterDays: expected at most 5 numbers of days';
  return refusePlan(plan) ?? refuseCardTerms(terms);
}

function areRetries(given: unknown): boolean {
  return Array.isArray(given) && given.length <= MOST_RETRIES && given.every(isRetryDays);
}

const isRetryDays = (given: unknown) =>
  Number.isSafeInteger(given) && (given as number) >= 1 && (given as number) <= MOST_RETRY_DAYS;

export function refuseAmendment(request: unknown): void {
  if (!isRecord(request) || !isAmount(request.amountKobo) || request.amountKobo === 0)
    throw refusal('invalid', 'amountKobo: expected a whole number above zero');
}

export function refuseReplacement(request: unknown): void {
  if (!isRecord(request)) throw refusal('invalid', 'expected the source of a card');
  const { email } = request;
  const isAddress = isOptional(email, (given) => isText(given));
  const reason = isAddress ? refuseSource(request, { email }) : 'email: expected a text';
  if (reason !== undefined) throw refusal('invalid', reason);
}
