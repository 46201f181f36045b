import type { CardStep } from './card.js';
import { toNaira } from './money.js';
import type { PaymentSnapshot } from './payment.js';
import { toSplitView } from './split.js';
import { toStanding } from './standing-view.js';
import { toReceived } from './received-view.js';

/** A payment as merchants see it, in replies and in notices alike. */
export function toCheckout(payment: PaymentSnapshot) {
  const { terms, transferAccount } = payment;
  const newest = payment.transactions.at(-1);
  return {
    reference: terms.reference,
    state: payment.state,
    because: payment.because,
    unexpected: payment.unexpected,
    amount: toNaira(terms.amountKobo),
    amountKobo: terms.amountKobo,
    currency: terms.currency,
    channels: terms.channels,
    paymentMethods: terms.paymentMethods,
    incomeSplit: terms.incomeSplit?.map(toSplitView),
    metadata: terms.metadata,
    customer: terms.customer,
    description: terms.description,
    redirectUrl: terms.redirectUrl,
    checkoutUrl: newest?.spent ? undefined : newest?.checkoutUrl,
    transactionReference: newest?.transactionReference,
    transferAccount: transferAccount && toTransferAccount(transferAccount),
    card: payment.card && toCard(payment.card),
    expiresAt: payment.expiresAt,
    // the gateway knows no cancel: whoever has the page or the account can still pay
    stillPayableUntil: payment.state === 'CANCELLED' ? payment.expiresAt : undefined,
    ...toReceived(payment),
    ...toStanding(payment),
  };
}

export function toTransferAccount({
  payableKobo,
  ...account
}: NonNullable<PaymentSnapshot['transferAccount']>) {
  return { ...account, payable: toNaira(payableKobo), payableKobo };
}

/** Without the handle: who has it could use it. */
function toCard({ state, because, card, triesLeft, expiresAt, redirectUrl }: CardStep) {
  const waits = state === 'OTP_REQUIRED' || state === 'SECURE_3D_REQUIRED';
  return {
    state,
    because,
    ...card,
    triesLeft: state === 'OTP_REQUIRED' ? triesLeft : undefined,
    expiresAt: waits ? expiresAt : undefined,
    redirectUrl: state === 'SECURE_3D_REQUIRED' ? redirectUrl : undefined,
  };
}
