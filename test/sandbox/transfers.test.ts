import { describe, expect, it } from 'vitest';
import { startListener, type Wire } from './merchant-side.js';
import {
  MINUTE,
  nameOf,
  PAYOUTS,
  readTransfer,
  recordOf,
  sendTo,
  sendTransfer,
  setSwitches,
  startPayouts,
} from './payout-side.js';

describe('a transfer without an OTP', () => {
  it('succeeds at once, charges its fee and sends an event', async () => {
    const { received, url } = await startListener();
    const side = await startPayouts({ otpOn: false }, url);
    const before = side.sandbox.ledger.balance('wallet:M1');
    const { result } = await sendTo(side, '0100000007');
    expect(result).toMatchObject({ status: 'SUCCESS', reference: 'payout-1', amount: 5000, totalFee: 10 });
    expect(side.sandbox.ledger.balance('wallet:M1')).toBe(before - 5010_00);
    expect(side.sandbox.ledger.balance('bank:058:0100000007')).toBe(5000_00);
    expect(side.sandbox.ledger.balance('transit:M1')).toBe(0);
    await side.sandbox.deliveries.settled();
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      eventType: 'SUCCESSFUL_DISBURSEMENT',
      eventData: {
        reference: 'payout-1',
        amount: 5000,
        fee: 10,
        status: 'SUCCESS',
        createdOn: '27/06/2026 9:08:11 AM',
        transactionDescription: 'Approved or completed successfully',
      },
    });
  });

  it.each([
    ['the same reference', {}, 'D05'],
    ['the same account and amount', { reference: 'payout-2' }, 'D07'],
  ])('is refused a second time for %s', async (_what, changes, code) => {
    const side = await startPayouts();
    await sendTo(side, '0100000007');
    const answer = await sendTo(side, '0100000007', changes);
    expect(answer).toMatchObject({ status: 400, body: { responseCode: code } });
    expect(side.sandbox.ledger.balance('bank:058:0100000007')).toBe(5000_00);
  });

  it('to the same account is accepted after two minutes, or with the duplicate guard off', async () => {
    const side = await startPayouts();
    await sendTo(side, '0100000007');
    await side.sandbox.clock.advance(2 * MINUTE);
    expect((await sendTo(side, '0100000007', { reference: 'payout-2' })).result.status).toBe('SUCCESS');
    await setSwitches(side, { duplicateGuardOn: false });
    expect((await sendTo(side, '0100000007', { reference: 'payout-3' })).result.status).toBe('SUCCESS');
  });

  it.each([
    ['without a name', { destinationAccountName: undefined }, 400, 'D01'],
    ['with another name', { destinationAccountName: 'Zebulon Quixote' }, 400, 'D03'],
    ['to an unknown account', { destinationAccountNumber: '1234567890' }, 400, 'D03'],
    ['to an unknown bank', { destinationBankCode: '999' }, 400, 'D03'],
    ['of more than the wallet balance', { amount: 99_000_000 }, 400, 'D04'],
    ["from another merchant's wallet", { sourceAccountNumber: '8000000000' }, 400, 'D01'],
  ])('%s is refused, and no money moves', async (_what, changes, status, code) => {
    const side = await startPayouts();
    const before = side.sandbox.ledger.balance('wallet:M1');
    const destinationAccountName = await nameOf(side, '0100000007');
    const answer = await sendTransfer(side, { destinationAccountName, ...changes });
    expect(answer).toMatchObject({ status, body: { responseCode: code, requestSuccessful: false } });
    expect(side.sandbox.ledger.balance('wallet:M1')).toBe(before);
    const asked = await readTransfer(side);
    expect(asked).toMatchObject({ status: 404, body: { responseCode: 'D02' } });
  });

  it('accepts a name without the middle name', async () => {
    const side = await startPayouts();
    const [first = '', , last = ''] = String(await nameOf(side, '0100000007')).split(' ');
    const answer = await sendTo(side, '0100000007', { destinationAccountName: `${last} ${first}` });
    expect(answer.result.status).toBe('SUCCESS');
  });

  it('is refused for merchants that are not eligible, and from other addresses', async () => {
    const side = await startPayouts({ transfersEligible: false });
    expect((await sendTo(side, '0100000007')).body.responseCode).toBe('D06');
    await setSwitches(side, { whitelistedAddresses: [] });
    expect((await sendTransfer(side)).body.responseCode).toBe('D06');
  });

  it('that is asynchronous is pending first', async () => {
    const side = await startPayouts();
    expect((await sendTo(side, '0100000007', { async: true })).result.status).toBe('PENDING');
    await side.sandbox.clock.advance(2_000);
    expect((await recordOf(side)).status).toBe('SUCCESS');
  });
});

describe('querying transfers', () => {
  it('lists and searches them, the newest first', async () => {
    const side = await startPayouts();
    await sendTo(side, '0100000007');
    await side.sandbox.clock.advance(3 * MINUTE);
    await sendTo(side, '0100000007', { reference: 'payout-2', amount: 20_000 });
    const list = await side.call('GET', `${PAYOUTS}/single/transactions?pageSize=5&pageNo=0`);
    expect((list.result.content as Wire[]).map((row) => row.reference)).toEqual(['payout-2', 'payout-1']);
    const wallet = side.sandbox.merchants.first().walletAccountNumber;
    const path = `${PAYOUTS}/search-transactions?sourceAccountNumber=${wallet}&amountFrom=10000`;
    const { content } = (await side.call('GET', path)).result as { content: Wire[] };
    expect(content).toMatchObject([{ reference: 'payout-2', fee: 20 }]);
  });

  it('returns the balance as text', async () => {
    const side = await startPayouts();
    const wallet = side.sandbox.merchants.first().walletAccountNumber;
    const { result } = await side.call('GET', `${PAYOUTS}/wallet-balance?accountNumber=${wallet}`);
    expect(result).toEqual({ availableBalance: '10000000.00', ledgerBalance: '10000000.00' });
  });

  it('sends wallet and low balance events where enabled', async () => {
    const { received, url } = await startListener();
    const side = await startPayouts({ otpOn: false, walletEvents: true, lowBalanceNaira: 9_999_000 }, url);
    await sendTo(side, '0100000007');
    await side.sandbox.deliveries.settled();
    expect(received.map(({ body }) => (JSON.parse(body) as Wire).eventType).sort()).toEqual([
      'ACCOUNT_ACTIVITY',
      'LOW_BALANCE_ALERT',
      'SUCCESSFUL_DISBURSEMENT',
    ]);
    const activity = received.find(({ body }) => body.includes('ACCOUNT_ACTIVITY'));
    expect(JSON.parse(activity?.body ?? '')).toMatchObject({
      eventData: { currency: '566', amount: 5010, activityTime: '2026-06-27 09:08:AM' },
      metaData: { sourceBankCode: null },
    });
  });
});
