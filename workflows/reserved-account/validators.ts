import {
  ACCOUNT_KINDS,
  type Identity,
  isOpen,
  type SourceFilter,
} from '../../src/domain/reserved-account/reserved-account.js';
import { isReference } from '../../src/domain/reference.js';
import type { SplitItem } from '../../src/domain/split.js';
import { refusal } from '../shared/run/commands.js';
import { isOptional, isRecord, isText, isTexts } from '../shared/run/shapes.js';
import { isSplit } from '../shared/run/terms.js';
import type { AccountLifecycle } from './lifecycle.js';
import type { LinkRequest } from './messages.js';

const BANK_CODE = /^\d{3,6}$/;
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

// Validators of updates: they run before the update is accepted, so a refused one leaves no trace in history.

export function refuseOver(lifecycle: AccountLifecycle): void {
  const { state } = lifecycle.subject().snapshot();
  if (!isOpen(state)) throw refusal('not-open', `the reserved account is ${state}`);
}

/** Whoever sends an update is not bound by our types. */
export function refuseShape(request: unknown): void {
  if (!isRecord(request)) throw refusal('invalid', 'an object must be given');
}

export function refuseLink(lifecycle: AccountLifecycle, { all, banks }: LinkRequest): void {
  refuseOver(lifecycle);
  const isList = (given: unknown) =>
    Array.isArray(given) && given.length > 0 && given.every((code) => isText(code) && BANK_CODE.test(code));
  const isGiven = all === true ? isOptional(banks, isList) : isList(banks);
  if (!isGiven) throw refusal('invalid', 'all or banks (3 to 6 digits each) must be given');
}

export function refuseIdentity(lifecycle: AccountLifecycle, { bvn, nin }: Identity): void {
  refuseOver(lifecycle);
  const given = [bvn, nin].filter((number) => number !== undefined);
  const areNumbers = given.every((number) => isText(number) && ELEVEN_DIGITS.test(number));
  if (given.length === 0 || !areNumbers)
    throw refusal('invalid', 'bvn and nin are 11 digits; one must be given');
}

export function refuseSources(lifecycle: AccountLifecycle, { restricted, allowed }: SourceFilter): void {
  refuseOver(lifecycle);
  if (typeof restricted !== 'boolean') throw refusal('invalid', 'restricted must be true or false');
  if (restricted && !allowed) throw refusal('invalid', 'allowed must be given when restricted is true');
  if (!isOptional(allowed, isSources)) throw refusal('invalid', 'allowed must name bvns, accounts or names');
}

export function refuseSplit(
  lifecycle: AccountLifecycle,
  { items }: { readonly items: readonly SplitItem[] },
): void {
  refuseOver(lifecycle);
  if (!isSplit(items)) throw refusal('invalid', 'items must be a list of shares of sub accounts');
}

function isSources(given: unknown): boolean {
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
