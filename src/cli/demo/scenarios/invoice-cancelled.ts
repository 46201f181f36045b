import { expectWebhook, attemptTransfer } from '../steps.js';
import { createInvoice } from '../invoice-steps.js';
import type { Scenario } from '../scenario.js';

export const invoiceCancelled: Scenario = {
  name: 'invoice-cancelled',
  title: 'A cancelled invoice: the gateway returns a later transfer',
  roles: ['Merchant', 'Payer', 'Bank', 'Oware'],
  lifecycle: 'invoices',
  expects: { state: 'CANCELLED', collected: [], webhooks: ['invoice.cancelled'] },
  async run(context) {
    const account = await createInvoice(context, '15000.00');
    context.report('Merchant', 'cancels the invoice');
    const { reason } = await context.oware('POST', `/v1/invoices/${context.reference}/cancel`);
    context.report(
      'Oware',
      `cancels it at the gateway, which decides any race with a payment: CANCELLED (${String(reason)})`,
    );
    await expectWebhook(context, 'invoice.cancelled');
    await attemptTransfer(context, account, '15000.00');
  },
};
