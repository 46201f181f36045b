import type { InvoiceSnapshot } from '../../src/domain/invoice/invoice.js';
import { followOrder } from '../shared/collection/follow.js';
import { requestPolicyRefunds } from '../shared/collection/policy-refunds.js';
import { isToBeRecovered, refuseInput } from '../shared/run/input.js';
import { runUntilClosed } from '../shared/run/run-until-closed.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { registerHandlers } from './handlers.js';
import { refuseTerms } from './validators.js';
import { createInvoiceLifecycle } from './lifecycle.js';
import { issueInvoice, isUnissued } from './issue.js';
import type { InvoiceInput } from './messages.js';
import { invoiceKind } from './kind.js';
import { rebuild } from './rebuild.js';

/** One invoice, from the merchant's request or an event to its end. The result is the whole snapshot. */
export async function collectInvoice(input: InvoiceInput, worker: WorkerSettings): Promise<InvoiceSnapshot> {
  refuseInput(input, refuseTerms);
  const lifecycle = createInvoiceLifecycle(input, worker);
  const { resume } = registerHandlers(lifecycle);
  return runUntilClosed(lifecycle, async () => {
    if (isToBeRecovered(input)) await lifecycle.restore(() => rebuild(lifecycle, input));
    if (input.from === 'carried') lifecycle.subject().change({});
    requestPolicyRefunds(lifecycle);
    resume();
    if (isUnissued(lifecycle)) await issueInvoice(lifecycle);
    await followOrder(lifecycle, invoiceKind(lifecycle));
    return lifecycle.subject().snapshot();
  });
}
