import { ACCOUNT_KINDS } from '../../src/domain/reserved-account/reserved-account.js';
import { isReference } from '../../src/domain/reference.js';
import { isOptional, isRecord, isText, isTexts } from '../shared/run/shapes.js';
import { isSplit } from '../shared/run/terms.js';

const ELEVEN_DIGITS = /^\d{11}$/;

/** What is wrong with these terms, if anything is. The api has refused all of it before; others may not have. */
export function refuseTerms(terms: Readonly<Record<string, unknown>>): string | undefined {
  const { reference, kind, accountName, currency, customer, bvn, nin } = terms;
  const { incomeSplit, allowedSources, limitProfileCode } = terms;
  if (!isText(reference) || !isReference(reference)) return 'reference is none';
  if (!ACCOUNT_KINDS.some((each) => each === kind)) return `kind must be one of ${ACCOUNT_KINDS.join(', ')}`;
  if (!isText(accountName)) return 'accountName must be a text';
  if (currency !== 'NGN') return 'currency must be NGN';
  if (!isRecord(customer) || !isText(customer.email)) return 'customer.email must be a text';
  if (customer.name !== undefined && typeof customer.name !== 'string') return 'customer.name must be a text';
  const areNumbers = [bvn, nin].every(
    (given) => given === undefined || (isText(given) && ELEVEN_DIGITS.test(given)),
  );
  if (!areNumbers) return 'bvn and nin are 11 digits';
  if (!isOptional(incomeSplit, isSplit)) return 'incomeSplit must be a list of shares of sub accounts';
  if (!isOptional(allowedSources, isSources)) return 'allowedSources must name bvns, accounts or names';
  if (!isOptional(limitProfileCode, (given) => isText(given, 64))) return 'limitProfileCode must be a text';
  return undefined;
}

export function isSources(given: unknown): boolean {
  if (!isRecord(given)) return false;
  const { bvns, bankAccounts, accountNames } = given;
  return (
    isOptional(bvns, isTexts) && isOptional(accountNames, isTexts) && isOptional(bankAccounts, areAccounts)
  );
}

function areAccounts(given: unknown): boolean {
  const isAccount = (each: unknown) => isRecord(each) && isText(each.accountNumber) && isText(each.bankCode);
  return Array.isArray(given) && given.every(isAccount);
}
