import { toCheckout } from './checkout-view.js';
import type { InvoiceSnapshot } from './invoice.js';
import { toInvoice } from './invoice-view.js';
import type { PaymentSnapshot } from './payment.js';
import { toReservedAccount } from './reserved-account-view.js';
import type { ReservedAccountSnapshot } from './reserved-account.js';
import type { StorySnapshot } from './story.js';

/** How merchants see each story, in replies and in notices alike, and under which name. */
const VIEWS: Readonly<Record<string, (snapshot: never) => object>> = {
  invoice: (snapshot: InvoiceSnapshot) => ({ invoice: toInvoice(snapshot) }),
  checkout: (snapshot: PaymentSnapshot) => ({ checkout: toCheckout(snapshot) }),
  'reserved-account': (snapshot: ReservedAccountSnapshot) => ({
    reservedAccount: toReservedAccount(snapshot),
  }),
};

export function toView(snapshot: StorySnapshot): object {
  return VIEWS[snapshot.story]?.(snapshot as never) ?? {};
}
