import { isAccountNumber, isBankCode } from '../../src/domain/bank-account.js';
import { isReference } from '../../src/domain/reference.js';
import { isAmount, isInstant, isOptional, isRecord, isText } from '../shared/run/shapes.js';

/** The gateway requires three characters. */
const SHORTEST_NARRATION = 3;

/** Returns what is wrong with the terms, if anything. The api checks the same; other clients may not. */
export function refuseTerms(terms: Readonly<Record<string, unknown>>): string | undefined {
  const { reference, amountKobo, currency, destination, narration, startAt, notAfter, duplicateIntended } =
    terms;
  if (!isText(reference) || !isReference(reference)) return 'reference: expected a valid reference';
  if (!isAmount(amountKobo) || amountKobo === 0) return 'amountKobo: expected a whole number above zero';
  if (currency !== 'NGN') return 'currency: expected NGN';
  if (!isRecord(destination)) return 'destination: missing';
  const { bankCode, accountNumber, accountName } = destination;
  if (!isBankCode(bankCode)) return 'destination.bankCode: expected 3 to 6 digits';
  if (!isAccountNumber(accountNumber)) return 'destination.accountNumber: expected 10 digits';
  if (!isText(accountName)) return 'destination.accountName: expected a text';
  if (!isText(narration) || narration.length < SHORTEST_NARRATION)
    return 'narration: expected at least 3 characters';
  if (!isOptional(startAt, isInstant)) return 'startAt: expected an ISO 8601 instant';
  if (!isOptional(notAfter, isInstant)) return 'notAfter: expected an ISO 8601 instant';
  if (!isOptional(duplicateIntended, (given) => given === true)) return 'duplicateIntended: expected true';
  return undefined;
}
