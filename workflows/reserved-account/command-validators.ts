import {
  type Identity,
  isOpen,
  type SourceFilter,
} from '../../src/domain/reserved-account/reserved-account.js';
import type { SplitItem } from '../../src/domain/split.js';
import { refusal } from '../shared/run/commands.js';
import { isOptional, isRecord, isText } from '../shared/run/shapes.js';
import { isSplit } from '../shared/run/terms.js';
import { isSources } from './validators.js';
import type { LinkRequest } from './messages.js';
import type { AccountLifecycle } from './lifecycle.js';

/** They run before an order is accepted; what they refuse leaves no trace in history. */

const BANK_CODE = /^\d{3,6}$/;
const ELEVEN_DIGITS = /^\d{11}$/;

export function refuseOver(lifecycle: AccountLifecycle): void {
  const { state } = lifecycle.known().snapshot();
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
