import { describe, expect, it } from 'vitest';
import { readEvent } from '../../src/gateway/events.js';
import {
  type Answer,
  pay,
  type Side,
  startListener,
  startSandbox,
  statusOf,
  type Wire,
} from './merchant-side.js';

const hand = (side: Side, cash: Wire): Promise<Answer> =>
  side.send('POST', '/sandbox/offline-payments', cash);

async function invoice(side: Side, changes: Wire = {}): Promise<Wire> {
  const { result } = await side.call('POST', '/api/v1/invoice/create', {
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
  return result;
}

const stateOf = async (side: Side): Promise<unknown> =>
  (await side.call('GET', '/api/v1/invoice/inv-1/details')).result.invoiceStatus;

/** The ledger entries of a transaction. */
function entriesOf({ sandbox }: Side, transactionReference: unknown) {
  const entries = sandbox.ledger.entries({ reference: String(transactionReference) });
  expect(sandbox.ledger.audit().problems).toEqual([]);
  return entries.map(({ cause, lines }) => [
    cause,
    Object.fromEntries(lines.map(({ account, amountKobo }) => [account, amountKobo])),
  ]);
}

describe('a cash payment at an agent', () => {
  it('is posted from cash, and its event uses the cash formats', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({ webhookUrl: url });
    const { status, body } = await hand(side, { amount: '15000', reference: 'counter-7' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ accepted: true, status: 'PAID' });
    expect(entriesOf(side, body.transactionReference)).toEqual([
      ['collection', { cash: -15_000_00, fees: 150_00, 'collected:M1': 14_850_00 }],
    ]);
    await side.sandbox.deliveries.settled();
    const event = JSON.parse(received[0]?.body ?? '') as Wire;
    expect(event).toMatchObject({
      eventType: 'SUCCESSFUL_TRANSACTION',
      eventData: {
        product: { type: 'OFFLINE_PAYMENT_AGENT', reference: 'counter-7' },
        paymentReference: 'counter-7',
        transactionReference: body.transactionReference,
        paymentMethod: 'CASH',
        paymentStatus: 'PAID',
        paidOn: '27/06/2026 9:08:11 AM',
        amountPaid: 15_000,
        settlementAmount: 14_850,
        cardDetails: {},
      },
    });
    const data = event.eventData as Wire;
    expect(data.paymentSourceInformation).toStrictEqual({});
    expect(data.destinationAccountInformation).toStrictEqual({});
    expect(data.offlineProductInformation).toEqual({
      amount: 15_000,
      code: expect.stringMatching(/^\d{5}$/) as unknown,
      type: 'DYNAMIC',
    });
    expect(data).not.toHaveProperty('invoiceReference');
  });

  it('is read by our event reader as cash, with the signature as its only proof', async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({ webhookUrl: url });
    await hand(side, { amount: 2_000, reference: 'counter-7' });
    await side.sandbox.deliveries.settled();
    expect(readEvent(Buffer.from(received[0]?.body ?? ''))).toMatchObject({
      kind: 'collection',
      address: { lifecycle: 'checkout', reference: 'counter-7' },
      witness: 'signature-only',
      amountPaid: 200_000,
      settlementAmount: 198_000,
      sources: [],
      paidOn: '2026-06-27T08:08:11.000Z',
    });
  });

  it('is in no query and no listing, but in its settlement', async () => {
    const side = await startSandbox();
    const { body } = await hand(side, { amount: 2_000, reference: 'counter-7' });
    const reference = String(body.transactionReference);
    expect((await statusOf(side, reference)).status).toBe(404);
    const query = '/api/v2/merchant/transactions/query?paymentReference=counter-7';
    expect((await side.call('GET', query)).status).toBe(404);
    expect((await side.call('GET', '/api/v1/transactions/search')).result.content).toEqual([]);
    await side.send('POST', '/sandbox/settlements/run');
    const detail = `/api/v1/settlement-detail?transactionReference=${encodeURIComponent(reference)}`;
    expect((await side.call('GET', detail)).result.settlementAmount).toBe(1980);
  });

  it('cannot be refunded', async () => {
    const side = await startSandbox();
    const { transactionReference } = (await hand(side, { amount: 2_000 })).body;
    const refund = { transactionReference, refundReference: 'r', refundAmount: 2_000 };
    const { body } = await side.call('POST', '/api/v1/refunds/initiate-refund', {
      ...refund,
      refundReason: 'Broken',
      customerNote: 'Sorry',
    });
    expect(body.responseCode).toBe('R2');
  });

  it.for([
    ['a duplicate reference', { amount: 50, reference: 'counter-7' }, 'Reference counter-7 already exists'],
    ['a zero amount', { amount: 0 }, 'The amount is zero'],
    ['an unknown invoice', { amount: 50, invoiceReference: 'no' }, 'Calabash Stores has no invoice no'],
  ] as const)('is refused for %s', async ([, cash, reason]) => {
    const side = await startSandbox();
    await hand(side, { amount: 50, reference: 'counter-7' });
    const before = side.sandbox.ledger.audit().entryCount;
    const refused = await hand(side, cash);
    expect(refused.status).toBe(422);
    expect(refused.reason).toContain(reason);
    expect(side.sandbox.ledger.audit().entryCount).toBe(before);
  });

  it('is collected for the named merchant', async () => {
    const side = await startSandbox();
    const other = side.sandbox.merchants.open({ name: 'Gourd Market' });
    const { body } = await hand(side, { amount: 2_000, merchantId: other.id });
    expect(entriesOf(side, body.transactionReference)).toEqual([
      ['collection', { cash: -2_000_00, fees: 20_00, [`collected:${other.id}`]: 1_980_00 }],
    ]);
    expect((await hand(side, { amount: 2_000, merchantId: 'M9' })).status).toBe(404);
  });
});

describe('cash for an invoice', () => {
  it("pays the invoice's transaction, and the event has both references", async () => {
    const { received, url } = await startListener();
    const side = await startSandbox({ webhookUrl: url });
    const { transactionReference } = await invoice(side);
    const { body } = await hand(side, { amount: 2_500, invoiceReference: 'inv-1' });
    expect(body).toEqual({ accepted: true, status: 'PAID', transactionReference });
    expect(await stateOf(side)).toBe('PAID');
    expect((await statusOf(side, String(transactionReference))).result).toMatchObject({
      paymentStatus: 'PAID',
      paymentMethod: 'CASH',
      amountPaid: '2500.00',
    });
    await side.sandbox.deliveries.settled();
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      eventData: {
        invoiceReference: 'inv-1',
        transactionReference,
        product: { type: 'OFFLINE_PAYMENT_AGENT', reference: 'inv-1' },
        offlineProductInformation: { amount: 2_500, type: 'INVOICE' },
        customer: { name: 'Ada Obi' },
      },
    });
  });

  it('is accepted once, and only for the exact amount owed', async () => {
    const side = await startSandbox();
    const { bankCode, accountNumber, transactionReference } = await invoice(side);
    await pay(side, { bankCode, accountNumber, amount: 1_000 });
    for (const amount of [2_500, 1_499.99]) {
      expect((await hand(side, { amount, invoiceReference: 'inv-1' })).reason).toContain('exactly 1500.00');
    }
    expect((await hand(side, { amount: 1_500, invoiceReference: 'inv-1' })).status).toBe(200);
    expect((await hand(side, { amount: 1_500, invoiceReference: 'inv-1' })).reason).toContain('is PAID');
    expect((await pay(side, { bankCode, accountNumber, amount: 2_500 })).status).toBe(422);
    expect(entriesOf(side, transactionReference).map(([cause]) => cause)).toEqual([
      'bank-transfer',
      'collection',
      'collection',
    ]);
  });

  it('is refused once the invoice is cancelled or expired', async () => {
    const side = await startSandbox();
    await invoice(side);
    await invoice(side, { invoiceReference: 'inv-2' });
    await side.call('DELETE', '/api/v1/invoice/inv-1/cancel');
    expect((await hand(side, { amount: 2_500, invoiceReference: 'inv-1' })).reason).toContain('CANCELLED');
    await side.sandbox.clock.advance(4 * 86_400_000);
    expect((await hand(side, { amount: 2_500, invoiceReference: 'inv-2' })).reason).toContain('expired');
    expect(side.sandbox.ledger.entries({ account: 'cash' })).toEqual([]);
  });

  it('can be recorded on the dashboard, which keeps the entered values after a refusal', async () => {
    const side = await startSandbox();
    await invoice(side);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const take = (fields: string) => side.send('POST', '/dashboard/cash', fields, form);
    const refused = await take('merchantId=M1&amount=1&invoiceReference=inv-1');
    expect(refused.text).toContain('The invoice requires exactly 2500.00');
    expect(refused.text).toContain('value="inv-1"');
    expect((await take('merchantId=M1&amount=much&invoiceReference=')).text).toContain('role="alert"');
    expect((await take('merchantId=M1&amount=2500&invoiceReference=inv-1')).status).toBe(303);
    expect((await take('merchantId=&amount=75&invoiceReference=')).status).toBe(303);
    expect(await stateOf(side)).toBe('PAID');
  });
});
