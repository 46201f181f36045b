import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { ZERO } from '../../src/domain/money.js';
import type { ReservedAccountSnapshot } from '../../src/domain/reserved-account/reserved-account.js';
import { ASKS } from '../shared/gateway/activity-options.js';
import { sentBefore } from '../shared/gateway/operation.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { askUntilAnswered, beginOrTell } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import { newSnapshot } from './state.js';
import { type AccountRecord, numbersIn } from './gateway-record.js';
import type { ReservedAccountInput } from './messages.js';
import { RESERVE_KEY, reserveBefore } from './reserve.js';
import type { AccountLifecycle } from './lifecycle.js';

const { getReservedAccount } = proxyActivities<Activities>(ASKS);

/**
 * Brings back what is known of the account: from its last run, from a lost one, or from the gateway's own record.
 * The news that woke it is taken in afterwards, like any other.
 */
export async function rebuild(
  lifecycle: AccountLifecycle,
  input: ToBeRecovered<ReservedAccountInput>,
): Promise<void> {
  const left = await beginOrTell(lifecycle, input);
  if (!left) return;
  const { terms, since } = left;
  const snapshot = left.snapshot ?? (terms && newSnapshot(terms, timestamp()));
  if (snapshot) recoverLost(lifecycle, snapshot, since);
  else if (input.from === 'event') await fromGateway(lifecycle, input.reference);
  lifecycle.subject().show();
}

/** It may have been reserved by the run that was lost: the gateway is asked before anything is sent. */
function recoverLost(lifecycle: AccountLifecycle, snapshot: ReservedAccountSnapshot, since: number): void {
  lifecycle.begin(snapshot);
  // credits that came while nobody was there are found by a sweep
  lifecycle.checks.request('recovered');
  if (snapshot.state !== 'PENDING') return;
  lifecycle.operations.set(sentBefore(RESERVE_KEY, since, reserveBefore(Date.now())));
}

/** An account that no run here remembers: nobody here asked for it, as far as anybody can tell. */
async function fromGateway(lifecycle: AccountLifecycle, reference: string): Promise<void> {
  const record = await askUntilAnswered(lifecycle, () => recordOf(reference));
  const account = lifecycle.begin({ ...rebuilt(reference, record), unexpected: true });
  if (record) {
    account.move('ACTIVE', 'the gateway has it');
    return;
  }
  account.move('DEALLOCATED', 'the gateway knows no such account');
  const reason = `news came of ${reference}, which neither we nor the gateway know`;
  account.raise({ kind: 'unmatched-event', reason, atRiskKobo: ZERO });
}

/** Rebuilt from the gateway's own record. */
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
    reason: 'an event came for an account that was not asked for here',
    accounts: record ? numbersIn(record) : [],
    sources: { restricted: restrictPaymentSource ?? false },
  };
}

async function recordOf(accountReference: string): Promise<AccountRecord | undefined> {
  const answer = await getReservedAccount.executeWithOptions({ summary: `Ask about ${accountReference}` }, [
    { accountReference },
  ]);
  const isIt = answer.kind === 'ok' && answer.body.accountReference === accountReference;
  return isIt ? answer.body : undefined;
}
