import {
  ACCOUNT_KINDS,
  type Identity,
  isOpen,
  type SourceFilter,
} from '../../src/domain/reserved-account/reserved-account.js';
import { isBankCode } from '../../src/domain/bank-account.js';
import { isReference } from '../../src/domain/reference.js';
import type { SplitItem } from '../../src/domain/split.js';
import { refusal } from '../shared/run/commands.js';
import { isOptional, isRecord, isText, isTexts } from '../shared/run/shapes.js';
import { isSplit } from '../shared/run/terms.js';
import type { AccountLifecycle } from './lifecycle.js';
import type { LinkRequest } from './messages.js';

const ELEVEN_DIGITS = /^\d{11}$/;

/** Returns what is wrong with the terms, if anything. The api checks the same; other clients may not. */
export function refuseTerms(terms: Readonly<Record<string, unknown>>): string | undefined {
  const { reference, kind, accountName, currency, customer, bvn, nin } = terms;
  const { incomeSplit, allowedSources, limitProfileCode } = terms;
  if (!isText(reference) || !isReference(reference)) return 'reference: expected a valid reference';
  if (!ACCOUNT_KINDS.some((each) => each === kind))
    return `kind: expected one of ${ACCOUNT_KINDS.join(', ')}`;
  if (!isText(accountName)) return 'accountName: expected a text';
  if (currency !== 'NGN') return 'currency: expected NGN';
  if (!isRecord(customer) || !isText(customer.email)) return 'customer.email: expected a text';
  if (customer.name !== undefined && typeof customer.name !== 'string')
    return 'customer.name: expected a text';
  const areNumbers = [bvn, nin].every(
    (given) => given === undefined || (isText(given) && ELEVEN_DIGITS.test(given)),
  );
  if (!areNumbers) return 'bvn and nin: expected 11 digits';
  if (!isOptional(incomeSplit, isSplit)) return 'incomeSplit: expected a list of shares of sub-accounts';
  if (!isOptional(allowedSources, isSources))
    return 'allowedSources: expected bvns, bankAccounts or accountNames';
  if (!isOptional(limitProfileCode, (given) => isText(given, 64))) return 'limitProfileCode: expected a text';
  return undefined;
}

// Validators of updates: they run before the update is accepted, so a refused one leaves no trace in history.

export function refuseClosed(lifecycle: AccountLifecycle): void {
  const { state } = lifecycle.subject().snapshot();
  if (!isOpen(state)) throw refusal('not-open', `the reserved account is ${state}`);
}

/** Clients of Temporal are not bound by our types. */
export function refuseShape(request: unknown): void {
  if (!isRecord(request)) throw refusal('invalid', 'expected an object');
}

export function refuseLink(lifecycle: AccountLifecycle, { all, banks }: LinkRequest): void {
  refuseClosed(lifecycle);
  const isList = (given: unknown) => Array.isArray(given) && given.length > 0 && given.every(isBankCode);
  const isGiven = all === true ? isOptional(banks, isList) : isList(banks);
  if (!isGiven) throw refusal('invalid', 'expected all or banks (3 to 6 digits each)');
}

export function refuseIdentity(lifecycle: AccountLifecycle, { bvn, nin }: Identity): void {
  refuseClosed(lifecycle);
  const given = [bvn, nin].filter((number) => number !== undefined);
  const areNumbers = given.every((number) => isText(number) && ELEVEN_DIGITS.test(number));
  if (given.length === 0 || !areNumbers) throw refusal('invalid', 'expected bvn or nin, 11 digits each');
}

export function refuseSources(lifecycle: AccountLifecycle, { restricted, allowed }: SourceFilter): void {
  refuseClosed(lifecycle);
  if (typeof restricted !== 'boolean') throw refusal('invalid', 'restricted: expected true or false');
  if (restricted && !allowed) throw refusal('invalid', 'allowed: required when restricted is true');
  if (!isOptional(allowed, isSources))
    throw refusal('invalid', 'allowed: expected bvns, bankAccounts or accountNames');
}

export function refuseSplit(
  lifecycle: AccountLifecycle,
  { items }: { readonly items: readonly SplitItem[] },
): void {
  refuseClosed(lifecycle);
  if (!isSplit(items)) throw refusal('invalid', 'items: expected a list of shares of sub-accounts');
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
