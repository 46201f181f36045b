import { workflowInfo } from '@temporalio/workflow';
import type { ApprovalPart } from '../../../src/domain/approval/approval.js';
import type { GrantAction, GrantPurpose } from '../../../src/domain/approval/grant.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import type { Lifecycle, Subject } from '../run/lifecycle.js';

/** A snapshot with the part that holds its approval. */
export type PayoutSnapshot = LifecycleSnapshot & ApprovalPart;

/** What a grant must be for: this lifecycle, and just these terms. */
export function purposeOf(action: GrantAction, terms: object): GrantPurpose {
  return { action, target: workflowInfo().workflowId, terms };
}

/** What was approved has changed: the next request starts afresh. */
export function clearApproval<Snapshot extends PayoutSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
): void {
  // snapshots are JSON: an undefined field is an absent one
  const none = { approval: undefined, needsNoApproval: undefined } as unknown as ApprovalPart;
  changeApproval(lifecycle, none);
}

/** The compiler cannot see that a Snapshot has just these fields. */
export function changeApproval<Snapshot extends PayoutSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  part: ApprovalPart,
): void {
  lifecycle.subject().change(part as Partial<Snapshot>);
}
