import type { ApprovalPart } from '../../../src/domain/approval/approval.js';
import { toApprovalView } from '../../../src/domain/approval/view.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import { COMMON_WEBHOOKS } from '../../../src/domain/lifecycle/webhook-types.js';
import type { Kobo } from '../../../src/domain/money.js';
import { approvalCommands, type LifecycleKind } from '../../../workflows/shared/messages.js';

export interface TestPayoutTerms {
  readonly reference: string;
  readonly amountKobo: Kobo;
}

export type TestPayoutState = 'NEW' | 'WAITING_FOR_APPROVAL' | 'SENT' | 'DECLINED' | 'EXPIRED' | 'CANCELLED';

export interface TestPayoutSnapshot extends LifecycleSnapshot<TestPayoutState>, ApprovalPart {
  readonly lifecycle: 'test-payout';
  readonly terms: TestPayoutTerms;
}

const commands = approvalCommands<TestPayoutSnapshot>();

/** The smallest lifecycle with an approval: it sends nothing, and ends as the approval says. */
export const TEST_PAYOUT: LifecycleKind<TestPayoutTerms, TestPayoutSnapshot, typeof commands> = {
  noun: 'test payout',
  prefix: 'test-payout',
  type: 'sendTestPayout',
  path: '/v1/test-payouts',
  firstState: 'NEW',
  isOver: ({ state }) => !['NEW', 'WAITING_FOR_APPROVAL'].includes(state),
  freeText: [],
  summaryOf: ({ reference }) => `Test payout ${reference}`,
  toView: ({ terms, state, reason, approval }) => ({
    ...terms,
    state,
    reason,
    approval: toApprovalView(approval),
  }),
  viewName: 'testPayout',
  webhooks: COMMON_WEBHOOKS,
  takesEvents: false,
  commands,
};
