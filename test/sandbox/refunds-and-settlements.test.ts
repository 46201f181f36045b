import { describe, expect, it } from 'vitest';
import {
  type Answer,
  beginTransfer,
  pay,
  type Side,
  startListener,
  startSandbox,
  type Wire,
} from './merchant-side.js';

async function paid(side: Side): Promise<string> {
  const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
  await pay(side, { bankCode, accountNumber, amount: 4000 });
  return transactionReference;
}

function refund(side: Side, transactionReference: string, changes: Wire = {}): Promise<Answer> {
  return side.call('POST', '/api/v1/refunds/initiate-refund', {
    transactionReference,
    refundAmount: 1500,
    refundReference: 'back-1',
    refundReason: 'Broken calabash',
    customerNote: 'Sorry',
    ...changes,
  });
}

describe('a refund', () => {
  it('is paid to the payer from the wallet, and sends an event when it is completed', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({ webhookUrl: url });
    const wallet = side.sandbox.ledger.balance('wallet:M1');
    const { result } = await refund(side, await paid(side));
    expect(result).toMatchObject({ refundStatus: 'PENDING', refundType: 'PARTIAL_REFUND', completedOn: '' });
    await side.sandbox.clock.advance(10_000);
    expect((await side.call('GET', '/api/v1/refunds/back-1')).result).toMatchObject({
      refundStatus: 'COMPLETED',
      refundAmount: 1500,
    });
    expect(side.sandbox.ledger.balance('bank:058:0100000001')).toBe(-2500_00);
    expect(side.sandbox.ledger.balance('wallet:M1')).toBe(wallet - 1510_00);
    expect(JSON.parse(received.at(-1)?.body ?? '')).toMatchObject({
      eventType: 'SUCCESSFUL_REFUND',
      eventData: { refundReference: 'back-1', merchantReason: 'Broken calabash', refundStatus: 'COMPLETED' },
    });
  });

  it('that fails returns the money to the wallet', async () => {
    const side = await startSandbox();
    const wallet = side.sandbox.ledger.balance('wallet:M1');
    const elsewhere = { destinationAccountNumber: '0199900001', destinationAccountBankCode: '058' };
    await refund(side, await paid(side), elsewhere);
    await side.sandbox.clock.advance(10_000);
    expect((await side.call('GET', '/api/v1/refunds/back-1')).result.refundStatus).toBe('FAILED');
    expect(side.sandbox.ledger.balance('wallet:M1')).toBe(wallet);
  });

  it.each([
    ['of an unknown transaction', { transactionReference: 'MNFY|none' }, 'R1'],
    ['of more than the amount paid', { refundAmount: 4000.01 }, 'R3'],
    ['of less than 100 naira', { refundAmount: 99 }, 'R4'],
    [
      'to an unknown account',
      { destinationAccountNumber: '9999999999', destinationAccountBankCode: '058' },
      'R6',
    ],
    ['with a long note', { customerNote: 'seventeen letters' }, 'R8'],
    ['with a duplicate reference', { refundReference: 'used' }, 'R9'],
  ])('%s is refused', async (_what, changes, code) => {
    const side = await startSandbox();
    const reference = await paid(side);
    await refund(side, reference, { refundReference: 'used', refundAmount: 100 });
    expect((await refund(side, reference, changes)).body.responseCode).toBe(code);
  });

  it('is limited to the amount paid, over all refunds', async () => {
    const side = await startSandbox();
    const reference = await paid(side);
    expect((await refund(side, reference, { refundAmount: 3000 })).status).toBe(200);
    expect(
      (await refund(side, reference, { refundReference: 'b', refundAmount: 1001 })).body.responseCode,
    ).toBe('R3');
    expect((await refund(side, reference, { refundReference: 'b', refundAmount: 1000 })).status).toBe(200);
    expect(
      (await refund(side, reference, { refundReference: 'c', refundAmount: 100 })).body.responseCode,
    ).toBe('R12');
    const { result } = await side.call('GET', '/api/v1/refunds?page=0&size=10');
    expect(result).toMatchObject({ totalElements: 2, pageable: null });
  });

  it('requires a funded wallet and enabled refunds', async () => {
    const side = await startSandbox();
    const poor = side.sandbox.merchants.open({ name: 'Poor', walletKobo: 0 });
    expect(poor.id).toBe('M2');
    await side.send('PATCH', '/sandbox/merchants/M1', { switches: { refundsOn: false } });
    expect((await refund(side, await paid(side))).status).toBe(403);
  });
});

describe('the settlement run', () => {
  it('pays out the collected money in the morning, and lists it with a date and numbers', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({ webhookUrl: url });
    const transactionReference = await paid(side);
    expect((await side.call('GET', detailPath(transactionReference))).status).toBe(404);
    await side.sandbox.clock.advance(24 * 3_600_000);
    const event = JSON.parse(received.at(-1)?.body ?? '') as { eventType: string; eventData: Wire };
    expect(event.eventType).toBe('SETTLEMENT');
    expect(event.eventData).toMatchObject({
      amount: '3940.00',
      settlementTime: '28/06/2026 06:00:00 AM',
      transactionsCount: 1,
      transactions: [{ transactionReference, amountPaid: '4000.00' }],
    });
    const reference = String(event.eventData.settlementReference);
    expect(reference).toMatch(/^[A-Z0-9]{20}$/);
    const list = await side.call(
      'GET',
      `/api/v1/transactions/find-by-settlement-reference?reference=${reference}`,
    );
    expect(list.result).toMatchObject({ totalElements: 1, content: [{ transactionReference }] });
    expect((await side.call('GET', detailPath(transactionReference))).result).toEqual({
      transactionReference,
      settlementReference: reference,
      // a date without a time, and a number
      settlementDate: '2026-06-28',
      settlementAmount: 3940,
      currency: 'NGN',
    });
    expect(side.sandbox.ledger.balance('collected:M1')).toBe(0);
  });

  it('pays into the wallet where the merchant settles to it', async () => {
    const side = await startSandbox();
    await side.send('PATCH', '/sandbox/merchants/M1', { switches: { settlesTo: 'WALLET' } });
    const wallet = side.sandbox.ledger.balance('wallet:M1');
    await paid(side);
    await side.send('POST', '/sandbox/settlements/run');
    expect(side.sandbox.ledger.balance('wallet:M1')).toBe(wallet + 3940_00);
  });

  it('settles a payment that was topped up in parts, each under its own settlement', async () => {
    const side = await startSandbox();
    const { transactionReference, bankCode, accountNumber } = await beginTransfer(side);
    for (const amount of [1000, 3000]) {
      await pay(side, { bankCode, accountNumber, amount });
      await side.send('POST', '/sandbox/settlements/run');
    }
    const { result } = await side.call('GET', detailPath(transactionReference));
    const settled = (result.beneficiaries as Wire[]).map(
      ({ settlementInformation }) => settlementInformation,
    );
    expect(settled).toMatchObject([{ settlementAmount: 985 }, { settlementAmount: 2955 }]);
    const references = settled.map((each) => String((each as Wire).settlementReference));
    expect(new Set(references).size).toBe(2);
    for (const reference of references) {
      const path = `/api/v1/transactions/find-by-settlement-reference?reference=${reference}`;
      expect((await side.call('GET', path)).result).toMatchObject({ content: [{ transactionReference }] });
    }
  });

  const detailPath = (reference: string): string =>
    `/api/v1/settlement-detail?transactionReference=${encodeURIComponent(reference)}`;
});
