import { describe, expect } from 'vitest';
import { type Gateway, newReference, type Request, test } from './gateway.js';
import { accountTerms, invoiceTerms } from './terms.js';

async function issue(gateway: Gateway, changes: Partial<Request<'createInvoice'>> = {}) {
  const terms = await invoiceTerms(gateway, changes);
  const invoice = await gateway.ok('createInvoice', terms);
  const payInto = { bankCode: invoice.bankCode ?? '', accountNumber: invoice.accountNumber ?? '' };
  return { ...terms, invoice, payInto };
}

describe('an invoice', () => {
  test('is pending, with a virtual account and a checkout page', async ({ gateway }) => {
    const { invoice, amount, expiryDate } = await issue(gateway);
    expect(invoice).toMatchObject({ invoiceStatus: 'PENDING', amount });
    expect(invoice.accountNumber).toMatch(/^\d{10}$/);
    expect(URL.canParse(invoice.checkoutUrl!)).toBe(true);
    expect(Math.abs(Date.parse(invoice.expiryDate!) - Date.parse(expiryDate))).toBeLessThan(1_000);
  });

  test('is refused with a duplicate reference, and the first one is unchanged', async ({ gateway }) => {
    const { invoiceReference, invoice } = await issue(gateway);
    expect(
      await gateway.call('createInvoice', await invoiceTerms(gateway, { invoiceReference })),
    ).toMatchObject({ kind: 'reference-used' });
    expect(await gateway.ok('getInvoice', { invoiceReference })).toMatchObject({
      transactionReference: invoice.transactionReference,
      accountNumber: invoice.accountNumber,
    });
  });

  test('that does not exist is not found, and cannot be cancelled', async ({ gateway }) => {
    const invoiceReference = newReference('unknown');
    expect(await gateway.call('getInvoice', { invoiceReference })).toMatchObject({ kind: 'not-found' });
    expect(await gateway.call('cancelInvoice', { invoiceReference })).toMatchObject({ kind: 'not-found' });
  });

  test('is in the listing', async ({ gateway }) => {
    const { invoiceReference } = await issue(gateway);
    const { content } = await gateway.ok('listInvoices', { page: 0, size: 50 });
    expect(content.map((one) => one.invoiceReference)).toContain(invoiceReference);
  });

  test('can be cancelled, once', async ({ gateway }) => {
    const { invoiceReference } = await issue(gateway);
    expect(await gateway.ok('cancelInvoice', { invoiceReference })).toMatchObject({
      invoiceStatus: 'CANCELLED',
    });
    expect(await gateway.ok('getInvoice', { invoiceReference })).toMatchObject({
      invoiceStatus: 'CANCELLED',
    });
    expect((await gateway.failure('cancelInvoice', { invoiceReference })).kind).toBe('rejected-request');
  });

  test('that is cancelled refuses money', async ({ gateway }) => {
    const { pay } = gateway.people();
    const { invoiceReference, amount, payInto } = await issue(gateway);
    await gateway.ok('cancelInvoice', { invoiceReference });
    expect(await pay(payInto, amount)).toMatchObject({ accepted: false });
  });

  test('is paid by a transfer, and cannot be cancelled afterwards', async ({ gateway }) => {
    const { pay } = gateway.people();
    const { invoiceReference, invoice, amount, payInto } = await issue(gateway);
    await pay(payInto, amount);
    expect(await gateway.ok('getInvoice', { invoiceReference })).toMatchObject({ invoiceStatus: 'PAID' });
    const { transactionReference } = invoice;
    expect(await gateway.ok('getTransaction', { transactionReference: transactionReference! })).toMatchObject(
      { paymentStatus: 'PAID', amountPaid: amount },
    );
    expect((await gateway.failure('cancelInvoice', { invoiceReference })).kind).toBe('rejected-request');
  });

  test('stays open for days, and expires at its date', async ({ gateway }) => {
    const { wait } = gateway.people();
    const { invoiceReference } = await issue(gateway);
    await wait('47h');
    expect(await gateway.ok('getInvoice', { invoiceReference })).toMatchObject({ invoiceStatus: 'PENDING' });
    await wait('2h');
    expect(await gateway.ok('getInvoice', { invoiceReference })).toMatchObject({ invoiceStatus: 'EXPIRED' });
  });

  test('attached to a reserved account has its account number, and is paid through it', async ({
    gateway,
  }) => {
    const { pay } = gateway.people();
    const account = await gateway.ok('createInvoiceReservedAccount', accountTerms());
    const { accountReference } = account;
    const { invoiceReference, invoice, amount, payInto } = await issue(gateway, { accountReference });
    expect(invoice.accountNumber).toBe(account.accountNumber ?? account.accounts?.[0]?.accountNumber);
    await pay(payInto, amount);
    expect(await gateway.ok('getInvoice', { invoiceReference })).toMatchObject({ invoiceStatus: 'PAID' });
  });
});
