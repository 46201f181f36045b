import type { UpdateDefinition } from '@temporalio/common';
import type { InvoiceSnapshot } from '../../src/domain/invoice/invoice.js';
import { cancel } from '../shared/messages.js';
import { registerCommand, registerCommonHandlers } from '../shared/run/handlers.js';
import { CANCEL_KEY, cancelInvoice, refuseEnded } from './cancel.js';
import type { InvoiceLifecycle } from './lifecycle.js';
import { INVOICE } from './messages.js';

/** `resume` goes on with what an earlier run was ordered to do. */
export function registerHandlers(lifecycle: InvoiceLifecycle): { readonly resume: () => void } {
  registerCommonHandlers(lifecycle, {
    ...INVOICE,
    onResolved: (invoice, order, kind) => {
      if (order.decision === 'happened') lifecycle.checks.urge();
      return invoice.onResolved(order, kind);
    },
  });

  // whoever calls it off while it is being called off waits for the same answer
  let underWay: Promise<InvoiceSnapshot> | undefined;
  const cancelOnce = () =>
    (underWay ??= cancelInvoice(lifecycle).finally(() => {
      underWay = undefined;
    }));

  registerCommand(lifecycle, cancel as UpdateDefinition<InvoiceSnapshot>, {
    refuse: () => refuseEnded(lifecycle),
    execute: cancelOnce,
    answer: () => lifecycle.subject().snapshot(),
    description: 'The merchant wants the money no more; the gateway takes none any more.',
  });

  return {
    resume: () => {
      const { state, unwanted } = lifecycle.subject().snapshot();
      const isOrdered =
        lifecycle.operations.get(CANCEL_KEY) !== undefined || (unwanted && state === 'PENDING');
      if (isOrdered) lifecycle.spawn(cancelOnce());
    },
  };
}
