import { prove } from '../acts.js';
import { confirmAtIssuer, giveCard } from '../card-acts.js';
import { askForCheckout } from '../checkout-acts.js';
import type { Scene } from '../scene.js';

export const cardSecure3d: Scene = {
  name: 'card-secure-3d',
  title: "Paid by card over the issuer's page (3-D Secure)",
  cast: ['Merchant', 'Payer', 'Gateway', 'Oware'],
  story: 'payment',
  expects: { end: 'PAID', collected: ['2500.00'], notices: ['payment.paid'] },
  async play(stage) {
    await askForCheckout(stage, '2500.00');
    await confirmAtIssuer(stage, await giveCard(stage, 'issuer'));
    await prove(stage, 'PAID', 'payment.paid');
  },
};
