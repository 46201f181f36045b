import { decisionTerms, readSignedGrant } from '../../../src/domain/approval/grant.js';
import type { ReviewResolution } from '../messages.js';
import { refusal } from '../run/commands.js';
import type { Lifecycle, Subject } from '../run/lifecycle.js';
import { checkFor, type PayoutSnapshot } from './approval-state.js';

/** Checks the grant of a decision on a payout, and returns who decided. */
export async function authorizeDecision<Snapshot extends PayoutSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  command: ReviewResolution,
): Promise<string> {
  const signed = readSignedGrant(command.grant);
  if (!signed) throw refusal('grant-invalid', 'a decision on a payout must be signed by the api');
  const terms = decisionTerms(lifecycle.subject().snapshot().terms, command);
  const check = await checkFor(lifecycle, signed, { action: 'decide', terms });
  if (!check.valid) throw refusal('grant-invalid', check.reason);
  return signed.grant.subject;
}
