import { type Checkout, type Oware, OwareError } from 'oware/client';
import type { Order } from './orders.js';

/**
 * Where the customer pays; undefined when there is nothing to pay, or no page yet. A checkout that is created again with
 * the same order is the existing one: a double click, a reload and a retry after a lost reply are all this same call.
 */
export async function pageToPay(oware: Oware, order: Order, returnUrl: string): Promise<string | undefined> {
  const checkout = await oware.checkouts.create({
    reference: order.id,
    amount: order.price,
    customer: order.customer,
    description: order.product,
    redirectUrl: returnUrl,
  });
  if (checkout.state !== 'PENDING') return undefined;
  const { checkoutUrl } = isDeclined(checkout) ? await oware.checkouts.page(order.id) : checkout;
  return checkoutUrl;
}

/** A declined card uses its page up. */
export const isDeclined = ({ state, lastAttempt, checkoutUrl }: Checkout): boolean =>
  state === 'PENDING' && lastAttempt !== undefined && checkoutUrl === undefined;

/** Checks with the gateway now; undefined while there is no answer. */
export async function readPayment(oware: Oware, order: Order): Promise<Checkout | undefined> {
  try {
    return await oware.checkouts.confirm(order.id);
  } catch (error) {
    if (error instanceof OwareError) return undefined;
    throw error;
  }
}
