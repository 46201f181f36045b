import { type Approval, statusOf } from './approval.js';

/** An approval as merchants and operators see it. */
export function toApprovalView(approval: Approval | undefined) {
  if (!approval) return undefined;
  const { needed, because, requestedAt, expiresAt, maker, given, declined } = approval;
  return { status: statusOf(approval), needed, because, requestedAt, expiresAt, maker, given, declined };
}
