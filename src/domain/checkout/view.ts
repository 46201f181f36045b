import type { CardStep } from './card.js';
import { toNaira } from '../money.js';
import { type CheckoutSnapshot, placesOf } from './checkout.js';
import { toSplitView } from '../split.js';
import { toStanding } from '../lifecycle/state-view.js';
import { toReceived } from '../collection/received-view.js';

/** A checkout as merchants see it, in replies and in webhooks. */
export function toCheckout(checkout: CheckoutSnapshot) {
  const { terms, virtualAccount } = checkout;
  const newest = placesOf(checkout).at(-1);
  return {
    reference: terms.reference,
    state: checkout.state,
    reason: checkout.reason,
    unexpected: checkout.unexpected,
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
    virtualAccount: virtualAccount && toVirtualAccount(virtualAccount),
    card: checkout.card && toCard(checkout.card),
    expiresAt: checkout.expiresAt,
    // the gateway has no cancel: a payer with the page or the account can still pay
    stillPayableUntil: checkout.state === 'CANCELLED' ? checkout.expiresAt : undefined,
    ...toReceived(checkout),
    ...toStanding(checkout),
  };
}

export function toVirtualAccount({
  payableKobo,
  ...account
}: NonNullable<CheckoutSnapshot['virtualAccount']>) {
  return { ...account, payable: toNaira(payableKobo), payableKobo };
}

/** Without the handle, which would allow its holder to use the card. */
function toCard({ state, reason, card, attemptsLeft, expiresAt, redirectUrl }: CardStep) {
  const waits = state === 'OTP_REQUIRED' || state === 'THREE_DS_REQUIRED';
  return {
    state,
    reason,
    ...card,
    attemptsLeft: state === 'OTP_REQUIRED' ? attemptsLeft : undefined,
    expiresAt: waits ? expiresAt : undefined,
    redirectUrl: state === 'THREE_DS_REQUIRED' ? redirectUrl : undefined,
  };
}
