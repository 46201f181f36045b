import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { ZERO } from '../../src/domain/money.js';
import type { ReservedAccountSnapshot } from '../../src/domain/reserved-account.js';
import { askAgain } from '../shared/ask-again.js';
import { ASKS } from '../shared/policies.js';
import { timestamp } from '../shared/record.js';
import { newSnapshot } from './account.js';
import { type AccountRecord, numbersIn } from './gateway-record.js';
import type { AccountStory } from './story.js';

const { getReservedAccount } = proxyActivities<Activities>(ASKS);

/** Brings back what is known of the account; the news that woke it is taken in afterwards, like any other. */
export async function remember(story: AccountStory, reference: string, runId?: string): Promise<void> {
  const recalled = await story.recall(runId);
  if (recalled) {
    story.begin(recalled);
    return;
  }
  const { lookAgainMs } = await story.settings();
  const record = await askAgain(lookAgainMs, () => recordOf(reference));
  // a terminated run was asked for once; where there never was a run, nobody here asked
  const surprise = runId === undefined ? { unexpected: true as const } : {};
  const account = story.begin({ ...rebuilt(reference, record), ...surprise });
  if (record) {
    account.move('ACTIVE', 'the gateway has it');
    return;
  }
  account.move('DEALLOCATED', 'the gateway knows no such account');
  const reason = `news came of ${reference}, which neither we nor the gateway know`;
  account.raise({ kind: 'needs-review', reason, atRiskKobo: ZERO });
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
    because: 'an event came for an account that was not asked for here',
    accounts: record ? numbersIn(record) : [],
    sources: { restricted: restrictPaymentSource ?? false },
  };
}

async function recordOf(accountReference: string): Promise<AccountRecord | undefined> {
  const answer = await getReservedAccount({ accountReference }).catch(() => undefined);
  const isIt = answer?.kind === 'ok' && answer.body.accountReference === accountReference;
  return isIt ? answer.body : undefined;
}
