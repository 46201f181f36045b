import { z } from 'zod';
import type { Kobo } from '../../domain/money.js';
import { defineEndpoint } from '../spec/endpoint.js';
import {
  ALREADY_CHARGED,
  ALREADY_EXISTS,
  DECLINED,
  INVALID_CARD_TOKEN,
  NOT_CHARGED,
  WRONG_OTP,
} from '../reading/refusals.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';
import { statusRecord } from './shared/transaction-records.js';

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

const status = take.word(
  'SUCCESS',
  'SUCCESSFUL',
  'PAID',
  'OTP_AUTHORIZATION_REQUIRED',
  'OTP_REQUIRED',
  'BANK_AUTHORIZATION_REQUIRED',
  'FAILED',
);

/** Where the payer must go, and how: by a link, or by a form that is posted to the card's issuer. */
const secure3dData = take.maybe(
  take
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
    .transform((given) => {
      // with data to post the issuer expects a form; without, its page is an ordinary link
      const method = given.method ?? (given.acsUrl && given.paReq ? 'POST' : null);
      const isForm = method?.toUpperCase() === 'POST';
      return { ...given, method, redirectUrl: given.redirectUrl ?? (isForm ? null : (given.acsUrl ?? null)) };
    }),
);

const RESULT = {
  message: take.maybeText,
  transactionReference: take.text,
  paymentReference: take.maybeText,
  authorizedAmount: take.maybeNaira,
  paymentDescription: take.maybeText,
  amountPaid: take.maybeNaira,
  currencyPaid: take.maybeText,
  otpData: take.maybe(take.record({ id: take.text, message: take.maybeText, authData: take.maybeText })),
  secure3dData,
};

/** Synonyms from other guides. */
const SAME_WORD: Readonly<Record<string, string>> = {
  SUCCESSFUL: 'SUCCESS',
  PAID: 'SUCCESS',
  OTP_REQUIRED: 'OTP_AUTHORIZATION_REQUIRED',
};

type Amounts = { readonly [Field in 'authorizedAmount' | 'amountPaid']?: Kobo | null | undefined };

function toResult<Given extends Amounts>(given: Given, status: string) {
  return {
    ...given,
    status: SAME_WORD[status] ?? status,
    authorizedAmount: given.authorizedAmount ?? given.amountPaid ?? null,
  };
}

/** Two replies are documented for the authorizations; both become the card charge result. */
const cardResult = z.union([
  take
    .record({ ...RESULT, status, paymentStatus: take.nothing })
    .transform((given) => toResult(given, given.status)),
  take
    .record({ ...RESULT, status: take.nothing, paymentStatus: status })
    .transform((given) => toResult(given, given.paymentStatus)),
]);

/**
 * authData holds the card number, and the data for the issuer's page would authorize the card: both are left
 * out.
 */
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

const answers = { declined: DECLINED, 'already-charged': ALREADY_CHARGED } as const;

const absence = {
  status: 'getTransaction',
  reason: 'the transaction exists in both cases, and PENDING means both never sent and in flight',
} as const;

export const chargeCard = defineEndpoint({
  name: 'chargeCard',
  group: 'Transactions',
  summary: 'Charge a card for an initialized transaction',
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
  summary: "Complete a card charge with the OTP from the payer's bank",
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
  answers: { ...answers, 'not-charged': NOT_CHARGED, 'wrong-otp': WRONG_OTP },
  absence,
  source: 'specification',
});

export const authorizeThreeDs = defineEndpoint({
  name: 'authorizeThreeDs',
  group: 'Transactions',
  summary: "Complete a card charge after the payer visited the issuer's page",
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
  answers: { ...answers, 'not-charged': NOT_CHARGED },
  absence,
  source: 'specification',
});

export const chargeCardToken = defineEndpoint({
  name: 'chargeCardToken',
  group: 'Recurring payment',
  summary: 'Charge a card again with the token of its first payment',
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
    'reference-used': ALREADY_EXISTS,
    'invalid-token': INVALID_CARD_TOKEN,
    declined: DECLINED,
  },
  absence: { read: 'queryTransaction', by: 'paymentReference' },
  source: 'specification',
});
