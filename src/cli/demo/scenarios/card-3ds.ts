import { expectState } from '../steps.js';
import { confirmAtIssuer, chargeCard } from '../card-steps.js';
import { createCheckout } from '../checkout-steps.js';
import type { Scenario } from '../scenario.js';

export const cardThreeDs: Scenario = {
  name: 'card-3ds',
  title: "Card payment with 3-D Secure on the issuer's page",
  roles: ['Merchant', 'Payer', 'Gateway', 'Oware'],
  lifecycle: 'checkouts',
  expects: { state: 'PAID', collected: ['2500.00'], webhooks: ['checkout.paid'] },
  async run(context) {
    await createCheckout(context, '2500.00');
    await confirmAtIssuer(context, await chargeCard(context, 'issuer'));
    await expectState(context, 'PAID', 'checkout.paid');
  },
};
