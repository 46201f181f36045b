import { proxyLocalActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { ApprovalPart } from '../../../src/domain/approval/approval.js';
import type { GrantCheck, GrantPurpose, SignedGrant } from '../../../src/domain/approval/grant.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import type { Lifecycle, Subject } from '../run/lifecycle.js';

// local: it only computes, and saves a round trip through the server
const { checkGrant } = proxyLocalActivities<Activities>({ startToCloseTimeout: '5s' });

/** A snapshot with the part that holds its approval. */
export type PayoutSnapshot = LifecycleSnapshot & ApprovalPart;

/** Whether the api signed a grant for this lifecycle: only workers hold the keys. */
export function checkFor<Snapshot extends PayoutSnapshot, Of extends Subject<Snapshot>>(
  { pace }: Lifecycle<Snapshot, Of>,
  signed: SignedGrant,
  purpose: Omit<GrantPurpose, 'target'>,
): Promise<GrantCheck> {
  const { workflowId: target } = workflowInfo();
  return pace.call(() => checkGrant(signed, { ...purpose, target }));
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
