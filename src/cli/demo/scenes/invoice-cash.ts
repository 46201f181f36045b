import { naira, prove } from '../acts.js';
import { askForInvoice } from '../invoice-acts.js';
import type { Scene } from '../scene.js';

const AMOUNT = '15000.00';

export const invoiceCash: Scene = {
  name: 'invoice-cash',
  title: 'An invoice is paid in cash, at an agent',
  cast: ['Merchant', 'Payer', 'Gateway', 'Oware'],
  lifecycle: 'invoice',
  expects: { end: 'PAID', collected: [AMOUNT], webhooks: ['invoice.paid'] },
  async play(stage) {
    await askForInvoice(stage, AMOUNT);
    stage.say('Payer', `hands ${naira(AMOUNT)} to an agent, and the number of the invoice`);
    await stage.gateway('POST', '/sandbox/offline-payments', {
      amount: AMOUNT,
      invoiceReference: stage.reference,
    });
    stage.say('Gateway', 'books what its agent took, and sends its signed event');
    await prove(stage, 'PAID', 'invoice.paid');
  },
};
