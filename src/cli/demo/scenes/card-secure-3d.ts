import { prove } from '../acts.js';
import { confirmAtIssuer, giveCard } from '../card-acts.js';
import { askForCheckout } from '../checkout-acts.js';
import type { Scene } from '../scene.js';

export const cardThreeDs: Scene = {
  name: 'card-3ds',
  title: "Paid by card over the issuer's page (3-D Secure)",
  cast: ['Merchant', 'Payer', 'Gateway', 'Oware'],
  lifecycle: 'checkout',
  expects: { end: 'PAID', collected: ['2500.00'], webhooks: ['checkout.paid'] },
  async play(stage) {
    await askForCheckout(stage, '2500.00');
    await confirmAtIssuer(stage, await giveCard(stage, 'issuer'));
    await prove(stage, 'PAID', 'checkout.paid');
  },
};
