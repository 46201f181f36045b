import { z } from 'zod';
import { kobo } from '../../domain/money.js';
import { defineEndpoint } from '../spec/endpoint.js';
import { ALREADY_EXISTS, NOT_FOUND } from '../reading/refusals.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';
import { toSpacedTime } from '../formats/times.js';

const MINIMUM = kobo(20_00);

const invoice = take.record({
  amount: take.naira,
  invoiceReference: take.text,
  invoiceStatus: take.word('PENDING', 'PAID', 'EXPIRED', 'CANCELLED'),
  description: take.maybeText,
  contractCode: take.maybeText,
  customerEmail: take.maybeText,
  customerName: take.maybeText,
  expiryDate: take.maybeTime,
  createdBy: take.maybeText,
  createdOn: take.maybeTime,
  checkoutUrl: take.maybeText,
  accountNumber: take.maybeText,
  accountName: take.maybeText,
  bankName: take.maybeText,
  bankCode: take.maybeText,
  redirectUrl: take.maybeText,
  transactionReference: take.maybeText,
  incomeSplitConfig: take.maybeIncomeSplit,
});

const ANSWERS = { 'not-found': NOT_FOUND } as const;

export const createInvoice = defineEndpoint({
  name: 'createInvoice',
  group: 'Invoices',
  summary: 'Create an invoice with an account and a checkout page, or attach it to a reserved account',
  method: 'POST',
  path: '/api/v1/invoice/create',
  effect: 'changes',
  request: z.strictObject({
    amount: give.amount(MINIMUM),
    currencyCode: give.currency,
    invoiceReference: give.newReference,
    customerName: give.text(),
    customerEmail: give.email,
    contractCode: give.contractCode.optional(),
    description: give.text(),
    expiryDate: give.instant.transform(toSpacedTime),
    incomeSplitConfig: give.incomeSplitConfig.optional(),
    redirectUrl: give.url.optional(),
    paymentMethods: z.array(give.text()).optional(),
    accountReference: give.anyReference.optional(),
  }),
  supplies: { contractCode: 'contractCode' },
  reply: invoice,
  reference: 'invoiceReference',
  answers: { 'reference-used': ALREADY_EXISTS },
  absence: { read: 'getInvoice', by: 'invoiceReference' },
  source: 'specification',
});

export const getInvoice = defineEndpoint({
  name: 'getInvoice',
  group: 'Invoices',
  summary: 'Details of an invoice',
  method: 'GET',
  path: '/api/v1/invoice/{invoiceReference}/details',
  effect: 'reads',
  request: z.strictObject({ invoiceReference: give.anyReference }),
  reply: invoice,
  answers: ANSWERS,
  source: 'specification',
});

export const listInvoices = defineEndpoint({
  name: 'listInvoices',
  group: 'Invoices',
  summary: 'List invoices',
  method: 'GET',
  path: '/api/v1/invoice/all',
  effect: 'reads',
  request: z.strictObject({ page: give.pageNumber.optional(), size: give.pageSize.optional() }),
  reply: take.page(invoice),
  source: 'specification',
});

export const cancelInvoice = defineEndpoint({
  name: 'cancelInvoice',
  group: 'Invoices',
  summary: 'Cancel an unpaid invoice',
  method: 'DELETE',
  path: '/api/v1/invoice/{invoiceReference}/cancel',
  effect: 'changes',
  request: z.strictObject({ invoiceReference: give.anyReference }),
  reply: invoice,
  reference: 'invoiceReference',
  answers: ANSWERS,
  absence: { status: 'getInvoice', reason: 'its invoiceStatus shows whether it was cancelled' },
  source: 'specification',
});
