import { asNumber } from '../wire/amounts.js';
import { type World } from '../world.js';
import { type CardAttempt } from './card-details.js';
import { payableKobo, type Transaction } from './transactions.js';

/** The answer to a charge, an OTP and a 3-D Secure authorization. The card's number is passed in, for it is not kept. */
export function cardResult(world: World, transaction: Transaction, cardNumber = '') {
  const { cardAttempt: attempt } = transaction;
  return {
    ...outcomeOf(transaction),
    transactionReference: transaction.transactionReference,
    paymentReference: transaction.paymentReference,
    authorizedAmount: asNumber(payableKobo(transaction)),
    ...(attempt?.waitsFor === 'otp' && { otpData: otpData(attempt, cardNumber) }),
    ...(attempt?.waitsFor === 'issuer' && { secure3dData: secure3dData(world, attempt, transaction) }),
  };
}

function outcomeOf({ cardAttempt, recorded, card }: Transaction): { status: string; message: string } {
  if (cardAttempt?.waitsFor === 'otp') {
    return { status: 'OTP_AUTHORIZATION_REQUIRED', message: 'OTP Authorization Required' };
  }
  if (cardAttempt) return { status: 'BANK_AUTHORIZATION_REQUIRED', message: 'Bank Authorization Required' };
  if (recorded === 'PAID') return { status: 'SUCCESS', message: 'Transaction Successful' };
  const reason =
    card?.scenario === 'insufficient-funds' ? 'Insufficient Funds' : 'Declined by the card issuer';
  return { status: 'FAILED', message: reason };
}

/** The real sandbox was seen to put the card's number here, so a client that lets it leak is found out. */
function otpData({ id }: CardAttempt, cardNumber: string) {
  return {
    id,
    message: 'Please enter the OTP sent to your number 234805****890 and email ad*****@example.com',
    authData: cardNumber,
  };
}

function secure3dData({ publicUrl }: World, { id, card }: CardAttempt, transaction: Transaction) {
  const redirectUrl = publicUrl(`/issuer/${encodeURIComponent(id)}`);
  if (card.scenario !== 'issuer-by-post') return { id, redirectUrl };
  return {
    id,
    redirectUrl,
    callBackUrl: publicUrl('/issuer/return'),
    eciFlag: '06',
    termUrl: publicUrl('/issuer/return'),
    acsUrl: publicUrl('/issuer'),
    paReq: Buffer.from(`sandbox request ${id}`).toString('base64'),
    transactionId: transaction.transactionReference,
    paymentId: transaction.paymentReference,
    method: 'POST',
    md: id,
    jwt: null,
  };
}
