import { type World } from '../world.js';
import { bankOf } from './banks.js';
import { holderOf } from './people.js';
import { scenarioAccount } from './scenario-accounts.js';

/** The account name that a name enquiry at this bank returns. */
export function nameAt(world: World, bankCode: string, accountNumber: string): string | undefined {
  if (!bankOf(bankCode)) return undefined;
  const issued = world.virtualAccounts.get(accountNumber);
  if (issued?.bankCode === bankCode) return issued.accountName;
  const opened = world.bankAccounts.get(`${bankCode}:${accountNumber}`);
  return opened?.accountName ?? scenarioAccount(accountNumber)?.accountName ?? holderOf(accountNumber);
}

/** Tolerant, as the gateway documents it: ignores order, case, accents, one typo per word and omitted middle names. */
export function namesAgree(given: string, held: string): boolean {
  const requested = wordsOf(given);
  const known = wordsOf(held);
  const matched = requested.filter((word) => known.some((other) => almostEqual(word, other))).length;
  return matched >= Math.min(2, known.length) && matched * 3 >= requested.length * 2;
}

/** Upper case without accents, as banks store names. */
export function plainName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
}

function wordsOf(name: string): string[] {
  return plainName(name)
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');
}

function almostEqual(one: string, other: string): boolean {
  if (one === other) return true;
  if (Math.min(one.length, other.length) < 4 || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [tail, otherTail] = [one.slice(start), other.slice(start)];
  return tail.slice(1) === otherTail.slice(1) || tail.slice(1) === otherTail || tail === otherTail.slice(1);
}
