import { toCheckout } from '../checkout/view.js';
import type { InvoiceSnapshot } from '../invoice/invoice.js';
import { toInvoice } from '../invoice/view.js';
import type { CheckoutSnapshot } from '../checkout/checkout.js';
import { toReservedAccount } from '../reserved-account/view.js';
import type { ReservedAccountSnapshot } from '../reserved-account/reserved-account.js';
import type { LifecycleSnapshot } from './lifecycle.js';

/** How merchants see each story, in replies and in notices alike, and under which name. */
const VIEWS: Readonly<Record<string, (snapshot: never) => object>> = {
  invoice: (snapshot: InvoiceSnapshot) => ({ invoice: toInvoice(snapshot) }),
  checkout: (snapshot: CheckoutSnapshot) => ({ checkout: toCheckout(snapshot) }),
  'reserved-account': (snapshot: ReservedAccountSnapshot) => ({
    reservedAccount: toReservedAccount(snapshot),
  }),
};

export function toView(snapshot: LifecycleSnapshot): object {
  return VIEWS[snapshot.lifecycle]?.(snapshot as never) ?? {};
}
