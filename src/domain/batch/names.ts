import { showNaira, kobo } from '../money.js';
import { namesMatch } from '../transfer/name-match.js';
import type { PartRow } from './part-row.js';
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
  return { state: 'REFUSED', reason, unsent: { to: 'REFUSED', reason } };
}

/** The row after its name enquiry. Only a name that matches, or that the policy accepts, lets it be sent. */
export function afterEnquiry(row: BatchRow, found: NameFound, { policyNameMismatch }: NameRules): PartRow {
  switch (found.kind) {
    case 'unknown':
      return held(`unknown-account: ${found.message}`);
    case 'unavailable':
      return held('name-unavailable: the name enquiry was not answered');
    case 'held': {
      const nameMatches = namesMatch(row.accountName, found.name);
      const known = { nameAtBank: found.name, nameMatches };
      if (nameMatches || policyNameMismatch === 'accept') return { state: 'PENDING', ...known };
      const reason = 'name-mismatch: the bank holds another name for the account';
      if (policyNameMismatch === 'hold') return { ...held(reason), ...known };
      return { state: 'REFUSED', reason, unsent: { to: 'REFUSED', reason }, ...known };
    }
  }
}

const held = (hold: string): PartRow => ({ state: 'HELD', reason: hold, hold });

/** A row that was approved or released, after its name was asked for once more: with the same name it stays as it was. */
export function afterRenewal(row: BatchRow, known: PartRow, found: NameFound, rules: NameRules): PartRow {
  if (found.kind === 'unavailable') return known;
  if (found.kind === 'held' && found.name === known.nameAtBank) return known;
  const { hold, unsent, nameAtBank, nameMatches } = afterEnquiry(row, found, rules);
  const names = {
    ...(nameAtBank !== undefined && { nameAtBank }),
    ...(nameMatches !== undefined && { nameMatches }),
  };
  const why = hold ?? unsent?.reason;
  if (why === undefined) return { ...known, ...names };
  const reason = `${why}; this has changed since the row was approved`;
  return { ...known, ...names, unsent: { to: 'REFUSED', reason } };
}
