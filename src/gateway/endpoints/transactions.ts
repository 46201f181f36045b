import { z } from 'zod';
import { kobo } from '../../domain/money.js';
import { defineEndpoint } from '../spec/endpoint.js';
import { ALREADY_EXISTS, NOT_FOUND } from '../reading/refusals.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';
import type { Instant } from '../formats/times.js';
import { listRecord, statusRecord } from './shared/transaction-records.js';

const MINIMUM = kobo(20_00);

/** Lifetime of a virtual account where the gateway does not report it. */
const USUAL_SECONDS = 40 * 60;

interface Lasting {
  readonly accountDurationSeconds?: number | null | undefined;
  readonly requestTime?: Instant | null | undefined;
  readonly expiresOn?: Instant | null | undefined;
}

function durationOf({ accountDurationSeconds, requestTime, expiresOn }: Lasting): number {
  if (accountDurationSeconds != null) return accountDurationSeconds;
  if (requestTime == null || expiresOn == null) return USUAL_SECONDS;
  return Math.max(0, Math.floor((Date.parse(expiresOn) - Date.parse(requestTime)) / 1000));
}

export const initTransaction = defineEndpoint({
  name: 'initTransaction',
  group: 'Transactions',
  summary: 'Open a transaction and its hosted checkout page',
  method: 'POST',
  path: '/api/v1/merchant/transactions/init-transaction',
  effect: 'changes',
  request: z.strictObject({
    amount: give.amount(MINIMUM),
    customerName: give.text().optional(),
    customerEmail: give.email,
    paymentReference: give.newReference,
    paymentDescription: give.text().optional(),
    currencyCode: give.currency,
    contractCode: give.contractCode.optional(),
    redirectUrl: give.url.optional(),
    paymentMethods: z.array(give.text()).optional(),
    incomeSplitConfig: give.incomeSplitConfig.optional(),
    metaData: give.metaData.optional(),
  }),
  supplies: { contractCode: 'contractCode' },
  reply: take.record({
    transactionReference: take.text,
    paymentReference: take.text,
    merchantName: take.maybeText,
    apiKey: take.maybeText,
    enabledPaymentMethod: take.maybeTexts,
    checkoutUrl: take.text,
    redirectUrl: take.maybeText,
    incomeSplitConfig: take.maybeIncomeSplit,
    merchantLogoUrl: take.maybeText,
  }),
  reference: 'paymentReference',
  answers: { 'reference-used': ALREADY_EXISTS },
  // only the search has the asked amount and the creation time: enough to tell our own transaction from
  // another
  absence: { listing: 'searchTransactions', by: ['paymentReference'] },
  source: 'specification',
});

export const initBankTransfer = defineEndpoint({
  name: 'initBankTransfer',
  group: 'Transactions',
  summary: 'Get the one-time virtual account of a transaction',
  method: 'POST',
  path: '/api/v1/merchant/bank-transfer/init-payment',
  effect: 'changes',
  request: z.strictObject({
    transactionReference: give.anyReference,
    bankCode: give.bankCode.optional(),
  }),
  reply: take
    .record({
      accountNumber: take.text,
      accountName: take.shownText,
      bankName: take.shownText,
      bankCode: take.shownText,
      accountDurationSeconds: take.maybe(z.int().min(0)),
      ussdPayment: take.maybeText,
      requestTime: take.maybeTime,
      expiresOn: take.maybeTime,
      transactionReference: take.text,
      paymentReference: take.text,
      amount: take.naira,
      fee: take.maybeNaira,
      totalPayable: take.naira,
      collectionChannel: take.maybeText,
      productInformation: take.nothing,
    })
    .transform((account) => ({ ...account, accountDurationSeconds: durationOf(account) })),
  absence: { repeat: 'a repeat returns the same account and the time left' },
  source: 'specification',
});

const ANSWERS = { 'not-found': NOT_FOUND } as const;

export const getTransaction = defineEndpoint({
  name: 'getTransaction',
  group: 'Transactions',
  summary: "Status of a transaction, by the gateway's reference",
  method: 'GET',
  path: '/api/v2/transactions/{transactionReference}',
  effect: 'reads',
  request: z.strictObject({ transactionReference: give.anyReference }),
  reply: statusRecord,
  answers: ANSWERS,
  source: 'specification',
});

export const queryTransaction = defineEndpoint({
  name: 'queryTransaction',
  group: 'Transactions',
  summary: "Status of a transaction, by the merchant's or the gateway's reference",
  method: 'GET',
  path: '/api/v2/merchant/transactions/query',
  effect: 'reads',
  request: z
    .strictObject({
      transactionReference: give.anyReference.optional(),
      paymentReference: give.anyReference.optional(),
    })
    .refine((asked) => (asked.transactionReference ?? asked.paymentReference) !== undefined, {
      path: ['paymentReference'],
      error: 'or transactionReference is required',
    }),
  reply: statusRecord,
  answers: ANSWERS,
  source: 'specification',
});

export const searchTransactions = defineEndpoint({
  name: 'searchTransactions',
  group: 'Transactions',
  summary: 'Search transactions by reference, amount, customer, status or time',
  method: 'GET',
  path: '/api/v1/transactions/search',
  effect: 'reads',
  request: z.strictObject({
    page: give.pageNumber.optional(),
    size: give.pageSize.optional(),
    paymentReference: give.anyReference.optional(),
    transactionReference: give.anyReference.optional(),
    fromAmount: give.amountFilter.optional(),
    toAmount: give.amountFilter.optional(),
    amount: give.amountFilter.optional(),
    customerName: give.text().optional(),
    customerEmail: give.email.optional(),
    paymentStatus: give.text().optional(),
    from: give.unixMs.optional(),
    to: give.unixMs.optional(),
  }),
  reply: take.page(listRecord),
  source: 'specification',
});
