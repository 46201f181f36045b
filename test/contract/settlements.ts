import { describe, expect } from 'vitest';
import { newReference, test } from './gateway.js';
import { openTransferCheckout } from './terms.js';

describe('a settlement', () => {
  test('that does not exist is not found, and has no transactions', async ({ gateway }) => {
    const reference = newReference('NOSETTLEMENT');
    expect(await gateway.call('listSettlementTransactions', { reference })).toMatchObject({
      kind: 'not-found',
    });
    expect(
      await gateway.call('getSettlementDetail', { transactionReference: `MNFY|00|${reference}` }),
    ).toMatchObject({ kind: 'not-found' });
  });

  test('pays out the collected money less fees, and lists it', async ({ gateway }) => {
    const { pay, settle, openMerchant } = gateway.people();
    const merchant = gateway.as(await openMerchant({}));
    const { account, amount, transactionReference } = await openTransferCheckout(merchant);
    await pay(account, amount);
    expect(await merchant.call('getSettlementDetail', { transactionReference })).toMatchObject({
      kind: 'not-found',
    });

    const settlements = await settle();
    const { settlementAmount } = await merchant.ok('getTransaction', { transactionReference });
    const detail = await merchant.ok('getSettlementDetail', { transactionReference });
    expect(detail).toMatchObject({ transactionReference, settlementAmount, currency: 'NGN' });
    const reference = detail.settlementReference!;
    expect(settlements).toContainEqual(
      expect.objectContaining({ reference, amountKobo: settlementAmount, count: 1 }),
    );
    const { content } = await merchant.ok('listSettlementTransactions', { reference, page: 0, size: 10 });
    expect(content).toHaveLength(1);
    expect(content[0]).toMatchObject({ transactionReference, paymentStatus: 'PAID', amountPaid: amount });
  });
});
