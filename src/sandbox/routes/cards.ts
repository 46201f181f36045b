import { cardResult } from '../collections/card-results.js';
import { chargeToken } from '../collections/card-tokens.js';
import { type Card, chargeCard, isCardOf, refuseEnded, submitOtp } from '../collections/cards.js';
import { statusRecord } from '../collections/transaction-records.js';
import {
  amount,
  email,
  type Fields,
  fieldsOf,
  object,
  optionalList,
  optionalObject,
  text,
} from '../http/fields.js';
import { badRequest, Refusal, unprocessable } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { readSplit } from '../money/split.js';
import { type Transaction } from '../types/transaction.js';
import { readCurrency } from './init-transaction.js';

export const CARD_ROUTES: readonly Route[] = [
  route('chargeCard', 'POST /api/v1/merchant/cards/charge', charge),
  route('authorizeOtp', 'POST /api/v1/merchant/cards/otp/authorize', authorizeOtp),
  route('authorizeThreeDs', 'POST /api/v1/sdk/cards/secure-3d/authorize', authorizeThreeDs),
  route('chargeCardToken', 'POST /api/v1/merchant/cards/charge-card-token', chargeCardToken),
];

function charge(call: MerchantCall) {
  const fields = fieldsOf(call.body);
  readChannel(fields);
  const card = readCard(object(fields, 'card'));
  const charged = chargeCard(call.world, transactionOf(call, fields), card);
  return cardResult(call.world, charged, card.number);
}

function authorizeOtp(call: MerchantCall) {
  const fields = fieldsOf(call.body);
  readChannel(fields);
  const transaction = transactionOf(call, fields);
  const code = text(fields, 'token');
  const tokenId = text(fields, 'tokenId');
  refuseEnded(call.world, transaction);
  refuseUncharged(transaction);
  const { cardAttempt } = transaction;
  // only a charge that asked for an OTP has issued a token id
  if (cardAttempt?.waitsFor !== 'otp' || cardAttempt.id !== tokenId)
    throw unprocessable('Invalid token id supplied');
  const after = submitOtp(call.world, transaction, { at: 'otp', code });
  return after instanceof Refusal ? after : cardResult(call.world, after);
}

/** The request repeats the card of the charge. Until the issuer responds, the response is the issuer's page again. */
function authorizeThreeDs(call: MerchantCall) {
  const fields = fieldsOf(call.body);
  const card = readCard(object(fields, 'card'));
  if (text(fields, 'apiKey') !== call.merchant.apiKey) throw unprocessable('Could not Authorize merchant');
  const transaction = transactionOf(call, fields);
  const paidByCard = transaction.method === 'CARD' && transaction.recorded === 'PAID';
  if (!paidByCard) {
    refuseEnded(call.world, transaction);
    refuseUncharged(transaction);
  }
  const charged = transaction.cardAttempt?.card ?? transaction.card;
  if (!charged || !isCardOf(charged, card)) throw unprocessable('Card is not the card of the charge');
  return cardResult(call.world, transaction, card.number);
}

function chargeCardToken({ world, merchant, body }: MerchantCall) {
  const fields = fieldsOf(body);
  if (text(fields, 'apiKey') !== merchant.apiKey) throw unprocessable('Could not Authorize merchant');
  if (text(fields, 'contractCode') !== merchant.contractCode)
    throw unprocessable('Could not find specified contract');
  readCurrency(fields);
  const amountKobo = amount(fields, 'amount');
  if (amountKobo === 0) throw badRequest('Field amount must be above 0');
  const charged = chargeToken(world, merchant, {
    token: text(fields, 'cardToken'),
    terms: {
      paymentReference: text(fields, 'paymentReference'),
      amountKobo,
      description: text(fields, 'paymentDescription'),
      customer: { email: email(fields, 'customerEmail'), name: text(fields, 'customerName') },
      methods: ['CARD'],
      split: readSplit(world, merchant.id, optionalList(fields, 'incomeSplitConfig')),
      metaData: optionalObject(fields, 'metaData') ?? {},
    },
  });
  return statusRecord(charged, world.clock.now());
}

function readChannel(fields: Fields): void {
  if (text(fields, 'collectionChannel') !== 'API_NOTIFICATION') {
    throw badRequest('Field collectionChannel must be API_NOTIFICATION');
  }
}

export function readCard(fields: Fields): Card {
  return {
    number: text(fields, 'number').replaceAll(' ', ''),
    expiryMonth: text(fields, 'expiryMonth'),
    expiryYear: text(fields, 'expiryYear'),
    cvv: text(fields, 'cvv'),
    pin: text(fields, 'pin'),
  };
}

function transactionOf({ world, merchant }: MerchantCall, fields: Fields): Transaction {
  const transaction = world.transactions.get(text(fields, 'transactionReference'));
  if (transaction?.merchantId !== merchant.id) throw badRequest('Invalid transaction reference supplied');
  return transaction;
}

function refuseUncharged(transaction: Transaction): void {
  if (!transaction.cardAttempt) throw unprocessable('No Card Payment found for this transaction.');
}
