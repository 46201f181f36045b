import { describe, expect } from 'vitest';
import { kobo } from '../../src/domain/money.js';
import { type Gateway, newReference, type Request, test } from './gateway.js';
import { balanceOf } from './terms.js';

function walletTerms(changes: Partial<Request<'createWallet'>> = {}): Request<'createWallet'> {
  return {
    walletReference: newReference('wallet'),
    walletName: 'Wallet of Ada',
    customerName: 'Ada Obi',
    customerEmail: 'ada@example.com',
    bvnDetails: { bvn: '22200000005', bvnDateOfBirth: '1960-01-06' },
    ...changes,
  };
}

describe("a customer's wallet", () => {
  test('is created empty, and listed', async ({ gateway }) => {
    const terms = walletTerms();
    const { walletReference } = terms;
    const opened = await gateway.ok('createWallet', terms);
    expect(opened.accountNumber).toMatch(/^\d{10}$/);
    const { content } = await gateway.ok('listWallets', { walletReference, pageNo: 0, pageSize: 10 });
    expect(content.map((wallet) => wallet.accountNumber)).toEqual([opened.accountNumber]);
    expect(await gateway.ok('getCustomerWalletBalance', { walletReference })).toMatchObject({
      availableBalance: 0,
    });
    const { accountNumber } = opened;
    const transactions = await gateway.ok('listWalletTransactions', { accountNumber: accountNumber! });
    expect(transactions.content).toEqual([]);
  });

  test('is refused with a duplicate reference', async ({ gateway }) => {
    const terms = walletTerms();
    const { walletReference } = terms;
    await gateway.ok('createWallet', terms);
    expect(await gateway.call('createWallet', terms)).toMatchObject({ kind: 'reference-used' });
    expect((await gateway.ok('listWallets', { walletReference })).content).toHaveLength(1);
  });

  test('that does not exist is not found', async ({ gateway }) => {
    const walletReference = newReference('unknown');
    expect(await gateway.call('getCustomerWalletBalance', { walletReference })).toMatchObject({
      kind: 'not-found',
    });
    expect(await gateway.call('listWalletTransactions', { accountNumber: '0000000000' })).toMatchObject({
      kind: 'not-found',
    });
  });

  test('is topped up through its virtual account', async ({ gateway }) => {
    const { pay } = gateway.people();
    const { walletReference, accountNumber, topUpAccountDetails } = await gateway.ok(
      'createWallet',
      walletTerms(),
    );
    const { bankCode, accountNumber: topUp } = topUpAccountDetails!;
    const amount = kobo(1_234_56);
    await pay({ bankCode: bankCode!, accountNumber: topUp! }, amount);
    expect(await gateway.ok('getCustomerWalletBalance', { walletReference })).toMatchObject({
      availableBalance: amount,
    });
    const { content } = await gateway.ok('listWalletTransactions', { accountNumber: accountNumber! });
    expect(content).toHaveLength(1);
    expect(content[0]).toMatchObject({ transactionType: 'CREDIT', amount, availableBalanceAfter: amount });
  });
});

async function paycodeTerms(gateway: Gateway): Promise<Request<'createPaycode'>> {
  return {
    beneficiaryName: 'Ada Obi',
    amount: kobo(500_00),
    paycodeReference: newReference('paycode'),
    expiryDate: await gateway.inDays(0.1),
  };
}

describe('a paycode', () => {
  test('is pending, masked unless revealed, and listed', async ({ gateway }) => {
    const terms = await paycodeTerms(gateway);
    const { paycodeReference, amount } = terms;
    const made = await gateway.ok('createPaycode', terms);
    expect(made).toMatchObject({ paycodeReference, amount, transactionStatus: 'PENDING' });
    const masked = await gateway.ok('getPaycode', { paycodeReference });
    const revealed = await gateway.ok('revealPaycode', { paycodeReference });
    expect(masked.paycode).toMatch(/\*/);
    expect(revealed.paycode).toMatch(/^\d+$/);
    const { content } = await gateway.ok('listPaycodes', {});
    expect(content.map((paycode) => paycode.paycodeReference)).toContain(paycodeReference);
  });

  test('is refused with a duplicate reference, and reserves money once', async ({ gateway }) => {
    const terms = await paycodeTerms(gateway);
    await gateway.ok('createPaycode', terms);
    const after = await balanceOf(gateway);
    expect(await gateway.call('createPaycode', terms)).toMatchObject({ kind: 'reference-used' });
    expect(await balanceOf(gateway)).toBe(after);
  });

  test('returns its money once when it is cancelled', async ({ gateway }) => {
    const before = await balanceOf(gateway);
    const terms = await paycodeTerms(gateway);
    const { paycodeReference } = terms;
    await gateway.ok('createPaycode', terms);
    expect(await balanceOf(gateway)).toBeLessThan(before);
    expect(await gateway.ok('cancelPaycode', { paycodeReference })).toMatchObject({
      transactionStatus: 'CANCELLED',
    });
    expect(await balanceOf(gateway)).toBe(before);
    expect((await gateway.failure('cancelPaycode', { paycodeReference })).kind).toBe('rejected-request');
    expect(await balanceOf(gateway)).toBe(before);
  });

  test('expires at its date, and returns its money', async ({ gateway }) => {
    const { wait, openMerchant } = gateway.people();
    const merchant = gateway.as(await openMerchant({}));
    const before = await balanceOf(merchant);
    const terms = await paycodeTerms(merchant);
    const { paycodeReference } = terms;
    await merchant.ok('createPaycode', terms);
    await wait('3h');
    expect(await merchant.ok('getPaycode', { paycodeReference })).toMatchObject({
      transactionStatus: 'EXPIRED',
    });
    expect(await balanceOf(merchant)).toBe(before);
  });

  test('that does not exist is not found', async ({ gateway }) => {
    const paycodeReference = newReference('unknown');
    for (const answer of [
      await gateway.call('getPaycode', { paycodeReference }),
      await gateway.call('revealPaycode', { paycodeReference }),
      await gateway.call('cancelPaycode', { paycodeReference }),
    ]) {
      expect(answer).toMatchObject({ kind: 'not-found' });
    }
  });
});
