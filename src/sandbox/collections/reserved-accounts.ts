import { VIRTUAL_ACCOUNT_BANKS } from '../people/banks.js';
import { keyOf } from '../types/key.js';
import { type Merchant } from '../types/merchant.js';
import { type AllowedSources, type ReservedAccount } from '../types/reserved-account.js';
import { longReference } from '../wire/references.js';
import { type World } from '../world.js';
import { createVirtualAccount } from './virtual-accounts.js';

export type NewReservedAccount = Pick<
  ReservedAccount,
  | 'accountReference'
  | 'accountName'
  | 'customer'
  | 'type'
  | 'bvn'
  | 'nin'
  | 'split'
  | 'restricted'
  | 'allowedSources'
  | 'limitProfileCode'
> & { readonly banks: readonly string[] };

export const NO_SOURCES: AllowedSources = { bvns: [], bankAccounts: [], accountNames: [] };

/** Runs inside a commit. */
export function reserveAccount(
  world: World,
  merchant: Merchant,
  wanted: NewReservedAccount,
): ReservedAccount {
  const { banks, ...terms } = wanted;
  const key = keyOf(merchant.id, wanted.accountReference);
  const empty: ReservedAccount = {
    ...terms,
    key,
    merchantId: merchant.id,
    reservationReference: longReference(world),
    accounts: [],
    createdAt: world.clock.now(),
  };
  return linkBanks(world, empty, banks);
}

/** Runs inside a commit: adds an account number at each of these banks; skips banks that already have one. */
export function linkBanks(
  world: World,
  reserved: ReservedAccount,
  banks: readonly string[],
): ReservedAccount {
  const missing = banks.filter((code) => !reserved.accounts.some(({ bankCode }) => bankCode === code));
  const issued = missing.map((bankCode) =>
    createVirtualAccount(world, {
      bankCode,
      accountName: reserved.accountName,
      owner: { kind: 'reserved-account', key: reserved.key },
    }),
  );
  const accounts = issued.map(({ bankCode, accountNumber }) => ({ bankCode, accountNumber }));
  const linked = { ...reserved, accounts: [...reserved.accounts, ...accounts] };
  world.reservedAccounts.put(linked);
  return linked;
}

/** Runs inside a commit: releases the account numbers. */
export function deallocate(world: World, reserved: ReservedAccount): void {
  for (const { accountNumber } of reserved.accounts) world.virtualAccounts.delete(accountNumber);
  world.reservedAccounts.delete(reserved.key);
}

/** All banks with virtual accounts, or the preferred ones. */
export function banksWanted(all: boolean, preferred: readonly string[]): readonly string[] {
  if (all) return VIRTUAL_ACCOUNT_BANKS;
  return preferred.length > 0 ? preferred : [VIRTUAL_ACCOUNT_BANKS[0]];
}
