import { defineQuery, defineUpdate } from '@temporalio/workflow';
import {
  type Identity,
  isOpen,
  type ReservedAccountSnapshot,
  type ReservedAccountTerms,
  type SourceFilter,
} from '../../src/domain/reserved-account/reserved-account.js';
import { accountHoldings } from '../../src/domain/reserved-account/holdings.js';
import { RESERVED_ACCOUNT_WEBHOOKS } from '../../src/domain/reserved-account/webhook-types.js';
import { toReservedAccount } from '../../src/domain/reserved-account/view.js';
import type { Unread } from '../../src/domain/compare/unread.js';
import type { Held } from '../../src/domain/sweep/record.js';
import type { SplitItem } from '../../src/domain/split.js';
import { RESERVED_ACCOUNT_STATES } from '../../src/domain/reserved-account/states.js';
import type { LifecycleInput, LifecycleKind } from '../shared/messages.js';

export type ReservedAccountInput = LifecycleInput<ReservedAccountTerms, ReservedAccountSnapshot>;

/** All banks that offer account numbers, or the given ones. */
export interface LinkRequest {
  readonly all?: true;
  readonly banks?: readonly string[];
}

export interface SweepAnswer {
  /** Credits in the gateway's listing for which no event arrived. */
  readonly found: number;
  /** How much of the listing could not be read, by reason; absent where all was. */
  readonly unread?: Unread;
}

/** Adds account numbers at further banks. */
export const linkAccounts = defineUpdate<ReservedAccountSnapshot, [LinkRequest]>('linkAccounts');

/** Sets the customer's BVN. */
export const updateBvn = defineUpdate<ReservedAccountSnapshot, [{ readonly bvn: string }]>('updateBvn');

/** Sets the customer's identity: BVN, NIN or both. */
export const updateKyc = defineUpdate<ReservedAccountSnapshot, [Identity]>('updateKyc');

/** Sets who may pay in. */
export const updateSources = defineUpdate<ReservedAccountSnapshot, [SourceFilter]>('updateSources');

/** Sets how incoming money is split. */
export const updateIncomeSplit = defineUpdate<
  ReservedAccountSnapshot,
  [{ readonly items: readonly SplitItem[] }]
>('updateIncomeSplit');

/** Finds credits whose event never arrived. */
export const sweepAccount = defineUpdate<SweepAnswer>('sweepAccount');

/** What the account holds of these transactions. */
export const heldCredits = defineQuery<readonly Held[], [readonly string[]]>('heldCredits');

const commands = {
  linkAccounts: { update: linkAccounts, takes: 1 },
  updateBvn: { update: updateBvn, takes: 1 },
  updateKyc: { update: updateKyc, takes: 1 },
  updateSources: { update: updateSources, takes: 1 },
  updateIncomeSplit: { update: updateIncomeSplit, takes: 1 },
  sweep: { update: sweepAccount, takes: 0 },
} as const;

export const RESERVED_ACCOUNT: LifecycleKind<ReservedAccountTerms, ReservedAccountSnapshot, typeof commands> =
  {
    noun: 'reserved account',
    about: 'Account numbers of a customer, for any number of payments.',
    created: { scope: 'collect', command: 'Reserve account numbers for a customer', isPlaceToPay: true },
    prefix: 'reserved-account',
    type: 'keepReservedAccount',
    path: '/v1/reserved-accounts',
    firstState: 'PENDING',
    states: RESERVED_ACCOUNT_STATES,
    isOver: ({ state }) => !isOpen(state),
    freeText: ['name', 'accountName', 'accountNames'],
    summaryOf: ({ reference, kind }) => `Reserved account ${reference} (${kind})`,
    toView: toReservedAccount,
    viewName: 'reservedAccount',
    webhooks: RESERVED_ACCOUNT_WEBHOOKS,
    takesEvents: true,
    holdingsOf: accountHoldings,
    cancelRequest: 'DELETE /v1/reserved-accounts/{reference}',
    commands,
    // no credit changes the state
    confirmBy: sweepAccount,
  };
