import { z } from 'zod';
import type { Kobo } from '../../domain/money.js';
import { defineEndpoint } from '../endpoint.js';
import * as give from '../request-fields.js';
import * as take from '../reply-fields.js';
import { statusRecord } from './transaction-records.js';

const card = z.strictObject({
  number: give.digits(12, 19),
  pin: give.digits(4, 6),
  expiryMonth: give.digits(1, 2),
  expiryYear: give.digits(2, 4),
  cvv: give.digits(3, 4),
});

const deviceInformation = z.strictObject({
  httpBrowserLanguage: give.text().optional(),
  httpBrowserJavaEnabled: z.boolean().optional(),
  httpBrowserJavaScriptEnabled: z.boolean().optional(),
  httpBrowserColorDepth: z.int().optional(),
  httpBrowserScreenHeight: z.int().optional(),
  httpBrowserScreenWidth: z.int().optional(),
  httpBrowserTimeDifference: z.string().optional(),
  userAgentBrowserValue: give.text(1024).optional(),
});

const collectionChannel = z.literal('API_NOTIFICATION').default('API_NOTIFICATION');

const status = take.word('SUCCESS', 'OTP_AUTHORIZATION_REQUIRED', 'BANK_AUTHORIZATION_REQUIRED', 'FAILED');

const answered = take.record({
  status: status.nullish(),
  paymentStatus: take.maybeText,
  message: take.maybeText,
  transactionReference: take.text,
  paymentReference: take.maybeText,
  authorizedAmount: take.maybeNaira,
  paymentDescription: take.maybeText,
  amountPaid: take.maybeNaira,
  currencyPaid: take.maybeText,
  otpData: take.record({ id: take.text, message: take.maybeText, authData: take.maybeText }).nullish(),
  secure3dData: take
    .record({
      id: take.maybeText,
      redirectUrl: take.maybeText,
      callBackUrl: take.maybeText,
      eciFlag: take.maybeText,
      acsUrl: take.maybeText,
      method: take.maybeText,
      termUrl: take.maybeText,
      paReq: take.maybeText,
      transactionId: take.maybeText,
      paymentId: take.maybeText,
      md: take.maybeText,
      jwt: take.maybeText,
    })
    .nullish(),
});

/** Words that other guides use for the same thing. */
const SAME_WORD: Readonly<Record<string, string>> = {
  SUCCESSFUL: 'SUCCESS',
  PAID: 'SUCCESS',
  OTP_REQUIRED: 'OTP_AUTHORIZATION_REQUIRED',
};

/** Two answers are documented for the authorisations; both become the card charge result. */
const cardResult = answered.transform((given, context) => {
  const written = given.status ?? given.paymentStatus;
  if (written == null) {
    context.addIssue({ code: 'custom', path: ['status'], message: 'is missing' });
    return z.NEVER;
  }
  return {
    ...given,
    status: SAME_WORD[written] ?? written,
    authorizedAmount: given.authorizedAmount ?? given.amountPaid ?? null,
  };
});

/** authData holds the card number, and what the issuer's page needs opens the card's door: they stay out. */
const keeps = z.object({
  status,
  message: z.string().nullish(),
  transactionReference: z.string(),
  paymentReference: z.string().nullish(),
  authorizedAmount: z.custom<Kobo>().nullable(),
  otpData: z.object({ id: z.string(), message: z.string().nullish() }).nullish(),
  secure3dData: z
    .object({ id: z.string().nullish(), redirectUrl: z.string().nullish(), method: z.string().nullish() })
    .nullish(),
});

const DECLINED = /transaction failed|auth data error|invalid card|not been configured for bin|declined/i;

const answers = {
  declined: [{ message: DECLINED }],
  'already-charged': [{ message: /payment already exists/i }],
} as const;

const absence = {
  status: 'getTransaction',
  because: 'the transaction exists either way, and PENDING means both never and in flight',
} as const;

export const chargeCard = defineEndpoint({
  name: 'chargeCard',
  group: 'Transactions',
  summary: 'Charges a card for an initialized transaction',
  method: 'POST',
  path: '/api/v1/merchant/cards/charge',
  effect: 'moves-money',
  request: z.strictObject({
    transactionReference: give.anyReference,
    collectionChannel,
    card,
    deviceInformation: deviceInformation.optional(),
  }),
  secrets: ['card'],
  reply: cardResult,
  keeps,
  reference: 'transactionReference',
  answers,
  absence,
  source: 'specification',
});

export const authorizeOtp = defineEndpoint({
  name: 'authorizeOtp',
  group: 'Transactions',
  summary: 'Completes a card charge with the code that the bank sent to the customer',
  method: 'POST',
  path: '/api/v1/merchant/cards/otp/authorize',
  effect: 'moves-money',
  request: z.strictObject({
    transactionReference: give.anyReference,
    collectionChannel,
    tokenId: give.text(),
    token: give.digits(4, 10),
  }),
  secrets: ['token'],
  reply: cardResult,
  keeps,
  reference: 'transactionReference',
  answers: {
    ...answers,
    'not-charged': [{ message: /no card payment found/i }],
    'wrong-otp': [{ message: /(invalid|incorrect|wrong) otp/i }],
  },
  absence,
  source: 'specification',
});

export const authorizeSecure3d = defineEndpoint({
  name: 'authorizeSecure3d',
  group: 'Transactions',
  summary: "Completes a card charge after the customer has been at the issuer's page",
  method: 'POST',
  path: '/api/v1/sdk/cards/secure-3d/authorize',
  effect: 'moves-money',
  request: z.strictObject({
    transactionReference: give.anyReference,
    collectionChannel,
    card,
    apiKey: give.text().optional(),
  }),
  supplies: { apiKey: 'apiKey' },
  secrets: ['card'],
  reply: cardResult,
  keeps,
  reference: 'transactionReference',
  answers: { ...answers, 'not-charged': [{ message: /no card payment found/i }] },
  absence,
  source: 'specification',
});

export const chargeCardToken = defineEndpoint({
  name: 'chargeCardToken',
  group: 'Recurring payment',
  summary: 'Charges a card again by the token of its first payment',
  method: 'POST',
  path: '/api/v1/merchant/cards/charge-card-token',
  effect: 'moves-money',
  request: z.strictObject({
    cardToken: give.text(),
    amount: give.amount(),
    customerName: give.text(),
    customerEmail: give.email,
    paymentReference: give.newReference,
    paymentDescription: give.text(),
    currencyCode: give.currency,
    contractCode: give.contractCode.optional(),
    apiKey: give.text().optional(),
    metaData: give.metaData.optional(),
    incomeSplitConfig: give.incomeSplitConfig.optional(),
  }),
  supplies: { contractCode: 'contractCode', apiKey: 'apiKey' },
  reply: statusRecord,
  reference: 'paymentReference',
  answers: {
    'reference-used': [{ message: /duplicate payment reference/i }],
    'invalid-token': [{ message: /card token/i }],
    declined: [{ message: DECLINED }],
  },
  absence: { question: 'queryTransaction', by: 'paymentReference' },
  source: 'specification',
});
