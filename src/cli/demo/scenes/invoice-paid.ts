import { prove, transfer } from '../acts.js';
import { askForInvoice } from '../invoice-acts.js';
import type { Scene } from '../scene.js';

export const invoicePaid: Scene = {
  name: 'invoice-paid',
  title: 'An invoice is paid by bank transfer',
  cast: ['Merchant', 'Payer', 'Bank', 'Oware'],
  lifecycle: 'invoice',
  expects: { end: 'PAID', collected: ['15000.00'], webhooks: ['invoice.paid'] },
  async play(stage) {
    await transfer(stage, await askForInvoice(stage, '15000.00'), '15000.00');
    await prove(stage, 'PAID', 'invoice.paid');
  },
};
