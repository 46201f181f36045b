import { type CardAttempt } from '../types/card.js';
import { type Transaction } from '../types/transaction.js';
import { asNumber } from '../wire/amounts.js';
import { type World } from '../world.js';
import { payableKobo } from './transactions.js';

/** The response to a charge, an OTP and a 3-D Secure authorization. The card number is a parameter because it is not stored. */
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

/** The gateway's own sandbox puts the card number here; doing the same exposes a client that leaks it. */
function otpData({ id }: CardAttempt, cardNumber: string) {
  return {
    id,
    message: 'Please enter the OTP sent to your number 234805****890 and email ad*****@example.com',
    authData: cardNumber,
  };
}

function secure3dData(world: World, attempt: CardAttempt, transaction: Transaction) {
  const { id } = attempt;
  const redirectUrl = world.publicUrl(`/issuer/${encodeURIComponent(id)}`);
  if (!needsFormPost(attempt)) return { id, redirectUrl };
  const form = issuerForm(world, attempt);
  return {
    ...form,
    id,
    redirectUrl,
    callBackUrl: form.termUrl,
    eciFlag: '06',
    acsUrl: world.publicUrl('/issuer'),
    transactionId: transaction.transactionReference,
    paymentId: transaction.paymentReference,
    method: 'POST',
    jwt: null,
  };
}

/** Whether the issuer expects a form post instead of a redirect. */
export const needsFormPost = ({ card }: CardAttempt): boolean => card.scenario === 'issuer-by-post';

/** The fields of that form. */
export function issuerForm({ publicUrl }: World, { id }: CardAttempt) {
  return {
    md: id,
    paReq: Buffer.from(`sandbox request ${id}`).toString('base64'),
    termUrl: publicUrl('/issuer/return'),
  };
}
