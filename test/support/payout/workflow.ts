import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import { cancelOf, type LifecycleInput } from '../../../workflows/shared/messages.js';
import {
  type ApprovalOutcome,
  awaitApproval,
  registerApprovalHandlers,
} from '../../../workflows/shared/payout/approval.js';
import { registerCommand, registerCommonHandlers } from '../../../workflows/shared/run/handlers.js';
import { refuseInput } from '../../../workflows/shared/run/input.js';
import type { WorkerSettings } from '../../../workflows/shared/run/worker-settings.js';
import { createLifecycle } from '../../../workflows/shared/run/lifecycle.js';
import { isOver, nextTurn, runUntilClosed } from '../../../workflows/shared/run/run-until-closed.js';
import { createLifecycleState } from '../../../workflows/shared/run/state.js';
import {
  TEST_PAYOUT,
  type TestPayoutSnapshot,
  type TestPayoutState,
  type TestPayoutTerms,
} from './messages.js';

const OUTCOMES: Readonly<Record<ApprovalOutcome['kind'], TestPayoutState>> = {
  'not-needed': 'SENT',
  approved: 'SENT',
  declined: 'DECLINED',
  expired: 'EXPIRED',
  withdrawn: 'CANCELLED',
};

export async function sendTestPayout(
  input: LifecycleInput<TestPayoutTerms, TestPayoutSnapshot>,
  worker: WorkerSettings,
): Promise<TestPayoutSnapshot> {
  refuseInput(input, () => undefined, { beginnings: ['request', 'carried'] });
  const lifecycle = createLifecycle(
    { prefix: TEST_PAYOUT.prefix, make: createTestPayout, asAsked },
    input,
    worker,
  );
  registerCommonHandlers(lifecycle, TEST_PAYOUT);
  registerApprovalHandlers(lifecycle, TEST_PAYOUT);
  const payout = lifecycle.subject();
  registerCommand(lifecycle, cancelOf<TestPayoutSnapshot>(), {
    refuse: () => undefined,
    execute: () => {
      if (payout.mayBecome('CANCELLED')) payout.transitionTo('CANCELLED', 'the merchant cancelled it');
      return Promise.resolve(payout.snapshot());
    },
    description: 'Cancel the payout.',
  });
  return runUntilClosed(lifecycle, async () => {
    const { gatewayEventGraceMs } = await lifecycle.settings();
    const outcome = await awaitApproval(lifecycle, {
      amountKobo: payout.snapshot().terms.amountKobo,
      isWanted: () => payout.snapshot().state !== 'CANCELLED',
      onRequested: ({ because }) => {
        payout.transitionTo('WAITING_FOR_APPROVAL', because.join('; '));
        lifecycle.notify({ type: 'test-payout.approval-requested' });
      },
    });
    const to = OUTCOMES[outcome.kind];
    if (payout.mayBecome(to)) {
      payout.transitionTo(to, 'reason' in outcome ? outcome.reason : 'no approval is needed');
      lifecycle.notify({ type: `test-payout.${to.toLowerCase()}` });
      // so that tests can send messages to a decided payout
      lifecycle.stayFor(gatewayEventGraceMs);
    }
    const turn = { dueAt: () => undefined, summary: () => '', isDone: () => true };
    while (!isOver(lifecycle, turn)) {
      await nextTurn(lifecycle, turn);
      lifecycle.checks.started();
      lifecycle.checks.ended(true);
    }
    return payout.snapshot();
  });
}

function asAsked(terms: TestPayoutTerms, at: string): TestPayoutSnapshot {
  return { ...beginning('NEW', 'created by the merchant', at), lifecycle: 'test-payout', terms };
}

function createTestPayout(initial: TestPayoutSnapshot) {
  const state = createLifecycleState<TestPayoutSnapshot>(initial, {
    describe: () => '- **Test payout**',
    allowedTransitions: {
      NEW: ['WAITING_FOR_APPROVAL', 'SENT', 'EXPIRED', 'CANCELLED'],
      WAITING_FOR_APPROVAL: ['SENT', 'DECLINED', 'EXPIRED', 'CANCELLED'],
      SENT: [],
      DECLINED: [],
      EXPIRED: [],
      CANCELLED: [],
    },
    worth: ({ terms }) => terms.amountKobo,
  });
  return { ...state, isAnswerable: () => state.snapshot().state !== 'NEW' };
}
