import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { ZERO } from '../../src/domain/money.js';
import type { ReservedAccountSnapshot } from '../../src/domain/reserved-account.js';
import { changesWithin } from '../shared/effects.js';
import { refusal } from '../shared/hear.js';
import { type Deed, type Finding, perform } from '../shared/perform.js';
import { ASKS } from '../shared/policies.js';
import type { AccountStory } from './story.js';

const { getReservedAccount } = proxyActivities<Activities>(ASKS);

/** Longer than this and a person should say whether it is still wanted. */
const DEALLOCATE_WITHIN_MS = 86_400_000;

type Gone = 'the gateway has taken it back' | 'the gateway knows no such account any more';

/** Gives the numbers back. Money that comes to them later is surfaced by a run from the news of it. */
export async function deallocate(story: AccountStory): Promise<ReservedAccountSnapshot> {
  const settings = await story.settings();
  const account = story.known();
  account.move('DEALLOCATING', 'the merchant gives it back');
  const outcome = await perform(deallocateDeed(account.snapshot().terms.reference), settings);
  if (outcome.kind === 'answered') {
    account.move('DEALLOCATED', outcome.answer);
    story.tell(account.tale());
    return account.tellable();
  }
  const reason = outcome.kind === 'unknown' ? 'it is not known whether it was given back' : outcome.reason;
  account.move('ACTIVE', `not given back: ${reason}`);
  if (outcome.kind === 'unknown') {
    account.raise({ kind: 'needs-review', reason, atRiskKobo: ZERO, evidence: outcome.evidence });
  }
  throw refusal('refused', reason);
}

function deallocateDeed(accountReference: string): Deed<Gone> {
  const notAfter = Date.now() + DEALLOCATE_WITHIN_MS;
  return {
    summary: `Give ${accountReference} back`,
    send: () => send(accountReference, notAfter),
    ask: () => ask(accountReference),
    mostRepeats: Infinity,
    notAfter,
    isWanted: () => true,
  };
}

async function send(accountReference: string, notAfter: number): Promise<Gone | 'ask-first'> {
  const gateway = changesWithin(notAfter - Date.now());
  const summary = { summary: `Give ${accountReference} back to the gateway` };
  const answer = await gateway.deallocateReservedAccount.executeWithOptions(summary, [{ accountReference }]);
  if (answer.kind !== 'ok') return 'the gateway knows no such account any more';
  const isOurs = answer.body == null || answer.body.accountReference === accountReference;
  return isOurs ? 'the gateway has taken it back' : 'ask-first';
}

/** The account is not found once it has been given back; while it is found, the deed is what is absent. */
async function ask(accountReference: string): Promise<Finding<Gone>> {
  const answer = await getReservedAccount.executeWithOptions({ summary: `Ask about ${accountReference}` }, [
    { accountReference },
  ]);
  if (answer.kind !== 'ok') {
    const saw = 'the gateway knows no such account any more';
    return { kind: 'found', answer: saw, saw };
  }
  if (answer.body.accountReference !== accountReference)
    return { kind: 'undecided', saw: 'a crossed answer' };
  return { kind: 'absent', saw: 'the account is still there' };
}
