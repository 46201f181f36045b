import { describe, expect, it } from 'vitest';
import { testCards } from '../../src/sandbox/collections/test-cards.js';
import { type Answer, beginTransfer, pay, type Side, terms, type Wire } from './merchant-side.js';
import { entriesOf, listenToEvents, MINUTE, setBalance, setSwitches, startPayouts } from './payout-side.js';

const REFUNDS = '/api/v1/refunds';

async function paid(side: Side): Promise<string> {
  const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
  await pay(side, { bankCode, accountNumber, amount: 4000 });
  return transactionReference;
}

const refund = (side: Side, transactionReference: string, changes: Wire = {}): Promise<Answer> =>
  side.call('POST', `${REFUNDS}/initiate-refund`, {
    transactionReference,
    refundAmount: 1500,
    refundReference: 'back-1',
    refundReason: 'Broken calabash',
    customerNote: 'Sorry',
    ...changes,
  });

const to = (destinationAccountNumber: string): Wire => ({
  destinationAccountNumber,
  destinationAccountBankCode: '058',
});

const recordOf = async (side: Side): Promise<Wire> => (await side.call('GET', `${REFUNDS}/back-1`)).result;

const SENT = ['refund-sent', { 'wallet:M1': -1510_00, 'transit:M1': 1510_00 }];

describe('a refund is refused', () => {
  it('with R2 for a payment by card', async () => {
    const side = await startPayouts();
    const init = '/api/v1/merchant/transactions/init-transaction';
    const { transactionReference } = (await side.call('POST', init, terms(side))).result;
    const { number } = testCards().find(({ scenario }) => scenario === 'approved')!;
    await side.call('POST', '/api/v1/merchant/cards/charge', {
      transactionReference,
      collectionChannel: 'API_NOTIFICATION',
      card: { number, expiryMonth: '12', expiryYear: '2049', cvv: '123', pin: '1234' },
    });
    expect((await refund(side, String(transactionReference))).body.responseCode).toBe('R2');
  });

  it('with R5 while the wallet cannot pay amount and fee; its reference stays free', async () => {
    const side = await startPayouts();
    const transaction = await paid(side);
    await setBalance(side, 1509.99);
    expect((await refund(side, transaction)).body.responseCode).toBe('R5');
    expect((await side.call('GET', `${REFUNDS}/back-1`)).body.responseCode).toBe('R7');
    await setBalance(side, 1510);
    expect((await refund(side, transaction)).status).toBe(200);
    expect(side.sandbox.ledger.balance('wallet:M1')).toBe(0);
  });

  it('with R6 for several payers without a destination, and for a virtual account', async () => {
    const side = await startPayouts();
    const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
    await pay(side, { bankCode, accountNumber, amount: 1000 });
    const payer = { bankCode: '044', accountNumber: '0100000002' };
    await pay(side, { bankCode, accountNumber, amount: 3000, payer });
    expect((await refund(side, transactionReference)).body.responseCode).toBe('R6');
    expect((await refund(side, transactionReference, to(String(accountNumber)))).body.responseCode).toBe(
      'R6',
    );
    expect(entriesOf(side, 'back-1')).toEqual([]);
    expect((await refund(side, transactionReference, to('0100000009'))).result).toMatchObject({
      refundStatus: 'PENDING',
      destinationAccountNumber: '0100000009',
    });
  });

  it('not for one payer who paid twice', async () => {
    const side = await startPayouts();
    const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
    for (const amount of [1000, 3000]) await pay(side, { bankCode, accountNumber, amount });
    expect((await refund(side, transactionReference)).result).toMatchObject({
      refundStatus: 'PENDING',
      destinationAccountNumber: '0100000001',
    });
  });

  it('with R11 while the name enquiry for its destination is down', async () => {
    const side = await startPayouts();
    expect((await refund(side, await paid(side), to('0199900018'))).body.responseCode).toBe('R11');
    expect(entriesOf(side, 'back-1')).toEqual([]);
  });

  it.each(['R10', 'R11', 'M01', 'M02', '99'])(
    'with %s by a fault, before or after it is sent',
    async (code) => {
      const side = await startPayouts();
      const transaction = await paid(side);
      const rule = { on: 'call', endpoint: 'initiateRefund', fault: { kind: 'refusal', code } };
      await side.send('POST', '/sandbox/faults', { ...rule, when: 'before' });
      expect(await refund(side, transaction)).toMatchObject({
        status: 400,
        body: { responseCode: code, requestSuccessful: false },
      });
      expect(entriesOf(side, 'back-1')).toEqual([]);
      const lost = { ...rule.fault, status: 200, message: 'Try again' };
      await side.send('POST', '/sandbox/faults', { ...rule, when: 'after', fault: lost });
      expect(await refund(side, transaction)).toMatchObject({
        status: 200,
        body: { responseCode: code, requestSuccessful: false },
        reason: 'Try again',
      });
      expect(entriesOf(side, 'back-1')).toEqual([SENT]);
      expect((await refund(side, transaction)).body.responseCode).toBe('R9');
    },
  );
});

describe('the end of a refund', () => {
  it.each([
    ['0100000009', 'COMPLETED', 10_000],
    ['0199900001', 'FAILED', 10_000],
    ['0199900002', 'COMPLETED', 2 * MINUTE],
    ['0199900003', 'FAILED', 2 * MINUTE],
    ['0199900009', 'COMPLETED', 10_000],
  ])('to %s is %s', async (accountNumber, end, afterMs) => {
    const { url, events } = await listenToEvents();
    const side = await startPayouts({}, url);
    await refund(side, await paid(side), to(accountNumber));
    await side.sandbox.clock.advance(afterMs - 1);
    expect(await recordOf(side)).toMatchObject({ refundStatus: 'PENDING', completedOn: '' });
    await side.sandbox.clock.advance(1);
    expect((await recordOf(side)).refundStatus).toBe(end);
    const completed = { [`bank:058:${accountNumber}`]: 1500_00, fees: 10_00 };
    expect(entriesOf(side, 'back-1')).toEqual([
      SENT,
      end === 'COMPLETED'
        ? ['refund-arrived', { 'transit:M1': -1510_00, ...completed }]
        : ['refund-failed', { 'transit:M1': -1510_00, 'wallet:M1': 1510_00 }],
    ]);
    expect(events().filter(({ eventType }) => eventType.endsWith('_REFUND'))).toMatchObject([
      {
        eventType: end === 'COMPLETED' ? 'SUCCESSFUL_REFUND' : 'FAILED_REFUND',
        eventData: { refundReference: 'back-1', refundStatus: end, refundAmount: 1500 },
      },
    ]);
  });

  it('may never come', async () => {
    const side = await startPayouts();
    await refund(side, await paid(side), to('0199900006'));
    await side.sandbox.clock.advance(30 * 24 * 60 * MINUTE);
    expect((await recordOf(side)).refundStatus).toBe('PENDING');
    expect(side.sandbox.ledger.balance('transit:M1')).toBe(1510_00);
  });

  it('that failed frees the amount for another refund', async () => {
    const side = await startPayouts();
    const transaction = await paid(side);
    await refund(side, transaction, { ...to('0199900001'), refundAmount: 4000 });
    const again = { refundReference: 'back-2', refundAmount: 4000 };
    expect((await refund(side, transaction, again)).body.responseCode).toBe('R12');
    await side.sandbox.clock.advance(10_000);
    expect((await refund(side, transaction, again)).result.refundType).toBe('FULL_REFUND');
  });

  it('is IN_PROGRESS before it, where the switch says so, also in the filter of the listing', async () => {
    const side = await startPayouts({ refundsInProgress: true });
    expect((await refund(side, await paid(side))).result.refundStatus).toBe('IN_PROGRESS');
    expect((await recordOf(side)).refundStatus).toBe('IN_PROGRESS');
    const countOf = async (status: string) =>
      (await side.call('GET', `${REFUNDS}?refundStatus=${status}`)).result.totalElements;
    expect([await countOf('IN_PROGRESS'), await countOf('PENDING')]).toEqual([1, 0]);
    await setSwitches(side, { refundsInProgress: false });
    expect([await countOf('IN_PROGRESS'), await countOf('PENDING')]).toEqual([0, 1]);
    await side.sandbox.clock.advance(10_000);
    expect((await recordOf(side)).refundStatus).toBe('COMPLETED');
  });
});
