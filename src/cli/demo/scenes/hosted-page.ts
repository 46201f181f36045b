import { prove } from '../acts.js';
import { cardAsTyped } from '../../../sandbox/collections/test-cards.js';
import { askForCheckout } from '../checkout-acts.js';
import type { Scene } from '../scene.js';

export const hostedPage: Scene = {
  name: 'hosted-page',
  title: "Paid on the gateway's page",
  cast: ['Merchant', 'Payer', 'Gateway', 'Oware'],
  lifecycle: 'checkout',
  expects: { end: 'PAID', collected: ['2500.00'], webhooks: ['checkout.paid'] },
  async play(stage) {
    const { checkoutUrl } = await askForCheckout(stage, '2500.00');
    stage.say('Payer', 'opens the page and pays by card');
    await stage.fillIn(`${checkoutUrl}/card`, cardAsTyped('approved'));
    stage.say('Gateway', 'charges the card and sends its signed event');
    await prove(stage, 'PAID', 'checkout.paid');
  },
};
