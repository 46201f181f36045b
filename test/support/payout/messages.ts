import type { ApprovalPart } from '../../../src/domain/approval/approval.js';
import { toApprovalView } from '../../../src/domain/approval/view.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import type { StateTexts } from '../../../src/domain/lifecycle/state-texts.js';
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

const TEST_PAYOUT_STATES: StateTexts<TestPayoutState> = {
  NEW: { means: 'It is new.' },
  WAITING_FOR_APPROVAL: { means: 'It is not sent yet.', waitsFor: 'the approval of another person' },
  SENT: { means: 'It is sent.' },
  DECLINED: { means: 'It was declined.' },
  EXPIRED: { means: 'It was not approved in time.' },
  CANCELLED: { means: 'It was cancelled.' },
};

const commands = approvalCommands<TestPayoutSnapshot>();

/** The smallest lifecycle with an approval: it sends nothing, and ends as the approval says. */
export const TEST_PAYOUT: LifecycleKind<TestPayoutTerms, TestPayoutSnapshot, typeof commands> = {
  noun: 'test payout',
  about: 'A payout of the tests.',
  prefix: 'test-payout',
  type: 'sendTestPayout',
  path: '/v1/test-payouts',
  firstState: 'NEW',
  states: TEST_PAYOUT_STATES,
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
