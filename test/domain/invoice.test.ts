import { describe, expect, it } from 'vitest';
import {
  type InvoiceRecord,
  type InvoiceTerms,
  issuedBy,
  ownershipOfInvoice,
} from '../../src/domain/invoice/invoice.js';
import { nextReminder } from '../../src/domain/invoice/reminder.js';
import { toInvoice } from '../../src/domain/invoice/view.js';
import { kobo } from '../../src/domain/money.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { newTransaction } from '../../src/domain/order/order.js';
import { withClaim } from '../../src/domain/order/reading.js';
import { toWebhookView } from '../../src/client/kinds.js';

const AT = '2026-11-15T06:00:00.000Z';

const terms: InvoiceTerms = {
  reference: 'inv-1',
  amountKobo: kobo(1_500_000),
  currency: 'NGN',
  customer: { email: 'ada@example.com', name: 'Ada Obi' },
  description: 'School fees',
  expiresAt: '2026-12-01T16:00:00.000Z',
};

const record: InvoiceRecord = {
  invoiceReference: 'inv-1',
  invoiceStatus: 'PENDING',
  amount: kobo(1_500_000),
  customerEmail: 'ada@example.com',
  customerName: 'Ada Obi',
  createdOn: AT,
  expiryDate: '2026-12-01T16:00:00.000Z',
  transactionReference: 'MNFY|1',
  checkoutUrl: 'https://gateway.example/checkout/1',
  bankCode: '035',
  bankName: 'Wema Bank',
  accountNumber: '5000012345',
  accountName: 'School fees',
};

describe('an invoice found under our reference', () => {
  const attemptAt = Date.parse(AT);

  it.each([
    ['agrees in everything', record, 'ours'],
    ['was created while our clock was two minutes ahead', record, 'ours', 120_000],
    ['names neither the customer nor its creation time', bare(), 'ours'],
    ['asks for another amount', { ...record, amount: kobo(1_500_001) }, 'foreign'],
    ['is for another customer', { ...record, customerEmail: 'obi@example.com' }, 'foreign'],
    ['has another name on it', { ...record, customerName: 'Obi Ada' }, 'foreign'],
    ['existed before the request, by the gateway’s clock', record, 'older', 120_001],
    ['existed before, and asks for another amount', { ...record, amount: kobo(1) }, 'foreign', 120_001],
  ])('%s', (_what, found, ownership, late = 0) => {
    expect(ownershipOfInvoice(terms, found, attemptAt + late)).toBe(ownership);
  });
});

describe('what the gateway created', () => {
  it('has a page, an account and an expiry', () => {
    expect(issuedBy(record)).toEqual({
      transactionReference: 'MNFY|1',
      checkoutUrl: 'https://gateway.example/checkout/1',
      account: {
        bankCode: '035',
        bankName: 'Wema Bank',
        accountNumber: '5000012345',
        accountName: 'School fees',
      },
      expiresAt: '2026-12-01T16:00:00.000Z',
    });
  });

  it('is nothing without its transaction, and little without an account', () => {
    expect(issuedBy({ ...record, transactionReference: null })).toBeUndefined();
    expect(issuedBy({ ...bare(), transactionReference: 'MNFY|1' })).toEqual({
      transactionReference: 'MNFY|1',
    });
  });
});

it('merchants see amounts in naira and in kobo, and the requested expiry until the gateway reports one', () => {
  const snapshot = {
    ...beginning('PENDING', 'created by the merchant', AT),
    lifecycle: 'invoice' as const,
    terms,
    transactions: [],
  };
  const view = toInvoice({
    ...snapshot,
    paid: { amountKobo: kobo(100), method: 'CASH' },
    duplicateKobo: kobo(200),
  });
  expect(view).toMatchObject({
    reference: 'inv-1',
    amount: '15000.00',
    amountKobo: 1_500_000,
    expiresAt: terms.expiresAt,
    paid: { amount: '1.00', amountKobo: 100, method: 'CASH' },
    duplicatePayment: { amount: '2.00', amountKobo: 200 },
  });
  expect(toWebhookView(snapshot)).toEqual({ invoice: toInvoice(snapshot) });
});

function bare(): InvoiceRecord {
  const { invoiceReference, invoiceStatus, amount } = record;
  return { invoiceReference, invoiceStatus, amount };
}

describe('the reminder that an invoice is due', () => {
  const DAY = 86_400_000;
  const before = Date.parse(terms.expiresAt) - DAY;
  const own = newTransaction('MNFY|1', terms.amountKobo);
  const issued = {
    ...beginning('PENDING' as const, 'created by the merchant', AT),
    lifecycle: 'invoice' as const,
    terms,
    transactions: [own],
    issuedAt: AT,
  };

  it('is sent before it expires', () => {
    expect(nextReminder(issued, [DAY])).toBe(before);
  });

  it('waits while a payment was reported that no record shows', () => {
    const reported = { ...issued, transactions: [withClaim(own, terms.amountKobo, before)] };
    expect(nextReminder(reported, [DAY])).toBeUndefined();
  });

  it('waits after a lost run until its record was read, and while a payment of that run is not found', () => {
    const rebuiltAt = new Date(before).toISOString();
    const rebuilt = { ...issued, rebuiltAt };
    expect(nextReminder(rebuilt, [DAY])).toBeUndefined();
    const read = { ...rebuilt, transactions: [{ ...own, readAt: before }] };
    expect(nextReminder(read, [DAY])).toBe(before);
    expect(nextReminder({ ...read, lostMoney: true }, [DAY])).toBeUndefined();
  });
});
