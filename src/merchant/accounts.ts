import {
  mandates as MANDATE,
  reservedAccounts as RESERVED_ACCOUNT,
  subscriptions as SUBSCRIPTION,
} from '../../workflows/lifecycles.js';
import { InProgressError } from '../client/errors.js';
import { requestDebit } from '../client/request-debit.js';
import { toCredits, toReservedAccount } from '../domain/reserved-account/view.js';
import { toSubscription } from '../domain/subscription/view.js';
import { readDebitRequest, readMandateRequest, refuseLate } from '../requests/mandate.js';
import {
  readKycRequest,
  readLinkRequest,
  readReservedAccountRequest,
  readSourcesRequest,
  readSplitRequest,
} from '../requests/reserved-account.js';
import { checkSplit } from '../requests/split-check.js';
import { readAmendment, readReplacement, readSubscriptionRequest } from '../requests/subscription.js';
import { withOwareErrors } from './error.js';
import { toJson } from './json.js';
import { commandOf, createCancel, createLifecycle, type Deps } from './lifecycle.js';
import type { Cancellable, Lifecycle, Mandates, ReservedAccounts, Subscriptions } from './oware.js';
import type * as types from './types.js';

export function createReservedAccounts(deps: Deps): ReservedAccounts {
  const { oware, readSubAccounts } = deps;
  const { reservedAccounts } = oware;
  const common: Lifecycle<types.ReservedAccountRequest, types.ReservedAccount> = createLifecycle(deps, {
    kind: RESERVED_ACCOUNT,
    client: reservedAccounts,
    readTerms: readReservedAccountRequest,
    refuseNow: ({ incomeSplit }) => checkSplit(readSubAccounts, incomeSplit),
  });
  const show = (account: Parameters<typeof toReservedAccount>[0]) => toJson(toReservedAccount(account));
  const own: Omit<ReservedAccounts, keyof typeof common> = {
    linkAccounts: async (reference, request, call) =>
      show(await reservedAccounts.linkAccounts(reference, readLinkRequest(request), commandOf(call))),
    updateKyc: async (reference, request, call) =>
      show(await reservedAccounts.updateKyc(reference, readKycRequest(request), commandOf(call))),
    updateSources: async (reference, request, call) =>
      show(await reservedAccounts.updateSources(reference, readSourcesRequest(request), commandOf(call))),
    updateIncomeSplit: async (reference, request, call) => {
      const { items } = readSplitRequest(request);
      await checkSplit(readSubAccounts, items, { field: 'items' });
      return show(await reservedAccounts.updateIncomeSplit(reference, { items }, commandOf(call)));
    },
    deallocate: async (reference, call) => show(await reservedAccounts.cancel(reference, commandOf(call))),
    credits: async (reference) => toJson(toCredits(await reservedAccounts.get(reference)).credits),
  };
  return { ...common, ...withOwareErrors(own) };
}

export function createSubscriptions(deps: Deps): Subscriptions {
  const { subscriptions } = deps.oware;
  const options = { kind: SUBSCRIPTION, client: subscriptions };
  const common: Lifecycle<types.SubscriptionRequest, types.Subscription> = createLifecycle(deps, {
    ...options,
    readTerms: readSubscriptionRequest,
  });
  const cancel: Cancellable<types.Subscription> = createCancel(options);
  const show = (subscription: Parameters<typeof toSubscription>[0]) => toJson(toSubscription(subscription));
  const own: Omit<Subscriptions, keyof typeof common | keyof typeof cancel> = {
    pause: async (reference, call) => show(await subscriptions.pause(reference, commandOf(call))),
    resume: async (reference, call) => show(await subscriptions.resume(reference, commandOf(call))),
    amend: async (reference, request, call) =>
      show(await subscriptions.amend(reference, readAmendment(request), commandOf(call))),
    replaceCard: async (reference, card, call) =>
      show(await subscriptions.replaceCard(reference, readReplacement(card), commandOf(call))),
  };
  return { ...common, ...cancel, ...withOwareErrors(own) };
}

export function createMandates(deps: Deps): Mandates {
  const { mandates } = deps.oware;
  const options = { kind: MANDATE, client: mandates };
  const common: Lifecycle<types.MandateRequest, types.Mandate> = createLifecycle(deps, {
    ...options,
    readTerms: readMandateRequest,
    refuseNow: refuseLate,
  });
  const cancel: Cancellable<types.Mandate> = createCancel(options);
  const debit: Mandates['debit'] = async (reference, request, call) => {
    const given = readDebitRequest(request, call?.idempotencyKey);
    const { kind, debit: known } = await requestDebit(mandates, reference, given);
    if (!known) throw new InProgressError('The mandate has not answered yet. Retry the identical request.');
    return toJson({ ...known, retry: kind === 'in-progress' ? 'same-reference' : undefined });
  };
  return { ...common, ...cancel, ...withOwareErrors({ debit }) };
}
