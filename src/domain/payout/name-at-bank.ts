import { CHECKED_MS } from '../movement/may-send.js';
import { type NameCheck, namesMatch } from '../transfer/name-match.js';
import type { Requirement } from './next-step.js';
import { isReleased, type Payout } from './payout.js';

/** What the bank says about the account that a payout goes to. */
export interface NameAtBank {
  readonly name?: NameCheck;
  /** The bank does not know the account. */
  readonly unknownAccount?: string;
}

/** The account that the merchant named, with the name that the merchant expects. */
export interface NamedAccount {
  readonly accountNumber: string;
  readonly accountName: string;
}

type NameAnswer =
  | { readonly kind: 'ok'; readonly body: NamedAccount }
  | { readonly kind: 'not-found'; readonly message: string };

/** The name that the bank has is read again after a day: accounts are closed, and opened anew. */
export const isNameKnown = ({ name }: NameAtBank, now: number) =>
  name !== undefined && now < Date.parse(name.at) + CHECKED_MS;

/** Compares the merchant's name with the bank's. A reply about another account proves nothing about this one. */
export function nameLearned(
  { accountNumber, accountName }: NamedAccount,
  answer: NameAnswer | undefined,
  at: string,
): NameAtBank {
  if (answer?.kind === 'not-found') return { unknownAccount: answer.message };
  if (answer?.kind !== 'ok' || answer.body.accountNumber !== accountNumber) return {};
  const { accountName: held } = answer.body;
  return { name: { held, matches: namesMatch(accountName, held), at } };
}

/** What the name at the bank requires before the send: that it is known, that it matches, or that a person released it. */
export function nameRequirement(
  payout: NameAtBank & Pick<Payout, 'released'>,
  { accountName }: Pick<NamedAccount, 'accountName'>,
  { now, policyNameMismatch }: { readonly now: number; readonly policyNameMismatch: string },
): Requirement | undefined {
  const { name, unknownAccount } = payout;
  if (unknownAccount !== undefined)
    return { refused: `the bank does not know the account: ${unknownAccount}` };
  if (!isNameKnown(payout, now) || !name) return { needs: 'look', what: 'the name enquiry' };
  if (name.matches || policyNameMismatch === 'accept') return undefined;
  if (policyNameMismatch === 'refuse') return { refused: 'the bank holds another name for the account' };
  const differs = `the bank has ${name.held}, the merchant ${accountName}`;
  if (isReleased(payout, 'name-mismatch', differs)) return undefined;
  return { needs: 'release', hold: 'name-mismatch', because: differs };
}
