import { naira, expectState } from '../steps.js';
import { createInvoice } from '../invoice-steps.js';
import type { Scenario } from '../scenario.js';

const AMOUNT = '15000.00';

export const invoiceCash: Scenario = {
  name: 'invoice-cash',
  title: 'An invoice paid in cash at an agent',
  roles: ['Merchant', 'Payer', 'Gateway', 'Oware'],
  lifecycle: 'invoices',
  expects: { state: 'PAID', collected: [AMOUNT], webhooks: ['invoice.paid'] },
  async run(context) {
    await createInvoice(context, AMOUNT);
    context.report('Payer', `pays ${naira(AMOUNT)} in cash to an agent, for this invoice`);
    await context.gateway('POST', '/sandbox/offline-payments', {
      amount: AMOUNT,
      invoiceReference: context.reference,
    });
    context.report('Gateway', 'records the cash payment and sends a signed event');
    await expectState(context, 'PAID', 'invoice.paid');
  },
};
