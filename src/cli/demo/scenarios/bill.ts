import type { Scenario } from '../scenario.js';
import { expectState, naira } from '../steps.js';

export const bill: Scenario = {
  name: 'bill',
  title: 'A prepaid meter: the biller validates the customer, then the bill is paid once',
  roles: ['Merchant', 'Oware', 'Gateway'],
  lifecycle: 'bills',
  expects: { state: 'SUCCESS', collected: [], paidOut: ['4950.00'], webhooks: ['bill.success'] },
  async run(context) {
    const { reference, report } = context;
    report('Merchant', `buys electricity for ${naira('5000.00')}, reference ${reference}`);
    const paid = await context.oware('POST', '/v1/bills', {
      reference,
      amount: '5000.00',
      productCode: 'PRD-PREPAID',
      customerId: '45000012345',
    });
    report('Oware', `asks the biller for the customer, ${String(paid.customerName)}, and pays`);
    await expectState(context, 'SUCCESS', 'bill.success');
    const { payable } = paid.receipt as { readonly payable: string };
    report('Gateway', `takes ${naira(payable)} from the wallet: the merchant keeps its commission`);
  },
};
