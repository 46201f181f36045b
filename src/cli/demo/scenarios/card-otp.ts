import { expectState } from '../steps.js';
import { chargeCard, submitOtp, submitWrongOtp } from '../card-steps.js';
import { createCheckout } from '../checkout-steps.js';
import type { Scenario } from '../scenario.js';

export const cardOtp: Scenario = {
  name: 'card-otp',
  title: 'Card payment with an OTP: wrong at first, then correct',
  roles: ['Merchant', 'Payer', 'Oware'],
  lifecycle: 'checkouts',
  expects: { state: 'PAID', collected: ['2500.00'], webhooks: ['checkout.paid'] },
  async run(context) {
    await createCheckout(context, '2500.00');
    await chargeCard(context, 'otp');
    await submitWrongOtp(context);
    await submitOtp(context);
    await expectState(context, 'PAID', 'checkout.paid');
  },
};
