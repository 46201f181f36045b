import { isEnded, type RefundsSnapshot } from '../../src/domain/refund/refund.js';
import { registerDecisions } from '../shared/payout/approval-handlers.js';
import { authorizeDecision } from '../shared/payout/decisions.js';
import { refusal, registerCommand, registerCommonHandlers } from '../shared/run/handlers.js';
import { isRecord } from '../shared/run/shapes.js';
import { approvalPlaceOf, refundOf } from './approval.js';
import type { RefundsLifecycle } from './lifecycle.js';
import { REFUNDS } from './messages.js';
import { refuseRequest } from './validators.js';
import type { RefundWork } from './work.js';

export function registerHandlers(lifecycle: RefundsLifecycle, work: RefundWork): void {
  const { commands } = REFUNDS;
  const snapshot = () => lifecycle.subject().snapshot();

  registerCommonHandlers(lifecycle, {
    ...REFUNDS,
    authorize: (command) => authorizeDecision(lifecycle, command),
    onResolved: (refunds, command) => {
      const drafts = refunds.onResolved(command);
      work.report();
      return drafts;
    },
  });

  registerCommand(lifecycle, commands.request, {
    refuse: refuseRequest,
    execute: async (request) => {
      const refunds = await lifecycle.whenReady();
      const isNew = await work.grant(request);
      await lifecycle.pace.until(() => refunds.isShowable(request.refundReference));
      return { isNew, snapshot: snapshot() };
    },
    answer: () => ({ isNew: false, snapshot: snapshot() }),
    description: 'Grant a refund and send it, or return the existing one.',
  });

  registerCommand(lifecycle, commands.cancelRefund, {
    refuse: (request) => {
      if (!isRecord(request)) throw refusal('invalid', 'expected the reference of a refund');
      refuseSent(lifecycle, request.refundReference);
    },
    execute: ({ refundReference }) => cancel(lifecycle, refundReference),
    answer: snapshot,
    description: 'Cancel a refund that was not sent.',
  });

  registerDecisions(lifecycle, {
    approve: commands.approveRefund,
    decline: commands.declineRefund,
    placeOf: ({ refundReference }) => {
      refundOf(lifecycle, refundReference);
      return approvalPlaceOf(lifecycle, refundReference);
    },
    answer: snapshot,
  });
}

function refuseSent(lifecycle: RefundsLifecycle, refundReference: unknown): void {
  const { state, sentAt } = refundOf(lifecycle, refundReference);
  // a repeat gets the same answer
  if (state === 'CANCELLED') return;
  if (isEnded(state)) throw refusal('not-open', `the refund is ${state}`);
  if (sentAt !== undefined) throw refusal('not-open', 'the refund was already sent');
}

async function cancel(lifecycle: RefundsLifecycle, refundReference: string): Promise<RefundsSnapshot> {
  const refunds = await lifecycle.whenReady();
  refuseSent(lifecycle, refundReference);
  if (refunds.isUnsent(refundReference)) {
    refunds.update(refundReference, { unwanted: 'the merchant cancelled it' });
  }
  await lifecycle.pace.until(() => !refunds.isUnsent(refundReference));
  const { state } = refunds.find(refundReference) ?? {};
  if (state !== 'CANCELLED') throw refusal('not-open', `the refund was already sent: it is ${state}`);
  return refunds.snapshot();
}
