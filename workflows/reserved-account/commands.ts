import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type {
  AccountNumber,
  Identity,
  ReservedAccountSnapshot,
  SourceFilter,
} from '../../src/domain/reserved-account/reserved-account.js';
import { type SplitItem, toWireSplit } from '../../src/domain/split.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { changesWithin } from '../shared/gateway/effects.js';
import { failureReason } from '../shared/gateway/failures.js';
import { refused, repeatUntilAnswered } from '../shared/gateway/repeat.js';
import { refusal } from '../shared/run/commands.js';
import { isContinuing } from '../shared/run/pace.js';
import { type AccountRecord, numbersIn, toWireSources } from './gateway-record.js';
import type { LinkRequest } from './messages.js';
import type { AccountLifecycle } from './lifecycle.js';

const { getReservedAccount } = proxyActivities<Activities>(GATEWAY_READ);

/** By then the caller has long received a reply that asks it to repeat the request. */
const CHANGE_WITHIN_MS = 3_600_000;

type Gateway = ReturnType<typeof changesWithin>;

/** A setting of the account at the gateway, and how its result changes the state. */
interface Setting<Body> {
  readonly summary: string;
  send(gateway: Gateway): Promise<Ok<Body> | Refused>;
  /** False when the reply is about another account. */
  isOurs?(body: Body): boolean;
  known(body: Body): Promise<Partial<ReservedAccountSnapshot>> | Partial<ReservedAccountSnapshot>;
}

interface Ok<Body> {
  readonly kind: 'ok';
  readonly body: Body;
}

interface Refused {
  readonly kind: 'not-found' | 'invalid-identity';
  readonly message: string;
}

/** Changes a setting. The change is idempotent, so a lost reply needs no check. */
async function set<Body>(
  lifecycle: AccountLifecycle,
  setting: Setting<Body>,
): Promise<ReservedAccountSnapshot> {
  const settings = await lifecycle.settings();
  const notAfter = Date.now() + CHANGE_WITHIN_MS;
  const { summary } = setting;
  const outcome = await repeatUntilAnswered(
    {
      summary,
      notAfter,
      send: async () => {
        const answer = await setting.send(changesWithin(notAfter - Date.now()));
        const isOurs = answer.kind !== 'ok' || (setting.isOurs?.(answer.body) ?? true);
        return isOurs ? answer : 'again';
      },
    },
    { pace: lifecycle.pace, settings },
  );
  if (outcome.kind !== 'answered') throw refused(outcome);
  if (outcome.answer.kind !== 'ok') throw refusal('refused', outcome.answer.message);
  const account = lifecycle.subject();
  account.change(await setting.known(outcome.answer.body));
  return account.inWebhooks();
}

const referenceOf = (lifecycle: AccountLifecycle) => lifecycle.subject().snapshot().terms.reference;

export function link(
  lifecycle: AccountLifecycle,
  { all = false, banks }: { all?: boolean; banks?: LinkRequest['banks'] },
) {
  const accountReference = referenceOf(lifecycle);
  return set<AccountRecord | null | undefined>(lifecycle, {
    summary: `Link accounts to ${accountReference}`,
    send: (gateway) =>
      gateway.addLinkedAccounts({
        accountReference,
        getAllAvailableBanks: all,
        ...(banks && { preferredBanks: [...banks] }),
      }),
    isOurs: (record) => record == null || record.accountReference === accountReference,
    known: async (record) => ({ accounts: await numbersAfter(lifecycle, record) }),
  });
}

/** The reply is undocumented: where it does not list the numbers, they are read. */
async function numbersAfter(
  lifecycle: AccountLifecycle,
  record: AccountRecord | null | undefined,
): Promise<readonly AccountNumber[]> {
  if (record?.accounts) return numbersIn(record);
  const accountReference = referenceOf(lifecycle);
  try {
    const answer = await lifecycle.pace.call(() => getReservedAccount({ accountReference }));
    if (answer.kind === 'ok') return numbersIn(answer.body);
  } catch (error) {
    if (isContinuing(error)) throw error;
    throw refusal('not-sent', `linked, but the account numbers cannot be read yet: ${failureReason(error)}`);
  }
  throw refusal('refused', 'the gateway has no such account');
}

export function setBvn(lifecycle: AccountLifecycle, { bvn }: { readonly bvn: string }) {
  const accountReference = referenceOf(lifecycle);
  return set<AccountRecord | null | undefined>(lifecycle, {
    summary: `Set the BVN of ${accountReference}`,
    send: (gateway) => gateway.updateReservedAccountBvn({ accountReference, bvn }),
    isOurs: (record) => record == null || record.accountReference === accountReference,
    known: () => ({ identity: { ...lifecycle.subject().snapshot().identity, bvn } }),
  });
}

export function setKyc(lifecycle: AccountLifecycle, { bvn, nin }: Identity) {
  const accountReference = referenceOf(lifecycle);
  const given = { ...(bvn !== undefined && { bvn }), ...(nin !== undefined && { nin }) };
  return set<{ accountReference: string }>(lifecycle, {
    summary: `Set the KYC data of ${accountReference}`,
    send: (gateway) => gateway.updateKycInfo({ accountReference, ...given }),
    isOurs: (body) => body.accountReference === accountReference,
    known: () => ({ identity: { ...lifecycle.subject().snapshot().identity, ...given } }),
  });
}

export function setSources(lifecycle: AccountLifecycle, { restricted, allowed }: SourceFilter) {
  const accountReference = referenceOf(lifecycle);
  return set<unknown>(lifecycle, {
    summary: `Set the allowed payment sources of ${accountReference}`,
    send: (gateway) =>
      gateway.updatePaymentSourceFilter({
        accountReference,
        restrictPaymentSource: restricted,
        ...(allowed && { allowedPaymentSources: toWireSources(allowed) }),
      }),
    known: () => ({ sources: { restricted, ...(allowed && { allowed }) } }),
  });
}

export function setIncomeSplit(
  lifecycle: AccountLifecycle,
  { items }: { readonly items: readonly SplitItem[] },
) {
  const accountReference = referenceOf(lifecycle);
  return set<unknown>(lifecycle, {
    summary: `Set the income split of ${accountReference}`,
    send: (gateway) => gateway.updateIncomeSplit({ accountReference, items: toWireSplit(items) }),
    known: () => ({ incomeSplit: items }),
  });
}
