import { defineUpdate } from '@temporalio/workflow';
import {
  type Identity,
  isOpen,
  type ReservedAccountSnapshot,
  type ReservedAccountTerms,
  type SourceFilter,
} from '../../src/domain/reserved-account/reserved-account.js';
import type { SplitItem } from '../../src/domain/split.js';
import type { LifecycleInput, LifecycleKind } from '../shared/messages.js';

export const RESERVED_ACCOUNT: LifecycleKind<ReservedAccountTerms, ReservedAccountSnapshot> = {
  noun: 'reserved account',
  prefix: 'reserved-account',
  type: 'keepReservedAccount',
  lifecycle: 'reserved-account',
  firstState: 'PENDING',
  isOver: ({ state }) => !isOpen(state),
  summaryOf: ({ reference, kind }) => `Reserved account ${reference} (${kind})`,
};

export type ReservedAccountInput = LifecycleInput<ReservedAccountTerms, ReservedAccountSnapshot>;

/** All banks that lend numbers, or these. */
export interface LinkRequest {
  readonly all?: true;
  readonly banks?: readonly string[];
}

export interface SweepAnswer {
  /** Credits in the gateway's listing that nobody had told us of. */
  readonly found: number;
}

type Order<Request> = [Request];

/** Numbers at further banks. */
export const linkAccounts = defineUpdate<ReservedAccountSnapshot, Order<LinkRequest>>('linkAccounts');

/** Sets the customer's BVN. */
export const updateBvn = defineUpdate<ReservedAccountSnapshot, Order<{ readonly bvn: string }>>('updateBvn');

/** Sets who the customer is: BVN, NIN or both. */
export const updateKyc = defineUpdate<ReservedAccountSnapshot, Order<Identity>>('updateKyc');

/** Sets who may pay in. */
export const updateSources = defineUpdate<ReservedAccountSnapshot, Order<SourceFilter>>('updateSources');

/** Sets how what comes in is shared out. */
export const updateIncomeSplit = defineUpdate<
  ReservedAccountSnapshot,
  Order<{ readonly items: readonly SplitItem[] }>
>('updateIncomeSplit');

/** Looks for credits whose event never came. */
export const sweepAccount = defineUpdate<SweepAnswer>('sweepAccount');
