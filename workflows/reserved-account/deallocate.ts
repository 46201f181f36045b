import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { ZERO } from '../../src/domain/money.js';
import type { ReservedAccountSnapshot } from '../../src/domain/reserved-account/reserved-account.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { changesWithin } from '../shared/gateway/effects.js';
import type { Finding, Operation } from '../shared/gateway/operation.js';
import { refusal } from '../shared/run/commands.js';
import type { AccountLifecycle } from './lifecycle.js';

const { getReservedAccount } = proxyActivities<Activities>(GATEWAY_READ);

/** After this time an operator should decide whether it is still needed. */
const DEALLOCATE_WITHIN_MS = 86_400_000;

type Deallocated = 'the gateway deallocated it' | 'the gateway no longer has this account';

/** Deallocates the account. Money that arrives later is reported by a run that its event starts. */
export async function deallocate(lifecycle: AccountLifecycle): Promise<ReservedAccountSnapshot> {
  await lifecycle.settings();
  const account = lifecycle.subject();
  if (account.snapshot().state === 'DEALLOCATED') return account.inWebhooks();
  if (account.snapshot().state === 'ACTIVE')
    account.transitionTo('DEALLOCATING', 'the merchant asked to deallocate it');
  const outcome = await lifecycle.run(deallocation(account.snapshot().terms.reference));
  if (outcome.kind === 'answered') {
    account.transitionTo('DEALLOCATED', outcome.answer);
    lifecycle.notify(account.draft());
    return account.inWebhooks();
  }
  account.transitionTo('ACTIVE', `not deallocated: ${outcome.reason}`);
  throw refusal('refused', outcome.reason);
}

function deallocation(accountReference: string): Operation<Deallocated> {
  return {
    key: 'deallocate',
    summary: `Deallocate ${accountReference}`,
    atRiskKobo: ZERO,
    send: ({ notAfter }) => send(accountReference, notAfter),
    check: () => check(accountReference),
    notAfter: Date.now() + DEALLOCATE_WITHIN_MS,
    isWanted: () => true,
    adopt: () => 'the gateway deallocated it',
  };
}

async function send(accountReference: string, notAfter: number): Promise<Deallocated | 'check-first'> {
  const gateway = changesWithin(notAfter - Date.now());
  const summary = { summary: `Deallocate ${accountReference} at the gateway` };
  const answer = await gateway.deallocateReservedAccount.executeWithOptions(summary, [{ accountReference }]);
  if (answer.kind !== 'ok') return 'the gateway no longer has this account';
  const isOurs = answer.body == null || answer.body.accountReference === accountReference;
  return isOurs ? 'the gateway deallocated it' : 'check-first';
}

/** A deallocated account is not found; while it is found, the deallocation is absent. */
async function check(accountReference: string): Promise<Finding<Deallocated>> {
  const answer = await getReservedAccount.executeWithOptions({ summary: `Check ${accountReference}` }, [
    { accountReference },
  ]);
  if (answer.kind !== 'ok') {
    const observed = 'the gateway no longer has this account';
    return { kind: 'found', answer: observed, observed };
  }
  if (answer.body.accountReference !== accountReference)
    return { kind: 'undecided', observed: 'the reply is about another account' };
  return { kind: 'absent', observed: 'the account still exists' };
}
