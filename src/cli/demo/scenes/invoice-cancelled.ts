import { hear, transferInVain } from '../acts.js';
import { askForInvoice } from '../invoice-acts.js';
import type { Scene } from '../scene.js';

export const invoiceCancelled: Scene = {
  name: 'invoice-cancelled',
  title: 'An invoice is cancelled, and the gateway takes no money for it any more',
  cast: ['Merchant', 'Payer', 'Bank', 'Oware'],
  lifecycle: 'invoice',
  expects: { end: 'CANCELLED', collected: [], webhooks: ['invoice.cancelled'] },
  async play(stage) {
    const account = await askForInvoice(stage, '15000.00');
    stage.say('Merchant', 'cancels');
    const { reason } = await stage.oware('POST', `/v1/invoices/${stage.reference}/cancel`);
    stage.say('Oware', `has the gateway cancel it, which decides any race: CANCELLED (${String(reason)})`);
    await hear(stage, 'invoice.cancelled');
    await transferInVain(stage, account, '15000.00');
  },
};
