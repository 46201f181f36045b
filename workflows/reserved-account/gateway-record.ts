import type { Activities } from '../../activities/activities.js';
import type { AccountNumber, AllowedSources } from '../../src/domain/reserved-account/reserved-account.js';

type Answer = Awaited<ReturnType<Activities['getReservedAccount']>>;

/** The gateway's record of an account. */
export type AccountRecord = Extract<Answer, { kind: 'ok' }>['body'];

type Maybe<Value> = Value | null | undefined;

/** Newer endpoints list a number per bank; older ones have a single one at the top level. */
export function numbersIn(record: AccountRecord): AccountNumber[] {
  if (record.accounts) return record.accounts.map(toNumber);
  const { accountNumber, ...bank } = record;
  return accountNumber == null ? [] : [toNumber({ ...bank, accountNumber })];
}

function toNumber(given: {
  accountNumber: string;
  accountName?: Maybe<string>;
  bankCode?: Maybe<string>;
  bankName?: Maybe<string>;
}): AccountNumber {
  const { accountNumber, accountName, bankCode, bankName } = given;
  return {
    accountNumber,
    ...(accountName != null && { accountName }),
    ...(bankCode != null && { bankCode }),
    ...(bankName != null && { bankName }),
  };
}

/** The gateway's request format. */
export function toWireSources({ bvns, bankAccounts, accountNames }: AllowedSources) {
  return {
    ...(bvns && { bvns: [...bvns] }),
    ...(bankAccounts && { bankAccounts: [...bankAccounts] }),
    ...(accountNames && { accountNames: [...accountNames] }),
  };
}
