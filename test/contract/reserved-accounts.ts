import { describe, expect } from 'vitest';
import { percent } from '../../src/domain/money.js';
import { type Gateway, newAmount, newReference, test } from './gateway.js';
import { accountTerms, subAccountTerms } from './terms.js';

async function reserve(gateway: Gateway, changes: Parameters<typeof accountTerms>[0] = {}) {
  const terms = accountTerms(changes);
  const account = await gateway.ok('createReservedAccount', terms);
  const [number] = account.accounts ?? [];
  const { bankCode, accountNumber } = number!;
  return { ...terms, numbers: account.accounts!, payInto: { bankCode: bankCode!, accountNumber } };
}

describe('a reserved account', () => {
  test('is created active with at least one number, and is found with details', async ({ gateway }) => {
    const { accountReference, numbers } = await reserve(gateway);
    for (const { accountNumber } of numbers) expect(accountNumber).toMatch(/^\d{10}$/);
    const detail = await gateway.ok('getReservedAccount', { accountReference });
    expect(detail).toMatchObject({
      accountReference,
      status: 'ACTIVE',
      reservedAccountType: 'GENERAL',
      customerEmail: 'ada@example.com',
      transactionCount: 0,
      accounts: numbers,
    });
  });

  test('is refused with a duplicate reference, and the first keeps its numbers', async ({ gateway }) => {
    const { accountReference, numbers } = await reserve(gateway);
    expect(await gateway.call('createReservedAccount', accountTerms({ accountReference }))).toMatchObject({
      kind: 'reference-used',
    });
    expect(await gateway.ok('getReservedAccount', { accountReference })).toMatchObject({ accounts: numbers });
  });

  test('that does not exist is not found, and cannot be updated or deallocated', async ({ gateway }) => {
    const accountReference = newReference('unknown');
    const bvn = '22200000005';
    for (const answer of [
      await gateway.call('getReservedAccount', { accountReference }),
      await gateway.call('listReservedAccountTransactions', { accountReference }),
      await gateway.call('addLinkedAccounts', { accountReference, getAllAvailableBanks: true }),
      await gateway.call('updateReservedAccountBvn', { accountReference, bvn }),
      await gateway.call('updateKycInfo', { accountReference, bvn }),
      await gateway.call('updatePaymentSourceFilter', { accountReference, restrictPaymentSource: false }),
      await gateway.call('deallocateReservedAccount', { accountReference }),
    ]) {
      expect(answer).toMatchObject({ kind: 'not-found' });
    }
  });

  test('can be for invoices only', async ({ gateway }) => {
    const { accountReference } = accountTerms();
    const made = await gateway.ok('createInvoiceReservedAccount', accountTerms({ accountReference }));
    expect(made.accountNumber ?? made.accounts?.[0]?.accountNumber).toMatch(/^\d{10}$/);
    expect(await gateway.ok('getReservedAccount', { accountReference })).toMatchObject({
      reservedAccountType: 'INVOICE',
    });
    expect(
      await gateway.call('createInvoiceReservedAccount', accountTerms({ accountReference })),
    ).toMatchObject({ kind: 'reference-used' });
  });

  test('keeps its numbers when more banks are linked', async ({ gateway }) => {
    const { accountReference, numbers } = await reserve(gateway);
    await gateway.ok('addLinkedAccounts', { accountReference, getAllAvailableBanks: true });
    const { accounts } = await gateway.ok('getReservedAccount', { accountReference });
    expect(accounts).toEqual(expect.arrayContaining(numbers));
  });

  test('accepts another identity number of its customer', async ({ gateway }) => {
    const { accountReference } = await reserve(gateway);
    await gateway.ok('updateReservedAccountBvn', { accountReference, bvn: '22200000006' });
    expect(await gateway.ok('updateKycInfo', { accountReference, nin: '70000000006' })).toMatchObject({
      accountReference,
      bvn: '22200000006',
    });
  });

  test('splits payments among sub-accounts as configured', async ({ gateway }) => {
    const [sub] = await gateway.ok('createSubAccounts', { items: [await subAccountTerms(gateway)] });
    const { subAccountCode } = sub!;
    const { accountReference } = await reserve(gateway);
    const share = {
      subAccountCode,
      feePercentage: percent('50'),
      splitPercentage: percent('20'),
      feeBearer: true,
    };
    const { configDetails } = await gateway.ok('updateIncomeSplit', { accountReference, items: [share] });
    expect(configDetails).toHaveLength(1);
    expect(configDetails![0]).toMatchObject({ subAccountCode, splitPercentage: '20', feePercentage: '50' });
  });

  test('does not exist after deallocation', async ({ gateway }) => {
    const { accountReference } = await reserve(gateway);
    await gateway.ok('deallocateReservedAccount', { accountReference });
    for (const answer of [
      await gateway.call('getReservedAccount', { accountReference }),
      await gateway.call('deallocateReservedAccount', { accountReference }),
    ]) {
      expect(answer).toMatchObject({ kind: 'not-found' });
    }
  });
});

describe('money for a reserved account', () => {
  test('is a separate paid transaction each time, and is listed', async ({ gateway }) => {
    const { pay } = gateway.people();
    const { accountReference, payInto } = await reserve(gateway);
    const [first, second] = [newAmount(), newAmount()];
    expect(await pay(payInto, first)).toMatchObject({ accepted: true, status: 'PAID' });
    expect(await pay(payInto, second)).toMatchObject({ accepted: true, status: 'PAID' });

    const { content } = await gateway.ok('listReservedAccountTransactions', { accountReference });
    expect(content.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([first, second]);
    expect(new Set(content.map(({ transactionReference }) => transactionReference)).size).toBe(2);
    const [{ transactionReference } = { transactionReference: '' }] = content;
    expect(await gateway.ok('getTransaction', { transactionReference })).toMatchObject({
      paymentStatus: 'PAID',
      product: { type: 'RESERVED_ACCOUNT', reference: accountReference },
    });
  });

  test('from a payer that is not allowed is rejected', async ({ gateway }) => {
    const { pay } = gateway.people();
    const { accountReference, payInto } = await reserve(gateway);
    const friend = { bankCode: '044', accountNumber: '0100000012' };
    await gateway.ok('updatePaymentSourceFilter', {
      accountReference,
      restrictPaymentSource: true,
      allowedPaymentSources: { bankAccounts: [friend] },
    });
    expect(await pay(payInto, newAmount())).toMatchObject({ accepted: false });
    expect(await pay(payInto, newAmount(), friend)).toMatchObject({ accepted: true });
    const { content } = await gateway.ok('listReservedAccountTransactions', { accountReference });
    expect(content).toHaveLength(1);
  });

  test('that is deallocated is refused', async ({ gateway }) => {
    const { pay } = gateway.people();
    const { accountReference, payInto } = await reserve(gateway);
    await gateway.ok('deallocateReservedAccount', { accountReference });
    expect(await pay(payInto, newAmount())).toMatchObject({ accepted: false });
  });
});
