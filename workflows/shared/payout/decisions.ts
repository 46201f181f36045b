import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import {
  decisionTerms,
  type GrantCheck,
  type GrantPurpose,
  readSignedGrant,
  type SignedGrant,
} from '../../../src/domain/approval/grant.js';
import { isSamePerson } from '../../../src/domain/approval/approval.js';
import { INTERNAL } from '../gateway/activity-options.js';
import type { ReviewResolution } from '../messages.js';
import { refusal } from '../run/commands.js';
import type { Lifecycle, Subject } from '../run/lifecycle.js';
import type { Pace } from '../run/pace.js';
import { type PayoutSnapshot, purposeOf } from './approval-state.js';

// Not local: a replay resolves local activities that were in flight together all at once, and a run resolves each when it
// ends. The main loop may have one in flight, and two people may decide at once.
const { checkGrant } = proxyActivities<Activities>(INTERNAL);

/** Whether the worker accepts a grant, for callers that may be several at once. */
export function checkGrantByWorker(
  { pace }: { readonly pace: Pace },
  signed: SignedGrant,
  purpose: GrantPurpose,
): Promise<GrantCheck> {
  const summary = { summary: `Check the grant to ${purpose.action}` };
  return pace.call(() => checkGrant.executeWithOptions(summary, [signed, purpose]));
}

/** Refuses a command whose grant the worker does not accept. */
export async function requireGrant(
  lifecycle: { readonly pace: Pace },
  signed: SignedGrant,
  purpose: GrantPurpose,
): Promise<void> {
  const check = await checkGrantByWorker(lifecycle, signed, purpose);
  if (!check.valid) throw refusal('grant-invalid', check.reason);
}

/**
 * Checks the grant of a decision on a payout, and returns who decided. No one decides about their own payout, except that it
 * is not sent. Who asked for it is what the request says: its signature is checked where approvals need it.
 */
export async function authorizeDecision<Snapshot extends PayoutSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  command: ReviewResolution,
  maker: SignedGrant | undefined = lifecycle.maker(),
): Promise<string> {
  const signed = readSignedGrant(command.grant);
  if (!signed) throw refusal('grant-invalid', 'a decision on a payout must be signed by the api');
  if (command.decision !== 'refuse') refuseMaker(maker, signed);
  const terms = decisionTerms(lifecycle.subject().snapshot().terms, command);
  await requireGrant(lifecycle, signed, purposeOf('decide', terms));
  return signed.grant.subject;
}

/** Refuses the person who asked for the payout. */
export function refuseMaker(maker: SignedGrant | undefined, { grant: { subject } }: SignedGrant): void {
  if (!maker || !isSamePerson(maker.grant, { subject })) return;
  throw refusal('approver-is-maker', `${subject} asked for the payout; another person must decide`);
}
