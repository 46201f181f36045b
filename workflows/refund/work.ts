import { pauseBefore } from '../../src/domain/lifecycle/schedule.js';
import { isOver } from '../../src/domain/payout/state.js';
import { isToBeReported, type RefundRequest } from '../../src/domain/refund/refund.js';
import { createFollower } from '../shared/run/follow.js';
import { createTurns } from '../shared/run/turns.js';
import { grantOrder, grantRefund, learnRefunds } from './grant.js';
import type { RefundsLifecycle } from './lifecycle.js';
import { reportEnds } from './owner.js';
import { followRefund, type TakeOrder } from './run.js';

export type RefundWork = ReturnType<typeof createRefundWork>;

/** The gateway requires a note to the customer. */
const POLICY_NOTE = 'Refund';

/** What runs beside the main loop: granting one by one, following side by side, reporting to the owner in order. */
export function createRefundWork(lifecycle: RefundsLifecycle) {
  const { pace } = lifecycle;
  const inTurn = createTurns();
  const asked = new Set<string>();
  const snapshot = () => lifecycle.subject().snapshot();
  const isAsked = (refundReference: string) => asked.has(refundReference);

  const { followAll } = createFollower(lifecycle, {
    openKeys: () =>
      snapshot()
        .refunds.filter((refund) => !isOver(refund))
        .map(({ terms }) => terms.refundReference),
    follow: (refundReference) => followRefund(lifecycle, refundReference, { takeOrder, isAsked }),
  });

  /** What is known too little of is not reported: a lost run may have sent more. */
  async function reportAll(): Promise<void> {
    for (;;) {
      await pace.until(() => !snapshot().isUnlisted && snapshot().refunds.some(isToBeReported));
      await reportEnds(lifecycle);
    }
  }

  /**
   * A lost run may have sent refunds that are not known here: the gateway lists them. That it has no such payment is believed at
   * the end of the schedule: until then a copy of it may lag.
   */
  async function learnAgain(): Promise<void> {
    const { recheckScheduleMs } = await lifecycle.settings();
    let absences = 0;
    for (let count = 0; snapshot().isUnlisted; count++) {
      const known = await inTurn(() => learnRefunds(lifecycle, isAsked));
      if (known === 'unknown') absences += 1;
      const isAbsent = absences > recheckScheduleMs.length;
      if (typeof known === 'object' || isAbsent) lifecycle.subject().change({ isUnlisted: undefined });
      else await pace.pause(Date.now() + pauseBefore(recheckScheduleMs, count), 'List the refunds again');
    }
  }

  function startOrder(order: RefundRequest): void {
    asked.add(order.refundReference);
    lifecycle.spawn(grantOrder(lifecycle, order, { inTurn, isAsked }));
  }

  /** A policy asks for a refund. */
  const takeOrder: TakeOrder = ({ refundReference, amountKobo, refundReason, owner }) => {
    const order = { refundReference, amountKobo, refundReason, customerNote: POLICY_NOTE, owner };
    const isNew = !(snapshot().orders ?? []).some((each) => each.refundReference === refundReference);
    lifecycle.subject().addOrder(order);
    const isOpen = (snapshot().orders ?? []).some((each) => each.refundReference === refundReference);
    if (isNew && isOpen) startOrder(order);
  };

  return {
    takeOrder,
    /** Grants a refund; true when it is new. */
    async grant(request: RefundRequest): Promise<boolean> {
      asked.add(request.refundReference);
      await lifecycle.whenReady();
      return inTurn(() => grantRefund(lifecycle, request, { isAsked }));
    },
    /** Continues what an earlier run had begun. */
    resume(): void {
      (snapshot().orders ?? []).forEach(startOrder);
      lifecycle.spawn(followAll());
      lifecycle.spawn(reportAll());
      if (snapshot().isUnlisted) lifecycle.spawn(learnAgain());
    },
  };
}
