import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLimitProfile } from '../../../src/gateway/endpoints/limit-profiles.js';
import { getInvoice } from '../../../src/gateway/endpoints/invoices.js';
import { createSubAccounts } from '../../../src/gateway/endpoints/sub-accounts.js';
import { getTransaction, searchTransactions } from '../../../src/gateway/endpoints/transactions.js';
import { kobo, percent } from '../../../src/domain/money.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let subAccountCode: string;
beforeAll(async () => {
  world = await createWorld();
  const { body } = await world.gateway.call(createSubAccounts, {
    items: [
      {
        bankCode: '058',
        accountNumber: '0100000007',
        email: 'partner@example.com',
        currencyCode: 'NGN',
        defaultSplitPercentage: percent('20'),
      },
    ],
  });
  subAccountCode = body[0]!.subAccountCode;
});
afterAll(() => world.close());

const customer = { email: 'ada@example.com', name: 'Ada Obi' };
const newReference = (what: string) => `${what}-${process.pid}`;

async function row(search: { paymentReference: string } | { transactionReference: string }) {
  const { body } = await world.gateway.call(searchTransactions, search);
  return body.content[0];
}

describe('terms of the gateway’s specification', () => {
  it('a checkout with a split, metadata and payment methods arrives unchanged at the gateway', async () => {
    const reference = newReference('with-all');
    const terms = {
      reference,
      amount: '2500.00',
      customer,
      paymentMethods: ['CARD'],
      metadata: { order: '7', 'basket.colour': 'red' },
      incomeSplit: [{ subAccountCode, splitPercentage: '12.5', feeBearer: true }],
    };
    const { status, body } = await world.call('POST', '/v1/checkouts', terms);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      paymentMethods: ['CARD'],
      metadata: terms.metadata,
      incomeSplit: terms.incomeSplit,
    });
    const { transactionReference } = body;
    const record = await world.gateway.call(getTransaction, { transactionReference });
    expect(record).toMatchObject({ kind: 'ok', body: { metaData: terms.metadata } });
    expect((await row({ paymentReference: reference }))?.paymentMethodList).toEqual(['CARD']);
    await world.payOnHostedPage(transactionReference);
    await world.merchant.receives(reference, 'checkout.paid');
    const shares = world.sandbox.ledger.entries({ reference: transactionReference });
    expect(JSON.stringify(shares)).toContain(subAccountCode);
    const other = await world.call('POST', '/v1/checkouts', {
      ...terms,
      metadata: { ...terms.metadata, order: '8' },
    });
    expect(other).toMatchObject({
      status: 409,
      body: { differences: ['metadata.order'] },
    });
  });

  it('the channels of a checkout restrict its hosted page too', async () => {
    const reference = newReference('by-transfer');
    await world.call('POST', '/v1/checkouts', {
      reference,
      amount: '2500.00',
      customer,
      channels: ['page', 'transfer'],
    });
    expect((await row({ paymentReference: reference }))?.paymentMethodList).toEqual(['ACCOUNT_TRANSFER']);
  });

  it('an invoice with a split and payment methods arrives unchanged at the gateway', async () => {
    const reference = newReference('invoice');
    const { status, body } = await world.call('POST', '/v1/invoices', {
      reference,
      amount: '2500.00',
      customer,
      description: 'Shoes',
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      paymentMethods: ['ACCOUNT_TRANSFER'],
      incomeSplit: [{ subAccountCode, splitAmount: '100.00' }],
    });
    expect(status).toBe(201);
    const invoice = await world.gateway.call(getInvoice, { invoiceReference: reference });
    expect(invoice).toMatchObject({
      kind: 'ok',
      body: { incomeSplitConfig: [{ subAccountCode, splitAmount: 100_00 }] },
    });
    expect((await row({ transactionReference: body.transactionReference }))?.paymentMethodList).toEqual([
      'ACCOUNT_TRANSFER',
    ]);
  });

  it('a reserved account uses a limit profile', async () => {
    const profile = await world.gateway.call(createLimitProfile, {
      limitProfileName: newReference('Small'),
      singleTransactionValue: kobo(1_000_00),
      dailyTransactionValue: kobo(5_000_00),
      dailyTransactionVolume: 5,
    });
    if (profile.kind !== 'ok') throw new Error(profile.message);
    const { limitProfileCode } = profile.body;
    const { status, body } = await world.call('POST', '/v1/reserved-accounts', {
      reference: newReference('limited'),
      accountName: 'Ada Obi',
      customer,
      bvn: '22222222226',
      limitProfileCode,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'ACTIVE', limitProfileCode });
    const [account] = body.accounts as { bankCode: string; accountNumber: string }[];
    expect(await world.pay(account!, '1000.01')).toMatchObject({ accepted: false });
  });

  it.each([
    ['paymentMethods', { paymentMethods: ['GOLD'] }],
    ['metadata', { metadata: { order: 7 } }],
    ['incomeSplit', { incomeSplit: [{ subAccountCode: 'S', splitPercentage: '101' }] }],
  ])('malformed %s is refused, and the field is named', async (field, more) => {
    const { status, body } = await world.call('POST', '/v1/checkouts', {
      amount: '2500.00',
      customer,
      ...more,
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(field);
  });
});
