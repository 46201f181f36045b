import { describe, expect, it } from 'vitest';
import { type Answer, pay, type Side, startListener, startSandbox, type Wire } from './merchant-side.js';

function create(side: Side, changes: Wire = {}): Promise<Answer> {
  return side.call('POST', '/api/v1/invoice/create', {
    amount: 2500,
    currencyCode: 'NGN',
    invoiceReference: 'inv-1',
    customerName: 'Ada Obi',
    customerEmail: 'ada@example.com',
    contractCode: side.sandbox.merchants.first().contractCode,
    description: 'School fees',
    expiryDate: '2026-06-30 12:00:00',
    ...changes,
  });
}

const details = async (side: Side): Promise<Wire> =>
  (await side.call('GET', '/api/v1/invoice/inv-1/details')).result;

describe('an invoice', () => {
  it('is paid through its virtual account, and the event has its reference', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({ webhookUrl: url });
    const { result } = await create(side);
    expect(result).toMatchObject({
      invoiceStatus: 'PENDING',
      amount: 2500,
      expiryDate: '2026-06-30 12:00:00',
      createdOn: '2026-06-27 09:08:11',
    });
    await pay(side, { ...result, amount: 2500 });
    expect((await details(side)).invoiceStatus).toBe('PAID');
    await side.sandbox.deliveries.settled();
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      eventData: { invoiceReference: 'inv-1', paymentStatus: 'PAID' },
    });
  });

  it('names its account after its description, also in name enquiry', async () => {
    const side = await startSandbox();
    const { result } = await create(side);
    expect(result.accountName).toBe('School fees');
    const { accountNumber, bankCode } = result as Record<string, string>;
    const enquiry = `/api/v1/disbursements/account/validate?accountNumber=${accountNumber}&bankCode=${bankCode}`;
    expect((await side.call('GET', enquiry)).result.accountName).toBe('School fees');
  });

  it('stays open after forty minutes and expires at its date', async () => {
    const side = await startSandbox();
    const { result } = await create(side);
    await side.sandbox.clock.advance(3_600_000);
    expect((await details(side)).invoiceStatus).toBe('PENDING');
    await side.sandbox.clock.advance(4 * 86_400_000);
    expect((await details(side)).invoiceStatus).toBe('EXPIRED');
    expect((await pay(side, { ...result, amount: 2500 })).status).toBe(422);
  });

  it('can be cancelled once, while it is unpaid', async () => {
    const side = await startSandbox();
    const { result } = await create(side);
    const cancelled = await side.call('DELETE', '/api/v1/invoice/inv-1/cancel');
    expect(cancelled.result.invoiceStatus).toBe('CANCELLED');
    expect((await side.call('DELETE', '/api/v1/invoice/inv-1/cancel')).status).toBe(422);
    expect((await pay(side, { ...result, amount: 2500 })).body.reason).toContain('CANCELLED');
  });

  it('attached to a reserved account is paid through it', async () => {
    const side = await startSandbox();
    const reserved = await side.call('POST', '/api/v1/bank-transfer/reserved-accounts', {
      contractCode: side.sandbox.merchants.first().contractCode,
      accountName: 'Ada Obi',
      currencyCode: 'NGN',
      accountReference: 'ada',
      customerEmail: 'ada@example.com',
      reservedAccountType: 'INVOICE',
      bvn: '22200000001',
    });
    expect(reserved.result).toMatchObject({ status: 'INACTIVE', reservedAccountType: 'INVOICE' });
    const { bankCode, accountNumber } = reserved.result;
    expect((await pay(side, { bankCode, accountNumber, amount: 2500 })).body.reason).toContain(
      'no pending invoice',
    );
    const { result } = await create(side, { accountReference: 'ada' });
    expect(result.accountNumber).toBe(accountNumber);
    await pay(side, { bankCode, accountNumber, amount: 2500 });
    expect((await details(side)).invoiceStatus).toBe('PAID');
    expect((await pay(side, { bankCode, accountNumber, amount: 2500 })).status).toBe(422);
  });

  it.each([
    ['a duplicate reference', {}, 'Invoice with this reference already exists.'],
    ['an amount below the minimum', { invoiceReference: 'b', amount: 19 }, 'Amount must be greater than 20.'],
    [
      'a past date',
      { invoiceReference: 'b', expiryDate: '2026-06-26 12:00:00' },
      'Invalid invoice expiry date.',
    ],
    [
      'a date with a T',
      { invoiceReference: 'b', expiryDate: '2026-06-30T12:00:00' },
      'Invalid invoice expiry date format',
    ],
    [
      'an invalid date',
      { invoiceReference: 'b', expiryDate: '2026-06-31 12:00:00' },
      'Invalid invoice expiry date format',
    ],
    ['another contract', { invoiceReference: 'b', contractCode: '1' }, 'Unknown Contract Code provided.'],
  ])('is refused with %s', async (_what, changes, reason) => {
    const side = await startSandbox();
    await create(side);
    expect(await create(side, changes)).toMatchObject({ status: 422, reason });
  });

  it('that does not exist is not found', async () => {
    const side = await startSandbox();
    expect((await side.call('GET', '/api/v1/invoice/none/details')).status).toBe(404);
  });
});
