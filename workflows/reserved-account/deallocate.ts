import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { ZERO } from '../../src/domain/money.js';
import type { ReservedAccountSnapshot } from '../../src/domain/reserved-account/reserved-account.js';
import { ASKS } from '../shared/gateway/activity-options.js';
import { changesWithin } from '../shared/gateway/effects.js';
import type { Finding, Operation } from '../shared/gateway/operation.js';
import { refusal } from '../shared/run/commands.js';
import type { AccountLifecycle } from './lifecycle.js';

const { getReservedAccount } = proxyActivities<Activities>(ASKS);

/** Longer than this and a person should say whether it is still wanted. */
const DEALLOCATE_WITHIN_MS = 86_400_000;

type Gone = 'the gateway has taken it back' | 'the gateway knows no such account any more';

/** Gives the numbers back. Money that comes to them later is surfaced by a run from the news of it. */
export async function deallocate(lifecycle: AccountLifecycle): Promise<ReservedAccountSnapshot> {
  await lifecycle.settings();
  const account = lifecycle.subject();
  if (account.snapshot().state === 'DEALLOCATED') return account.inWebhooks();
  if (account.snapshot().state === 'ACTIVE') account.move('DEALLOCATING', 'the merchant gives it back');
  const outcome = await lifecycle.run(deallocation(account.snapshot().terms.reference));
  if (outcome.kind === 'answered') {
    account.move('DEALLOCATED', outcome.answer);
    lifecycle.notify(account.draft());
    return account.inWebhooks();
  }
  account.move('ACTIVE', `not given back: ${outcome.reason}`);
  throw refusal('refused', outcome.reason);
}

function deallocation(accountReference: string): Operation<Gone> {
  return {
    key: 'deallocate',
    summary: `Give ${accountReference} back`,
    atRiskKobo: ZERO,
    send: ({ notAfter }) => send(accountReference, notAfter),
    check: () => check(accountReference),
    notAfter: Date.now() + DEALLOCATE_WITHIN_MS,
    isWanted: () => true,
    adopt: () => 'the gateway has taken it back',
  };
}

async function send(accountReference: string, notAfter: number): Promise<Gone | 'check-first'> {
  const gateway = changesWithin(notAfter - Date.now());
  const summary = { summary: `Give ${accountReference} back to the gateway` };
  const answer = await gateway.deallocateReservedAccount.executeWithOptions(summary, [{ accountReference }]);
  if (answer.kind !== 'ok') return 'the gateway knows no such account any more';
  const isOurs = answer.body == null || answer.body.accountReference === accountReference;
  return isOurs ? 'the gateway has taken it back' : 'check-first';
}

/** The account is not found once it has been given back; while it is found, the deed is what is absent. */
async function check(accountReference: string): Promise<Finding<Gone>> {
  const answer = await getReservedAccount.executeWithOptions({ summary: `Check ${accountReference}` }, [
    { accountReference },
  ]);
  if (answer.kind !== 'ok') {
    const observed = 'the gateway knows no such account any more';
    return { kind: 'found', answer: observed, observed };
  }
  if (answer.body.accountReference !== accountReference)
    return { kind: 'undecided', observed: 'a crossed answer' };
  return { kind: 'absent', observed: 'the account is still there' };
}
