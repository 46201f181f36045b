import { toStanding } from '../lifecycle/state-view.js';
import type { InvoiceSnapshot } from './invoice.js';
import { toNaira } from '../money.js';
import { toReceived } from '../collection/received-view.js';
import { toSplitView } from '../split.js';

/** An invoice as merchants see it, in replies and in webhooks. */
export function toInvoice(invoice: InvoiceSnapshot) {
  const { terms } = invoice;
  return {
    reference: terms.reference,
    state: invoice.state,
    reason: invoice.reason,
    unexpected: invoice.unexpected,
    amount: toNaira(terms.amountKobo),
    amountKobo: terms.amountKobo,
    currency: terms.currency,
    customer: terms.customer,
    description: terms.description,
    accountReference: terms.accountReference,
    redirectUrl: terms.redirectUrl,
    paymentMethods: terms.paymentMethods,
    incomeSplit: terms.incomeSplit?.map(toSplitView),
    checkoutUrl: invoice.checkoutUrl,
    account: invoice.account,
    transactionReference: invoice.transactionReference,
    expiresAt: invoice.expiresAt ?? terms.expiresAt,
    ...toReceived(invoice),
    ...toStanding(invoice),
  };
}
