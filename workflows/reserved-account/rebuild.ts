import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { ZERO } from '../../src/domain/money.js';
import { afterLoss } from '../../src/domain/reserved-account/after-loss.js';
import type { ShownInLists } from '../../src/domain/lifecycle/shown.js';
import { isOpen, type ReservedAccountSnapshot } from '../../src/domain/reserved-account/reserved-account.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { sentBefore } from '../shared/gateway/operation.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { readUntilFoundOrAbsent, rebuildBy } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import { newSnapshot } from './state.js';
import { type AccountRecord, numbersIn } from './gateway-record.js';
import type { ReservedAccountInput } from './messages.js';
import { RESERVE_KEY, reserveBefore } from './reserve.js';
import type { AccountLifecycle } from './lifecycle.js';

const { getReservedAccount } = proxyActivities<Activities>(GATEWAY_READ);

/**
 * Restores the account: from its last run, from a lost run, or from the gateway's record. The event that
 * started the run is processed afterwards, like any other.
 */
export function rebuild(
  lifecycle: AccountLifecycle,
  input: ToBeRecovered<ReservedAccountInput>,
): Promise<void> {
  return rebuildBy(lifecycle, input, {
    newSnapshot,
    recoverLost: (snapshot, since, shown) => recoverLost(lifecycle, snapshot, { since, shown }),
    fromGateway: (reference) => fromGateway(lifecycle, reference),
  });
}

/** The lost run may have reserved it: checks with the gateway before sending. What it had ended stays ended. */
function recoverLost(
  lifecycle: AccountLifecycle,
  snapshot: ReservedAccountSnapshot,
  { since, shown }: { readonly since: number; readonly shown: ShownInLists | undefined },
): void {
  const account = lifecycle.begin(afterLoss(snapshot, shown));
  // a sweep finds the credits that arrived while no run was open
  lifecycle.checks.request('recovered');
  // merchants may not have been sent its end; a repeat has the same id
  if (isOpen(snapshot.state) && !account.isOpen()) lifecycle.notify(account.draft());
  if (account.snapshot().state !== 'PENDING') return;
  lifecycle.operations.set(sentBefore(RESERVE_KEY, since, reserveBefore(Date.now())));
}

/** An account without an earlier run: as far as Oware knows it was not created here. */
async function fromGateway(lifecycle: AccountLifecycle, reference: string): Promise<void> {
  const record = await readUntilFoundOrAbsent(lifecycle, () => recordOf(reference));
  const account = lifecycle.begin({ ...afterLoss(rebuilt(reference, record)), unexpected: true });
  if (record) {
    account.transitionTo('ACTIVE', 'the gateway has this account');
    return;
  }
  account.transitionTo('DEALLOCATED', 'the gateway has no such account');
  const reason = `an event arrived for ${reference}, which neither Oware nor the gateway has`;
  account.raise({ kind: 'unmatched-event', reason, atRiskKobo: ZERO });
}

function rebuilt(reference: string, record: AccountRecord | undefined): ReservedAccountSnapshot {
  const { bvn, nin, customerName, restrictPaymentSource } = record ?? {};
  const snapshot = newSnapshot(
    {
      reference,
      kind: record?.reservedAccountType === 'INVOICE' ? 'invoice' : 'general',
      accountName: record?.accountName ?? '',
      currency: 'NGN',
      customer: { email: record?.customerEmail ?? '', ...(customerName && { name: customerName }) },
      ...(bvn && { bvn }),
      ...(nin && { nin }),
    },
    timestamp(),
  );
  return {
    ...snapshot,
    reason: 'an event arrived for an account that was not created here',
    accounts: record ? numbersIn(record) : [],
    sources: { restricted: restrictPaymentSource ?? false },
  };
}

/** Null when the gateway has no such account; a reply about another one is none. */
async function recordOf(accountReference: string): Promise<AccountRecord | null | undefined> {
  const answer = await getReservedAccount.executeWithOptions({ summary: `Read ${accountReference}` }, [
    { accountReference },
  ]);
  if (answer.kind !== 'ok') return null;
  return answer.body.accountReference === accountReference ? answer.body : undefined;
}
