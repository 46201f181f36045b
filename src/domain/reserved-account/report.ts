import { ZERO } from '../money.js';
import { highestOf } from '../movement/amounts.js';
import type { CollectionEvent } from '../lifecycle/events/collection.js';
import { type KnownCredit, newCredit, wanted, withClaim } from './known-credit.js';

/**
 * What is known of a credit after the gateway's event, or a listing, speaks of it; undefined where that is no news. Other money
 * than is known, also less, is a reason to read. So is a credit that was forgotten: with what amount it was reported is no
 * longer known, so its money is for a person.
 */
export function withReport(
  known: KnownCredit | undefined,
  {
    transactionReference,
    key,
    amountKobo,
  }: Pick<CollectionEvent, 'transactionReference' | 'key' | 'amountKobo'>,
  {
    wasReported,
    isOpen,
    now,
  }: {
    readonly wasReported: boolean;
    /** The account has not ended. */
    readonly isOpen: boolean;
    readonly now: number;
  },
): KnownCredit | undefined {
  const before = known ?? withAge(newCredit(transactionReference, key), wasReported);
  const credit = isOpen
    ? { ...before, inTimeKobo: highestOf(before.inTimeKobo ?? ZERO, amountKobo) }
    : before;
  const isListed = key.startsWith('swept:');
  // a person has had a word on what the listing repeats
  const isClaim = !(isListed && (known?.movement.decided || (wasReported && !known)));
  const claimed = isClaim ? withClaim(credit, { key, amountKobo }, now) : credit;
  if (claimed !== credit && !isListed) return claimed;
  return isListed || amountKobo !== credit.movement.proven ? wanted(claimed) : undefined;
}

const withAge = (credit: KnownCredit, wasReported: boolean): KnownCredit =>
  wasReported ? { ...credit, old: 'reported' } : credit;
