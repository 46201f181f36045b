import {
  linkAccounts,
  type LinkRequest,
  RESERVED_ACCOUNT,
  sweepAccount,
  type SweepAnswer,
  updateBvn,
  updateIncomeSplit,
  updateKyc,
  updateSources,
} from '../../workflows/reserved-account/messages.js';
import type {
  Identity,
  ReservedAccountSnapshot,
  ReservedAccountTerms,
  SourceFilter,
  SplitItem,
} from '../domain/reserved-account.js';
import type { Reach } from './reach.js';
import { createStories, type Stories } from './stories.js';

/** Without its credits: they are read with get(). */
type Changed = Promise<ReservedAccountSnapshot>;

/** What can be done with a customer's own account. */
export interface ReservedAccounts extends Stories<ReservedAccountTerms, ReservedAccountSnapshot> {
  readonly linkAccounts: (reference: string, request: LinkRequest) => Changed;
  readonly updateBvn: (reference: string, request: { readonly bvn: string }) => Changed;
  readonly updateKyc: (reference: string, identity: Identity) => Changed;
  readonly updateSources: (reference: string, filter: SourceFilter) => Changed;
  readonly updateIncomeSplit: (
    reference: string,
    request: { readonly items: readonly SplitItem[] },
  ) => Changed;
  /** Gives the numbers back; money that is sent to them all the same is told as what it is. */
  readonly deallocate: (reference: string) => Changed;
  /** Looks for credits whose event never came; each one found is told like any other. */
  readonly sweep: (reference: string) => Promise<SweepAnswer>;
}

export function createReservedAccounts(reach: Reach): ReservedAccounts {
  const accounts = createStories(reach, RESERVED_ACCOUNT);
  const sweep = (reference: string) => accounts.order(reference, sweepAccount);
  return {
    ...accounts,
    // no credit changes the state: to confirm is to look, and nothing is to be waited for
    confirm: async (reference) => {
      await sweep(reference);
      return accounts.get(reference);
    },
    linkAccounts: (reference, request) => accounts.order(reference, linkAccounts, request),
    updateBvn: (reference, request) => accounts.order(reference, updateBvn, request),
    updateKyc: (reference, identity) => accounts.order(reference, updateKyc, identity),
    updateSources: (reference, filter) => accounts.order(reference, updateSources, filter),
    updateIncomeSplit: (reference, request) => accounts.order(reference, updateIncomeSplit, request),
    deallocate: (reference) => accounts.cancel(reference),
    sweep,
  };
}
