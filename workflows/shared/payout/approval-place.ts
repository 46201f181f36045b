import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { ApprovalPart } from '../../../src/domain/approval/approval.js';
import type { GrantCheck, GrantPurpose, SignedGrant } from '../../../src/domain/approval/grant.js';
import { INTERNAL } from '../gateway/activity-options.js';
import type { Lifecycle, Subject } from '../run/lifecycle.js';
import { changeApproval, type PayoutSnapshot } from './approval-state.js';
import { waitUnsent } from './wait-unsent.js';

const { checkGrant } = proxyActivities<Activities>(INTERNAL);

/** One payout that may need an approval: where that is kept, and what grants must be about. */
export interface ApprovalPlace {
  /** Identifies the payout among all of its day. */
  readonly reference: string;
  read(): ApprovalPart;
  write(part: ApprovalPart): void;
  /** Who asked for it, as the request says: the signature has not been checked. */
  maker(): SignedGrant | undefined;
  checkMaker(signed: SignedGrant, purpose: GrantPurpose): Promise<GrantCheck>;
  /** What the maker asked for. */
  requestedTerms(): object;
  /** What approvers decide on. */
  approvedTerms(): object;
  /** Waits until a moment, in milliseconds since the epoch, or until `isOver` holds. */
  wait(until: number, options: { readonly summary: string; readonly isOver: () => boolean }): Promise<void>;
}

/** The part of a row in the table of lifecycles that approvals need. */
export interface ApprovedKind<Snapshot extends PayoutSnapshot> {
  readonly approvedTerms?: (snapshot: Snapshot) => object;
}

/** For a lifecycle that is one payout: its snapshot holds the approval. */
export function placeOf<Snapshot extends PayoutSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  { approvedTerms = ({ terms }) => terms }: ApprovedKind<Snapshot> = {},
): ApprovalPlace {
  const snapshot = () => lifecycle.subject().snapshot();
  return {
    // references are unique within a kind only
    reference: workflowInfo().workflowId,
    read: snapshot,
    write: (part) => changeApproval(lifecycle, part),
    maker: lifecycle.maker,
    checkMaker: (signed, purpose) => lifecycle.pace.call(() => checkGrant(signed, purpose)),
    requestedTerms: () => snapshot().terms,
    approvedTerms: () => approvedTerms(snapshot()),
    wait: (until, options) => waitUnsent(lifecycle, until, options),
  };
}
