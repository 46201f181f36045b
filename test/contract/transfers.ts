import { describe, expect } from 'vitest';
import { kobo, sum } from '../../src/domain/money.js';
import { newReference, type Request, test } from './gateway.js';
import { balanceOf, transferTerms } from './terms.js';

const WRONG = '000000';

describe('name enquiry', () => {
  test('returns the name of an account', async ({ gateway }) => {
    const { accountName } = await gateway.payee();
    expect(accountName).toMatch(/\w+/);
  });

  test('does not find an unknown account', async ({ gateway }) => {
    expect(await gateway.call('enquireName', { accountNumber: '0000000000', bankCode: '058' })).toMatchObject(
      { kind: 'not-found' },
    );
  });

  test('works for every listed bank, with numeric codes', async ({ gateway }) => {
    const banks = await gateway.ok('listBanks', {});
    expect(banks.length).toBeGreaterThan(5);
    for (const { code } of banks) expect(code).toMatch(/^\d{3,6}$/);
    const dialled = await gateway.ok('listUssdBanks', {});
    expect(dialled.length).toBeGreaterThan(0);
    expect(banks.map(({ code }) => code)).toEqual(expect.arrayContaining(dialled.map(({ code }) => code)));
  });
});

describe('a transfer', () => {
  test('waits for its OTP or is sent at once, and its record matches the response', async ({ gateway }) => {
    const terms = await transferTerms(gateway);
    const answer = await gateway.ok('initiateTransfer', terms);
    expect(answer).toMatchObject({ amount: terms.amount, reference: terms.reference });
    const record = await gateway.ok('getTransfer', { reference: terms.reference });
    expect(record).toMatchObject({
      amount: terms.amount,
      status: answer.status,
      currency: 'NGN',
      destinationAccountNumber: terms.destinationAccountNumber,
      destinationBankCode: terms.destinationBankCode,
      sourceAccountNumber: gateway.wallet,
    });
  });

  test('is refused with a duplicate reference, whatever its terms, and sends no more money', async ({
    gateway,
  }) => {
    const terms = await transferTerms(gateway);
    await gateway.ok('initiateTransfer', terms);
    const before = await balanceOf(gateway);
    const repeated = await gateway.call('initiateTransfer', terms);
    expect(repeated).toMatchObject({ kind: 'reference-used' });
    const { reference } = terms;
    expect(await gateway.call('initiateTransfer', await transferTerms(gateway, { reference }))).toMatchObject(
      {
        kind: 'reference-used',
      },
    );
    expect((await gateway.ok('getTransfer', { reference })).amount).toBe(terms.amount);
    expect(await balanceOf(gateway)).toBe(before);
  });

  test('to the same account with the same amount is refused for two minutes', async ({ gateway }) => {
    const terms = await transferTerms(gateway);
    await gateway.ok('initiateTransfer', terms);
    const twin = { ...terms, reference: newReference('twin') };
    expect(await gateway.call('initiateTransfer', twin)).toMatchObject({
      kind: 'duplicate-within-two-minutes',
    });
    expect(await gateway.call('getTransfer', { reference: twin.reference })).toMatchObject({
      kind: 'not-found',
    });
    await gateway.people().wait('121s');
    await gateway.ok('initiateTransfer', twin);
  });

  test('of more than the wallet balance is refused', async ({ gateway }) => {
    const tooMuch = sum(await balanceOf(gateway), kobo(1));
    expect(
      await gateway.call('initiateTransfer', await transferTerms(gateway, { amount: tooMuch })),
    ).toMatchObject({ kind: 'insufficient-funds' });
  });

  test('with a different account name is refused', async ({ gateway }) => {
    const terms = await transferTerms(gateway, { destinationAccountName: 'Zebulon Quixote Xanadu' });
    expect(await gateway.call('initiateTransfer', terms)).toMatchObject({ kind: 'declined' });
    expect(await gateway.call('getTransfer', { reference: terms.reference })).toMatchObject({
      kind: 'not-found',
    });
  });

  test('that does not exist is not found, and its OTP cannot be entered or resent', async ({ gateway }) => {
    const reference = newReference('unknown');
    for (const answer of [
      await gateway.call('getTransfer', { reference }),
      await gateway.call('resendTransferOtp', { reference }),
      await gateway.call('validateTransferOtp', { reference, authorizationCode: WRONG }),
    ]) {
      expect(answer).toMatchObject({ kind: 'not-found' });
    }
  });

  test('is in the listing and in the search of its wallet', async ({ gateway }) => {
    const terms = await transferTerms(gateway);
    const { reference, amount } = terms;
    await gateway.ok('initiateTransfer', terms);
    const listed = await gateway.ok('listTransfers', { pageNo: 0, pageSize: 50 });
    expect(listed.content.map((row) => row.reference)).toContain(reference);
    const search: Request<'searchTransfers'> = {
      sourceAccountNumber: gateway.wallet,
      amountFrom: amount,
      amountTo: amount,
      startDate: await gateway.inDays(-1),
      endDate: await gateway.inDays(1),
    };
    const { content } = await gateway.ok('searchTransfers', search);
    expect(content.map((row) => row.reference)).toEqual([reference]);
  });
});
