import { describe, expect } from 'vitest';
import { subtract, sum } from '../../src/domain/money.js';
import { type Gateway, test } from './gateway.js';
import { balanceOf, transferTerms } from './terms.js';

const WRONG = '000000';

async function statusOf(gateway: Gateway, reference: string): Promise<string> {
  return (await gateway.ok('getTransfer', { reference })).status;
}

/** A merchant whose transfers need no OTP. */
async function withoutOtp(gateway: Gateway): Promise<Gateway> {
  return gateway.as(await gateway.people().openMerchant({ switches: { otpOn: false } }));
}

/** Sends to a scenario account, whose name says how the transfer ends. */
async function sendTo(gateway: Gateway, accountName: string) {
  const { bankCode, accountNumber } = await gateway.people().accountNamed(accountName);
  const terms = await transferTerms(gateway, {
    destinationBankCode: bankCode,
    destinationAccountNumber: accountNumber,
    destinationAccountName: accountName,
  });
  return { ...terms, sent: await gateway.ok('initiateTransfer', terms) };
}

async function send(gateway: Gateway) {
  const terms = await transferTerms(gateway);
  await gateway.ok('initiateTransfer', terms);
  return terms;
}

describe('a transfer with an OTP', () => {
  test('debits nothing before the OTP, refuses a wrong one, and is sent with the right one', async ({
    gateway,
  }) => {
    const { codeFor } = gateway.people();
    const before = await balanceOf(gateway);
    const { reference, amount } = await send(gateway);
    expect(await statusOf(gateway, reference)).toBe('PENDING_AUTHORIZATION');
    expect(await gateway.call('validateTransferOtp', { reference, authorizationCode: WRONG })).toMatchObject({
      kind: 'declined',
    });
    expect(await balanceOf(gateway)).toBe(before);

    const authorizationCode = await codeFor(reference);
    const sent = await gateway.ok('validateTransferOtp', { reference, authorizationCode });
    expect(sent).toMatchObject({ status: 'SUCCESS', amount });
    expect(await statusOf(gateway, reference)).toBe('SUCCESS');
    expect(await balanceOf(gateway)).toBe(subtract(before, sum(amount, sent.totalFee!)));
  });

  test('is not sent twice when the OTP is entered twice', async ({ gateway }) => {
    const { codeFor } = gateway.people();
    const { reference } = await send(gateway);
    const authorizationCode = await codeFor(reference);
    await gateway.ok('validateTransferOtp', { reference, authorizationCode });
    const after = await balanceOf(gateway);
    const again = await gateway.call('validateTransferOtp', { reference, authorizationCode });
    expect(again.kind).not.toBe('ok');
    expect(await balanceOf(gateway)).toBe(after);
  });

  test('accepts a resent OTP, and no longer the earlier one', async ({ gateway }) => {
    const { codeFor } = gateway.people();
    const { reference } = await send(gateway);
    const first = await codeFor(reference);
    await gateway.ok('resendTransferOtp', { reference });
    const second = await codeFor(reference);
    expect(await gateway.call('validateTransferOtp', { reference, authorizationCode: first })).toMatchObject({
      kind: 'declined',
    });
    await gateway.ok('validateTransferOtp', { reference, authorizationCode: second });
  });

  test('expires without the OTP', async ({ gateway }) => {
    const { wait } = gateway.people();
    const { reference } = await send(gateway);
    await wait('1h');
    expect(await statusOf(gateway, reference)).toBe('EXPIRED');
  });

  test('whose OTP e-mail failed has that status, and can get another one', async ({ gateway }) => {
    const { codeFor } = gateway.people();
    const { reference, sent } = await sendTo(gateway, 'LOST OTP');
    expect(sent.status).toBe('OTP_EMAIL_DISPATCH_FAILED');
    await gateway.ok('resendTransferOtp', { reference });
    const authorizationCode = await codeFor(reference);
    expect(await gateway.ok('validateTransferOtp', { reference, authorizationCode })).toMatchObject({
      status: 'SUCCESS',
    });
  });
});

describe('a transfer without an OTP', () => {
  test.for([
    ['DORMANT ACCOUNT', 'FAILED', 'FAILED'],
    ['SLOW SUCCESS', 'PENDING', 'SUCCESS'],
    ['SLOW FAILURE', 'PENDING', 'FAILED'],
    ['LATE REVERSAL', 'SUCCESS', 'REVERSED'],
    ['FALSE FAILURE', 'FAILED', 'SUCCESS'],
    ['NEVER DECIDED', 'PENDING', 'PENDING'],
  ] as const)('to %s is %s first and %s in the end', async ([name, first, last], { gateway }) => {
    const merchant = await withoutOtp(gateway);
    const { reference } = await sendTo(merchant, name);
    expect(await statusOf(merchant, reference)).toBe(first);
    await gateway.people().wait('15m');
    expect(await statusOf(merchant, reference)).toBe(last);
  });

  test('that fails or is reversed returns everything to the wallet', async ({ gateway }) => {
    const merchant = await withoutOtp(gateway);
    const before = await balanceOf(merchant);
    await sendTo(merchant, 'SLOW FAILURE');
    await sendTo(merchant, 'LATE REVERSAL');
    expect(await balanceOf(merchant)).toBeLessThan(before);
    await gateway.people().wait('15m');
    expect(await balanceOf(merchant)).toBe(before);
  });
});
