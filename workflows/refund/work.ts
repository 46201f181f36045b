import { isEnded, type RefundRequest } from '../../src/domain/refund/refund.js';
import { createTurns } from '../shared/run/turns.js';
import { grantOrder, grantRefund } from './grant.js';
import type { RefundsLifecycle } from './lifecycle.js';
import { reportEnds } from './owner.js';
import { dropSend, processRefund } from './send.js';

export type RefundWork = ReturnType<typeof createRefundWork>;

/** What runs beside the main loop: granting one by one, sending side by side, reporting to the owner in order. */
export function createRefundWork(lifecycle: RefundsLifecycle) {
  const inTurn = createTurns();
  const inOrder = createTurns();

  const process = (refundReference: string) =>
    lifecycle.spawn(processRefund(lifecycle, refundReference).then(report));

  function report(): void {
    lifecycle.spawn(inOrder(() => reportEnds(lifecycle)));
  }

  function startOrder(order: RefundRequest): void {
    const granted = grantOrder(lifecycle, order, inTurn).then(() => {
      process(order.refundReference);
      report();
    });
    lifecycle.spawn(granted);
  }

  return {
    /** Grants a refund and sends it; true when it is new. */
    async grant(request: RefundRequest): Promise<boolean> {
      const isNew = await inTurn(() => grantRefund(lifecycle, request));
      if (isNew) process(request.refundReference);
      // other refunds of the transaction may have come to light
      report();
      return isNew;
    },
    /** A policy asks for a refund. */
    order(request: RefundRequest): void {
      lifecycle.subject().addOrder(request);
      const isOpen = (lifecycle.subject().snapshot().orders ?? []).some(
        ({ refundReference }) => refundReference === request.refundReference,
      );
      if (isOpen) startOrder(request);
    },
    report,
    /** Continues what an earlier run had begun. */
    resume(): void {
      const { refunds, orders = [] } = lifecycle.subject().snapshot();
      orders.forEach(startOrder);
      for (const { terms, state, sentAt } of refunds) {
        if (isEnded(state)) dropSend(lifecycle, terms.refundReference);
        else if (sentAt === undefined) process(terms.refundReference);
      }
      if (refunds.length > 0) report();
    },
  };
}
