import { expectState, transfer } from '../steps.js';
import { createInvoice } from '../invoice-steps.js';
import type { Scenario } from '../scenario.js';

export const invoicePaid: Scenario = {
  name: 'invoice-paid',
  title: 'An invoice paid by bank transfer',
  roles: ['Merchant', 'Payer', 'Bank', 'Oware'],
  lifecycle: 'invoices',
  expects: { state: 'PAID', collected: ['15000.00'], webhooks: ['invoice.paid'] },
  async run(context) {
    await transfer(context, await createInvoice(context, '15000.00'), '15000.00');
    await expectState(context, 'PAID', 'invoice.paid');
  },
};
