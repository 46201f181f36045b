import type { InvoiceSnapshot } from '../../src/domain/invoice/invoice.js';
import { decide, learnRefunds, refuseDecision, refuseLearned } from '../shared/collection/decide.js';
import { cancelOf } from '../shared/messages.js';
import { registerCommand, registerCommonHandlers } from '../shared/run/handlers.js';
import { CANCEL_KEY, cancelInvoice, refuseEnded } from './cancel.js';
import type { InvoiceLifecycle } from './lifecycle.js';
import { INVOICE } from './messages.js';
import { INVOICE_RULES } from './rules.js';

/** `resume` continues commands that an earlier run accepted. */
export function registerHandlers(lifecycle: InvoiceLifecycle): { readonly resume: () => void } {
  registerCommonHandlers(lifecycle, {
    ...INVOICE,
    learn: (command) => learnRefunds(lifecycle, INVOICE_RULES, command),
    refuse: (command, item) => refuseDecision(lifecycle, command, item),
    refuseLearned: (command, item) => refuseLearned(lifecycle, command, item),
    onResolved: (_invoice, command, item) => decide(lifecycle, INVOICE_RULES, command, item),
  });

  // concurrent cancels wait for the same answer
  let underWay: Promise<InvoiceSnapshot> | undefined;
  const cancelOnce = () =>
    (underWay ??= cancelInvoice(lifecycle).finally(() => {
      underWay = undefined;
    }));

  registerCommand(lifecycle, cancelOf<InvoiceSnapshot>(), {
    refuse: () => refuseEnded(lifecycle),
    execute: cancelOnce,
    answer: () => lifecycle.subject().snapshot(),
    description: 'Cancel the invoice, also at the gateway.',
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
