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
} from '../domain/reserved-account/reserved-account.js';
import type { SplitItem } from '../domain/split.js';
import type { CommandOptions } from './command-id.js';
import type { ClientContext } from './context.js';
import { createLifecycleClient, type LifecycleClient } from './lifecycle-client.js';

/** Without its credits: they are read with get(). */
type Changed = Promise<ReservedAccountSnapshot>;

/** What can be done with a customer's own account. */
export interface ReservedAccounts extends LifecycleClient<ReservedAccountTerms, ReservedAccountSnapshot> {
  readonly linkAccounts: (reference: string, request: LinkRequest, options?: CommandOptions) => Changed;
  readonly updateBvn: (
    reference: string,
    request: { readonly bvn: string },
    options?: CommandOptions,
  ) => Changed;
  readonly updateKyc: (reference: string, identity: Identity, options?: CommandOptions) => Changed;
  readonly updateSources: (reference: string, filter: SourceFilter, options?: CommandOptions) => Changed;
  readonly updateIncomeSplit: (
    reference: string,
    request: { readonly items: readonly SplitItem[] },
    options?: CommandOptions,
  ) => Changed;
  /** Gives the numbers back; money that is sent to them all the same is told as what it is. */
  readonly deallocate: (reference: string, options?: CommandOptions) => Changed;
  /** Looks for credits whose event never came; each one found is told like any other. */
  readonly sweep: (reference: string, options?: CommandOptions) => Promise<SweepAnswer>;
}

export function createReservedAccounts(context: ClientContext): ReservedAccounts {
  const accounts = createLifecycleClient(context, RESERVED_ACCOUNT);
  const sweep: ReservedAccounts['sweep'] = (reference, options) =>
    accounts.order(reference, { update: sweepAccount, args: [] }, options);
  return {
    ...accounts,
    // no credit changes the state: to confirm is to look, and nothing is to be waited for
    confirm: async (reference) => {
      await sweep(reference);
      return accounts.get(reference);
    },
    linkAccounts: (reference, request, options) =>
      accounts.order(reference, { update: linkAccounts, args: [request] }, options),
    updateBvn: (reference, request, options) =>
      accounts.order(reference, { update: updateBvn, args: [request] }, options),
    updateKyc: (reference, identity, options) =>
      accounts.order(reference, { update: updateKyc, args: [identity] }, options),
    updateSources: (reference, filter, options) =>
      accounts.order(reference, { update: updateSources, args: [filter] }, options),
    updateIncomeSplit: (reference, request, options) =>
      accounts.order(reference, { update: updateIncomeSplit, args: [request] }, options),
    deallocate: (reference, options) => accounts.cancel(reference, options),
    sweep,
  };
}
