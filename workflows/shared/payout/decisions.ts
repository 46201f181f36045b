import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import { decisionTerms, readSignedGrant } from '../../../src/domain/approval/grant.js';
import { INTERNAL } from '../gateway/activity-options.js';
import type { ReviewResolution } from '../messages.js';
import { refusal } from '../run/commands.js';
import type { Lifecycle, Subject } from '../run/lifecycle.js';
import { type PayoutSnapshot, purposeOf } from './approval-state.js';

// not local: a replay resolves local activities that were in flight together all at once, and the main loop may have one
const { checkGrant } = proxyActivities<Activities>(INTERNAL);

/** Checks the grant of a decision on a payout, and returns who decided. */
export async function authorizeDecision<Snapshot extends PayoutSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  command: ReviewResolution,
): Promise<string> {
  const signed = readSignedGrant(command.grant);
  if (!signed) throw refusal('grant-invalid', 'a decision on a payout must be signed by the api');
  const terms = decisionTerms(lifecycle.subject().snapshot().terms, command);
  const check = await lifecycle.pace.call(() =>
    checkGrant.executeWithOptions({ summary: 'Check the grant to decide' }, [
      signed,
      purposeOf('decide', terms),
    ]),
  );
  if (!check.valid) throw refusal('grant-invalid', check.reason);
  return signed.grant.subject;
}
