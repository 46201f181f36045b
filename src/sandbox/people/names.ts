import { type World } from '../world.js';
import { bankOf } from './banks.js';
import { holderOf } from './people.js';
import { scenarioAccount } from './scenario-accounts.js';

/** The name that a bank holds for an account, as name enquiry gives it. */
export function nameAt(world: World, bankCode: string, accountNumber: string): string | undefined {
  if (!bankOf(bankCode)) return undefined;
  const lent = world.virtualAccounts.get(accountNumber);
  if (lent?.bankCode === bankCode) return lent.accountName;
  const opened = world.bankAccounts.get(`${bankCode}:${accountNumber}`);
  return opened?.accountName ?? scenarioAccount(accountNumber)?.accountName ?? holderOf(accountNumber);
}

/** Tolerant, as the gateway describes it: order, case, accents, one slip per word and omitted middle names do not matter. */
export function namesAgree(given: string, held: string): boolean {
  const asked = wordsOf(given);
  const known = wordsOf(held);
  const matched = asked.filter((word) => known.some((other) => almostEqual(word, other))).length;
  return matched >= Math.min(2, known.length) && matched * 3 >= asked.length * 2;
}

/** Upper case and without accents, as banks hold names. */
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
