import { payByReusableCard } from '../card-steps.js';
import type { Scenario } from '../scenario.js';
import { expectState, naira } from '../steps.js';

export const tokenCharge: Scenario = {
  name: 'token-charge',
  title: 'A charge of a card that paid before',
  roles: ['Merchant', 'Payer', 'Oware'],
  lifecycle: 'charges',
  expects: { state: 'PAID', collected: ['2500.00', '1500.00'], webhooks: ['charge.paid'] },
  async run(context) {
    const { reference, report, oware } = context;
    const checkout = await payByReusableCard(context, '2500.00');
    report('Merchant', `charges the same card ${naira('1500.00')}, without the payer`);
    await oware('POST', '/v1/charges', { reference, amount: '1500.00', checkout });
    report('Oware', "takes the card's token from the gateway's record, and sends the charge once");
    await expectState(context, 'PAID', 'charge.paid');
  },
};
