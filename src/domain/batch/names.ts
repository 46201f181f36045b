import { showNaira, kobo } from '../money.js';
import { namesMatch } from '../transfer/name-match.js';
import type { PartRow } from './batch-part.js';
import type { BatchRow } from './row.js';

/** What the name enquiry of one account gave. */
export type NameFound =
  | { readonly kind: 'held'; readonly name: string }
  /** The bank does not know the account. */
  | { readonly kind: 'unknown'; readonly message: string }
  /** No answer: never a match. */
  | { readonly kind: 'unavailable' };

export interface NameRules {
  readonly policyNameMismatch: 'hold' | 'refuse' | 'accept';
  readonly transferMaxKobo?: number | undefined;
}

/** A row that must not be sent at all; undefined when it may. */
export function refuseRow({ amountKobo }: BatchRow, { transferMaxKobo }: NameRules): PartRow | undefined {
  if (transferMaxKobo === undefined || amountKobo <= transferMaxKobo) return undefined;
  const reason = `above the limit of ${showNaira(kobo(transferMaxKobo))} for one row`;
  return { state: 'REFUSED', reason };
}

/** The row after its name enquiry. Only a name that matches, or that the policy accepts, lets it be sent. */
export function afterEnquiry(row: BatchRow, found: NameFound, { policyNameMismatch }: NameRules): PartRow {
  switch (found.kind) {
    case 'unknown':
      return { state: 'HELD', reason: `unknown-account: ${found.message}` };
    case 'unavailable':
      return { state: 'HELD', reason: 'name-unavailable: the name enquiry was not answered' };
    case 'held': {
      const nameMatches = namesMatch(row.accountName, found.name);
      const known = { nameAtBank: found.name, nameMatches };
      if (nameMatches || policyNameMismatch === 'accept') return { state: 'PENDING', ...known };
      const reason = 'name-mismatch: the bank holds another name for the account';
      return { state: policyNameMismatch === 'refuse' ? 'REFUSED' : 'HELD', reason, ...known };
    }
  }
}
