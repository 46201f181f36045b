import {
  type Approval,
  isRefusedDecision,
  withApproval,
  withDecline,
} from '../../../src/domain/approval/approval.js';
import { type GrantAction, readSignedGrant } from '../../../src/domain/approval/grant.js';
import { approve, type ApprovalDecision, decisionOf, decline } from '../messages.js';
import { refusal, registerCommand } from '../run/handlers.js';
import type { Lifecycle, Subject } from '../run/lifecycle.js';
import { isRecord } from '../run/shapes.js';
import { timestamp } from '../run/state.js';
import { changeApproval, type PayoutSnapshot, purposeOf } from './approval-state.js';
import { requireGrant } from './decisions.js';

interface ApprovalCommand<Snapshot extends PayoutSnapshot> {
  readonly action: GrantAction;
  readonly add: typeof withApproval;
  readonly approvedTerms: (snapshot: Snapshot) => object;
}

/** Registers the commands `approve` and `decline` of a lifecycle; `kind` is its row in the table of lifecycles. */
export function registerApprovalHandlers<Snapshot extends PayoutSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  kind: { readonly approvedTerms?: (snapshot: Snapshot) => object },
): void {
  const { approvedTerms = ({ terms }: Snapshot) => terms } = kind;
  const answer = () => lifecycle.subject().inWebhooks();
  const executeAs = (command: ApprovalCommand<Snapshot>) => ({
    refuse: (given: ApprovalDecision) => refuseDecision(lifecycle, given),
    execute: (given: ApprovalDecision) => decide(lifecycle, command, given).then(answer),
    answer,
    fingerprintOf: decisionOf,
  });
  registerCommand(lifecycle, approve, {
    ...executeAs({ action: 'approve', add: withApproval, approvedTerms }),
    description: 'Approve the payout, with a grant that the api signed.',
  });
  registerCommand(lifecycle, decline, {
    ...executeAs({ action: 'decline', add: withDecline, approvedTerms }),
    description: 'Decline the payout, with a grant that the api signed.',
  });
}

/** Runs before the command is accepted; a refused one leaves no trace in history. */
function refuseDecision<Snapshot extends PayoutSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  given: unknown,
): void {
  const signed = isRecord(given) ? readSignedGrant(given.grant) : undefined;
  if (!signed) throw refusal('invalid', 'grant: expected a signed grant');
  approvalOf(lifecycle);
}

function approvalOf<Snapshot extends PayoutSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
): Approval {
  const { approval } = lifecycle.subject().snapshot();
  if (!approval) throw refusal('not-awaiting-approval', 'the payout has not asked for an approval');
  return approval;
}

/** Nothing changes before the worker has checked who decides. */
async function decide<Snapshot extends PayoutSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  { action, add, approvedTerms }: ApprovalCommand<Snapshot>,
  { grant: signed }: ApprovalDecision,
): Promise<void> {
  const terms = approvedTerms(lifecycle.subject().snapshot());
  await requireGrant(lifecycle, signed, purposeOf(action, terms));
  const { key, subject, reason } = signed.grant;
  const decision = { key, subject, at: timestamp(), ...(reason !== undefined && { reason }) };
  // no await from here on: of two decisions at once, the second meets the first
  const result = add(approvalOf(lifecycle), decision);
  if (isRefusedDecision(result)) throw refusal(result.refused, result.reason);
  changeApproval(lifecycle, { approval: result });
}
