import { kobo } from '../../../src/domain/money.js';
import { PAID } from '../../fixtures/gateway/records.js';
import type { SomeCases } from './case.js';

const CARD = { number: '4111111111111111', pin: '1234', expiryMonth: '10', expiryYear: '2027', cvv: '123' };
const CARD_TEXT =
  '{"number":"4111111111111111","pin":"1234","expiryMonth":"10","expiryYear":"2027","cvv":"123"}';
const TRANSACTION = 'MNFY|09|20260131101530|000123';

const CHARGED = {
  status: 'SUCCESS',
  message: 'Transaction Successful',
  transactionReference: TRANSACTION,
  paymentReference: 'order-1',
  authorizedAmount: 100.5,
};

export const CARDS = {
  chargeCard: {
    request: {
      transactionReference: TRANSACTION,
      card: CARD,
      deviceInformation: { httpBrowserLanguage: 'en-NG', httpBrowserColorDepth: 24 },
    },
    sends: 'POST /api/v1/merchant/cards/charge',
    body:
      `{"transactionReference":"${TRANSACTION}","collectionChannel":"API_NOTIFICATION","card":${CARD_TEXT},` +
      '"deviceInformation":{"httpBrowserLanguage":"en-NG","httpBrowserColorDepth":24}}',
    replies: {
      ...CHARGED,
      status: 'OTP_AUTHORIZATION_REQUIRED',
      otpData: { id: '100.00-0123456789abcdef', message: 'Enter the code', authData: 'card data' },
    },
    gives: { status: 'OTP_AUTHORIZATION_REQUIRED', authorizedAmount: 100_50 },
    refuses: [
      [400, '99', 'Invalid Card Number', 'declined'],
      [400, '99', 'Payment already exists', 'already-charged'],
      [200, '99', 'Transaction Failed', 'outcome-unknown'],
      [500, '99', 'Transaction Failed', 'outcome-unknown'],
    ],
  },
  authorizeOtp: {
    request: { transactionReference: TRANSACTION, tokenId: '100.00-0123456789abcdef', token: '123456' },
    sends: 'POST /api/v1/merchant/cards/otp/authorize',
    body:
      `{"transactionReference":"${TRANSACTION}","collectionChannel":"API_NOTIFICATION",` +
      '"tokenId":"100.00-0123456789abcdef","token":"123456"}',
    // the other documented reply
    replies: {
      paymentStatus: 'SUCCESSFUL',
      paymentDescription: 'Shoes',
      transactionReference: TRANSACTION,
      paymentReference: 'order-1',
      amountPaid: '100.50',
      currencyPaid: 'NGN',
    },
    gives: { status: 'SUCCESS', authorizedAmount: 100_50 },
    refuses: [
      [422, '99', 'No Card Payment found for this transaction.', 'not-charged'],
      [422, '99', 'Invalid OTP supplied', 'wrong-otp'],
      [422, '99', 'Transaction Failed', 'declined'],
      [422, '99', 'Payment already exists', 'already-charged'],
    ],
  },
  authorizeThreeDs: {
    request: { transactionReference: TRANSACTION, card: CARD },
    sends: 'POST /api/v1/sdk/cards/secure-3d/authorize',
    body:
      `{"transactionReference":"${TRANSACTION}","collectionChannel":"API_NOTIFICATION","card":${CARD_TEXT},` +
      '"apiKey":"MK_TEST_ABCDEFGHIJ"}',
    replies: {
      ...CHARGED,
      status: 'BANK_AUTHORIZATION_REQUIRED',
      secure3dData: { id: '3ds-1', redirectUrl: 'https://issuer.example/3ds' },
    },
    gives: { status: 'BANK_AUTHORIZATION_REQUIRED', secure3dData: { id: '3ds-1' } },
    refuses: [
      [422, '99', 'No Card Payment found for this transaction.', 'not-charged'],
      [400, '99', 'Auth Data error', 'declined'],
      [422, '99', 'Payment already exists', 'already-charged'],
    ],
  },
  chargeCardToken: {
    request: {
      cardToken: 'MNFY_0123456789ABCDEF0123456789ABCDEF',
      amount: kobo(100_50),
      customerName: 'Ada Obi',
      customerEmail: 'ada@example.com',
      paymentReference: 'order-1',
      paymentDescription: 'Shoes',
      currencyCode: 'NGN',
    },
    sends: 'POST /api/v1/merchant/cards/charge-card-token',
    body:
      '{"cardToken":"MNFY_0123456789ABCDEF0123456789ABCDEF","amount":100.50,"customerName":"Ada Obi",' +
      '"customerEmail":"ada@example.com","paymentReference":"order-1","paymentDescription":"Shoes",' +
      '"currencyCode":"NGN","contractCode":"1234567890","apiKey":"MK_TEST_ABCDEFGHIJ"}',
    replies: { ...PAID, paymentMethod: 'CARD', cardDetails: { cardToken: 'MNFY_0123', reusable: true } },
    gives: { amountPaid: 100_50, cardDetails: { cardToken: 'MNFY_0123', reusable: true } },
    refuses: [
      [404, '99', 'Invalid card token', 'invalid-token'],
      [422, '99', 'Duplicate payment reference', 'reference-used'],
      [200, '99', 'Duplicate payment reference', 'outcome-unknown'],
      [400, '99', 'Transaction Failed', 'declined'],
    ],
  },
} satisfies SomeCases;
