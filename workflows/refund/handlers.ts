import { awaitsDecision } from '../../src/domain/lifecycle/review.js';
import { standingOf } from '../../src/domain/movement/standing.js';
import { isAnswered, isOver, isSafeUntilRead } from '../../src/domain/payout/state.js';
import type { RefundsSnapshot } from '../../src/domain/refund/refund.js';
import type { OpenOperation } from '../shared/gateway/operation-state.js';
import { registerDecisions } from '../shared/payout/approval-handlers.js';
import { cancelOrKeep, refuseCancel } from '../shared/payout/cancel-payout.js';
import { decideOn, refuseDecisionOn } from '../shared/payout/decide.js';
import { authorizeDecision } from '../shared/payout/decisions.js';
import { itemsAbout } from '../shared/payout/listed-items.js';
import { refusal, registerCommand, registerCommonHandlers } from '../shared/run/handlers.js';
import { isRecord } from '../shared/run/shapes.js';
import { approvalPlaceOf } from './approval.js';
import { refundOf } from './entries.js';
import type { RefundsLifecycle } from './lifecycle.js';
import { REFUNDS } from './messages.js';
import { placeOf, withItem } from './places.js';
import { refuseRequest } from './validators.js';
import type { RefundWork } from './work.js';

const NOUN = 'refund';

export function registerHandlers(lifecycle: RefundsLifecycle, work: RefundWork): void {
  const { commands } = REFUNDS;
  const snapshot = () => lifecycle.subject().snapshot();

  registerCommonHandlers(lifecycle, {
    ...REFUNDS,
    authorize: (command) => {
      const item = snapshot().review.find(({ key }) => key === command.key);
      // people do not decide about the refunds that they asked for
      return authorizeDecision(lifecycle, command, item && withItem(lifecycle, item)?.refund.maker);
    },
    refuse: (command, item) => {
      const about = withItem(lifecycle, item);
      if (about) refuseDecisionOn(about.place, command, about.own);
    },
    onResolved: (_refunds, command, item) => {
      const about = withItem(lifecycle, item);
      return about ? decideOn(about.place, command, about.own) : [];
    },
    // what it reports is read before anything more of the payment is sent: all refunds share what was paid
    onEvent: (event) => {
      if (event.kind !== 'refund' || !lifecycle.isReady()) return;
      const refunds = lifecycle.subject();
      for (const { terms } of refunds.snapshot().refunds) refunds.withdraw(terms.refundReference);
    },
    openOperations: () => openSends(snapshot()),
  });

  registerCommand(lifecycle, commands.request, {
    refuse: refuseRequest,
    execute: async (request) => {
      const isNew = await work.grant(request);
      await lifecycle.pace.until(() => isShowable(lifecycle, request.refundReference));
      return { isNew, snapshot: snapshot() };
    },
    answer: () => ({ isNew: false, snapshot: snapshot() }),
    description: 'Grant a refund and send it, or return the existing one.',
  });

  registerCommand(lifecycle, commands.cancelRefund, {
    refuse: (request) => {
      if (!isRecord(request)) throw refusal('invalid', 'expected the reference of a refund');
      const { terms } = refundOf(lifecycle, request.refundReference);
      refuseCancel(placeOf(lifecycle, terms.refundReference).read(), NOUN);
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

/** Whether a caller has nothing more to wait for: it was sent, has ended, or needs a person. */
function isShowable(lifecycle: RefundsLifecycle, refundReference: string): boolean {
  const { refunds, review } = lifecycle.subject().snapshot();
  const refund = refunds.find(({ terms }) => terms.refundReference === refundReference);
  if (refund === undefined || awaitsDecision(itemsAbout(refundReference, review))) return true;
  return refund.state === 'PENDING' ? isAnswered(refund) : !isSafeUntilRead(refund);
}

/** The requests that are to be sent, or whose outcome is unknown. */
function openSends({ refunds }: RefundsSnapshot): readonly OpenOperation[] {
  return refunds.flatMap((refund): readonly OpenOperation[] => {
    const { name } = standingOf(refund.movement);
    const { terms, notAfter, unexpected } = refund;
    if (isOver(refund) || unexpected || (name !== 'unsent' && name !== 'unknown')) return [];
    const phase = name === 'unsent' ? 'send' : 'check';
    return [{ key: `refund:${terms.refundReference}`, phase, ...(notAfter !== undefined && { notAfter }) }];
  });
}

async function cancel(lifecycle: RefundsLifecycle, refundReference: string): Promise<RefundsSnapshot> {
  const refunds = await lifecycle.whenReady();
  const place = placeOf(lifecycle, refundReference);
  refuseCancel(place.read(), NOUN);
  if (await cancelOrKeep(lifecycle.pace, place)) return refunds.snapshot();
  throw refusal(
    'not-open',
    `the refund was already sent: it is ${refundOf(lifecycle, refundReference).state}`,
  );
}
