import type { Claim } from '../../../src/domain/lifecycle/claim.js';
import { isItemAbout, type ReviewItem } from '../../../src/domain/lifecycle/review.js';
import type { Wait } from './operation.js';

/** How soon the other attempts are read again while one of them may have money. */
const READ_AGAIN_MS = 5 * 60_000;

/**
 * The numbers of the attempts that may have been sent beside attempt n: the earlier ones. A lost run may have sent any
 * of them, in whatever order the gateway kept them.
 */
export function othersOf(n: number, most: number, { isLost }: { readonly isLost: boolean }): number[] {
  const last = isLost ? most : n - 1;
  return Array.from({ length: last }, (_, index) => index + 1).filter((other) => other !== n);
}

/**
 * One due date moves money once, whatever number of attempts it has: before an attempt is sent, the others are read once
 * more. While one has money, or may have some, the next one waits; an attempt that is no longer wanted ends. All of them
 * are read: after one with money there may be a second.
 */
export async function waitForOthers(
  others: readonly number[],
  mayHaveMoney: (n: number) => Promise<boolean>,
): Promise<Wait | undefined> {
  const waitsFor: number[] = [];
  for (const n of others) if (await mayHaveMoney(n)) waitsFor.push(n);
  if (waitsFor.length === 0) return undefined;
  return { until: readAgainAt(), summary: `Wait for the outcome of attempt ${waitsFor[0]}` };
}

/** When attempts that may have money, or had no answer, are read again. */
export const readAgainAt = () => Date.now() + READ_AGAIN_MS;

interface Questions {
  readonly claims: () => readonly Claim[];
  readonly subject: () => { readonly snapshot: () => { readonly review: readonly ReviewItem[] } };
}

/** Whether an event about an attempt is not proven yet, or a person has to look at it; by any of its references. */
export function isQuestioned(
  { claims, subject }: Questions,
  references: readonly (string | undefined)[],
): boolean {
  const names = references.filter((name) => name !== undefined);
  return (
    claims().some((claim) => names.includes(claim.subject)) ||
    subject()
      .snapshot()
      .review.some((item) => names.some((name) => isItemAbout(item, name)))
  );
}
