import { describe, expect, it } from 'vitest';
import { beginTransfer, pay, type Side, type Wire } from './merchant-side.js';
import {
  entriesOf,
  listenToEvents,
  MINUTE,
  PAYOUTS,
  row,
  sendBatch,
  sendTo,
  sendTransfer,
  setBalance,
  setSwitches,
  startPayouts,
} from './payout-side.js';

const WALLET = 'wallet:M1';
const BILLS = '/api/v1/vas/bills-payment';

async function paidCheckout(side: Side, changes: Wire = {}): Promise<string> {
  const { transactionReference, bankCode, accountNumber } = await beginTransfer(side, changes);
  await pay(side, { bankCode, accountNumber, amount: 4000 });
  return transactionReference;
}

const refund = (side: Side, transactionReference: string, changes: Wire = {}) =>
  side.call('POST', '/api/v1/refunds/initiate-refund', {
    transactionReference,
    refundAmount: 1000,
    refundReference: 'back-1',
    refundReason: 'Broken calabash',
    customerNote: 'Sorry',
    ...changes,
  });

/** Everything that changes a wallet. */
async function changeWalletInEveryWay(side: Side): Promise<void> {
  await side.send('POST', '/sandbox/merchants/M1/wallet', { amount: 100 });
  await sendTransfer(side);
  await sendTo(side, '0199900003', { reference: 'fails' });
  await sendTo(side, '0199900004', { reference: 'reversed' });
  await sendBatch(side, { transactionList: [row(1), row(2, { destinationAccountNumber: '0199900001' })] });
  const transactionReference = await paidCheckout(side);
  await refund(side, transactionReference);
  await refund(side, transactionReference, {
    refundReference: 'back-2',
    destinationAccountNumber: '0199900001',
    destinationAccountBankCode: '058',
  });
  await side.call('POST', `${BILLS}/vend`, {
    productCode: 'PRD-AIRTIME',
    customerId: '0803000002',
    amount: 100,
    reference: 'air-1',
  });
  await side.call('POST', '/api/v1/paycode', {
    beneficiaryName: 'Ada Obi',
    amount: 300,
    paycodeReference: 'cash-1',
    expiryDate: '2026-06-28 09:00:00',
    clientId: side.sandbox.merchants.first().apiKey,
  });
  await side.call('DELETE', '/api/v1/paycode/cash-1');
  await side.sandbox.clock.advance(15 * MINUTE);
  await side.send('POST', '/sandbox/settlements/run');
  await setBalance(side, 0);
  await side.sandbox.deliveries.settled();
}

describe('the wallet', () => {
  it('sends one event for every entry that changes it, with the balances before and after', async () => {
    const { url, events } = await listenToEvents();
    const side = await startPayouts({ otpOn: false, walletEvents: true, settlesTo: 'WALLET' }, url);
    const opening = side.sandbox.ledger.balance(WALLET);
    await changeWalletInEveryWay(side);

    let balance = opening;
    const expected = side.sandbox.ledger
      .entries({ account: WALLET })
      .slice(1)
      .map(({ reference, lines }) => {
        const before = balance;
        balance += lines.find(({ account }) => account === WALLET)?.amountKobo ?? 0;
        return {
          reference,
          balanceBefore: before / 100,
          balanceAfter: balance / 100,
          amount: Math.abs(balance - before) / 100,
        };
      });
    const activities = events('ACCOUNT_ACTIVITY').map(({ eventData }) => eventData);
    // deliveries run side by side, so the order of arrival is not the order of the entries
    const byBalance = (one: Wire, other: Wire): number =>
      JSON.stringify(one).localeCompare(JSON.stringify(other));
    expect(
      activities
        .map(({ reference, balanceBefore, balanceAfter, amount }) => ({
          reference,
          balanceBefore,
          balanceAfter,
          amount,
        }))
        .sort(byBalance),
    ).toEqual(expected.sort(byBalance));
    expect(new Set(activities.map(({ activityType }) => activityType))).toEqual(new Set(['TRANSACTION']));
  });

  it('is changed by every cause that the ledger knows', async () => {
    const side = await startPayouts({ otpOn: false, settlesTo: 'WALLET' });
    await changeWalletInEveryWay(side);
    const causes = side.sandbox.ledger.entries({ account: WALLET }).map(({ cause }) => cause);
    expect([...new Set(causes)].sort()).toEqual([
      'bill',
      'paycode-given-back',
      'paycode-issued',
      'refund-failed',
      'refund-sent',
      'settlement',
      'transfer-failed',
      'transfer-reversed',
      'transfer-sent',
      'wallet-funding',
      'wallet-withdrawal',
    ]);
    expect(side.sandbox.ledger.audit().problems).toEqual([]);
  });

  it('says nothing without the switch, or when nothing changes', async () => {
    const { url, events } = await listenToEvents();
    const side = await startPayouts({ otpOn: false }, url);
    await sendTransfer(side);
    await setSwitches(side, { walletEvents: true });
    await setBalance(side, side.sandbox.ledger.balance(WALLET) / 100);
    await side.sandbox.deliveries.settled();
    expect(events('ACCOUNT_ACTIVITY')).toEqual([]);
  });

  it.each([
    ['a transfer', (side: Side) => sendTransfer(side, { amount: 2_000 })],
    ['a refund', async (side: Side) => refund(side, await paidCheckout(side))],
    ['a withdrawal', (side: Side) => setBalance(side, 8_000)],
  ])('sends a low balance event once when %s takes it below the threshold', async (_what, spend) => {
    const { url, events } = await listenToEvents();
    const side = await startPayouts({ otpOn: false, lowBalanceNaira: 9_500 }, url);
    await setBalance(side, 10_000);
    await spend(side);
    await setBalance(side, 1_000);
    await side.sandbox.deliveries.settled();
    expect(events('LOW_BALANCE_ALERT')).toHaveLength(1);
    const [alert] = events('LOW_BALANCE_ALERT');
    expect(alert?.eventData).toMatchObject({ lowBalanceThreshold: 9_500, currency: 'NGN' });
    expect(alert?.eventData.walletBalance).toBeLessThan(9_500);
  });
});

describe('funding a wallet', () => {
  it('adds an amount or sets the balance, with a ledger entry and an event', async () => {
    const { url, events } = await listenToEvents();
    const side = await startPayouts({ walletEvents: true }, url);
    const fund = (body: Wire) => side.send('POST', '/sandbox/merchants/M1/wallet', body);
    expect((await fund({ amount: 250.5 })).body.walletBalance).toBe(10_000_250.5);
    expect((await fund({ balance: 40 })).body.walletBalance).toBe(40);
    const wallet = side.sandbox.merchants.first().walletAccountNumber;
    const { result } = await side.call('GET', `${PAYOUTS}/wallet-balance?accountNumber=${wallet}`);
    expect(result.availableBalance).toBe('40.00');
    await side.sandbox.deliveries.settled();
    const [added, taken] = events('ACCOUNT_ACTIVITY')
      .map(({ eventData }) => eventData)
      .sort((one, other) => Number(one.amount) - Number(other.amount));
    expect(added).toMatchObject({ narration: 'Wallet funding', amount: 250.5, balanceBefore: 10_000_000 });
    expect(taken).toMatchObject({ narration: 'Wallet withdrawal', amount: 10_000_210.5, balanceAfter: 40 });
    expect(entriesOf(side, String(added?.reference))).toEqual([
      ['wallet-funding', { opening: -250_50, [WALLET]: 250_50 }],
    ]);
  });

  it.each([
    ['nothing', {}],
    ['both at once', { amount: 1, balance: 1 }],
    ['a negative balance', { balance: -1 }],
    ['text', { amount: 'lots' }],
  ])('is refused with %s, and the balance stays', async (_what, body) => {
    const side = await startPayouts();
    const before = side.sandbox.ledger.balance(WALLET);
    expect((await side.send('POST', '/sandbox/merchants/M1/wallet', body)).status).toBe(400);
    expect(side.sandbox.ledger.balance(WALLET)).toBe(before);
  });
});
