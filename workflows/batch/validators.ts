import { ON_VALIDATION_FAILURE } from '../../src/domain/batch/batch.js';
import { isReference } from '../../src/domain/reference.js';
import { isAmount, isInstant, isOptional, isText } from '../shared/run/shapes.js';

/** Returns what is wrong with the terms, if anything. The api checks the same; other clients may not. */
export function refuseTerms(terms: Readonly<Record<string, unknown>>): string | undefined {
  const { reference, title, narration, onValidationFailure, currency, count, sumKobo, fingerprint } = terms;
  const { retryOf, startAt, notAfter, duplicateIntended } = terms;
  const isOwn = (given: unknown) => isText(given) && isReference(given);
  if (!isOwn(reference)) return 'reference: expected a valid reference';
  if (!isText(title)) return 'title: expected a text';
  if (!isOptional(narration, isText)) return 'narration: expected a text';
  if (!ON_VALIDATION_FAILURE.some((each) => each === onValidationFailure)) {
    return `onValidationFailure: expected ${ON_VALIDATION_FAILURE.join(' or ')}`;
  }
  if (currency !== 'NGN') return 'currency: expected NGN';
  if (!isAmount(count) || count === 0) return 'count: expected a whole number above zero';
  if (!isAmount(sumKobo) || sumKobo === 0) return 'sumKobo: expected a whole number above zero';
  if (!isOwn(fingerprint)) return 'fingerprint: expected a fingerprint';
  if (!isOptional(retryOf, isOwn)) return 'retryOf: expected a valid reference';
  if (!isOptional(startAt, isInstant)) return 'startAt: expected an ISO 8601 instant';
  if (!isOptional(notAfter, isInstant)) return 'notAfter: expected an ISO 8601 instant';
  if (!isOptional(duplicateIntended, (given) => given === true)) return 'duplicateIntended: expected true';
  return undefined;
}
