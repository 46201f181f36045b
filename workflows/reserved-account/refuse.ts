import {
  type Identity,
  isOpen,
  type SourceFilter,
  type SplitItem,
} from '../../src/domain/reserved-account.js';
import { refusal } from '../shared/hear.js';
import type { LinkRequest } from './messages.js';
import type { AccountStory } from './story.js';

/** They run before an order is accepted; what they refuse leaves no trace in history. */

const BANK_CODE = /^\d{3,6}$/;
const ELEVEN_DIGITS = /^\d{11}$/;

export function refuseOver(story: AccountStory): void {
  const { state } = story.known().snapshot();
  if (!isOpen(state)) throw refusal('not-open', `the reserved account is ${state}`);
}

export function refuseLink(story: AccountStory, { all, banks }: LinkRequest): void {
  refuseOver(story);
  const isList =
    Array.isArray(banks) && banks.length > 0 && banks.every((code) => BANK_CODE.test(String(code)));
  if (all !== true && !isList) throw refusal('invalid', 'all or banks (3 to 6 digits each) must be given');
}

export function refuseIdentity(story: AccountStory, { bvn, nin }: Identity): void {
  refuseOver(story);
  const given = [bvn, nin].filter((number) => number !== undefined);
  const areNumbers = given.every((number) => ELEVEN_DIGITS.test(number));
  if (given.length === 0 || !areNumbers)
    throw refusal('invalid', 'bvn and nin are 11 digits; one must be given');
}

export function refuseSources(story: AccountStory, { restricted, allowed }: SourceFilter): void {
  refuseOver(story);
  if (typeof restricted !== 'boolean') throw refusal('invalid', 'restricted must be true or false');
  if (restricted && !allowed) throw refusal('invalid', 'allowed must be given when restricted is true');
}

export function refuseSplit(story: AccountStory, { items }: { readonly items: readonly SplitItem[] }): void {
  refuseOver(story);
  if (!Array.isArray(items)) throw refusal('invalid', 'items must be a list');
}
