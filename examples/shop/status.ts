import type { Checkout } from 'oware/client';
import { isDeclined } from './checkout.js';
import type { Order } from './orders.js';

/** What the customer reads about an order. */
export interface Status {
  readonly title: string;
  readonly text: string;
  readonly tone: 'good' | 'waiting' | 'bad';
  readonly canPay?: boolean;
  /** Otherwise the page refreshes. */
  readonly isFinal?: boolean;
}

/**
 * The shop's own record comes first: it says whether the order was shipped. The checkout only explains what the customer
 * waits for; the webhook may come before the customer returns, or after.
 */
export function statusOf(order: Order, checkout: Checkout | undefined): Status {
  if (order.shippedAt !== undefined) return order.newest?.fulfillable ? SHIPPED : TAKEN_BACK;
  if (order.isOnHold) return ON_HOLD;
  if (checkout?.fulfillable) return PAID;
  return (checkout && BY_STATE[checkout.state]?.(checkout)) ?? CHECKING;
}

const SHIPPED: Status = {
  title: 'Paid and shipped',
  text: 'Thank you. Your order is on its way.',
  tone: 'good',
  isFinal: true,
};
const TAKEN_BACK: Status = {
  title: 'Payment returned',
  text: 'Your payment was returned to you. We will contact you about your order.',
  tone: 'bad',
  isFinal: true,
};
const ON_HOLD: Status = {
  title: 'Payment under review',
  text: 'Your payment arrived late. We are reviewing it, and you do not need to do anything.',
  tone: 'waiting',
  isFinal: true,
};
const PAID: Status = { title: 'Paid', text: 'Thank you. We are preparing your order.', tone: 'good' };
const CHECKING: Status = {
  title: 'Checking your payment',
  text: 'This page refreshes automatically. If you have paid, you do not need to do anything.',
  tone: 'waiting',
  canPay: true,
};
const WAITING: Status = { ...CHECKING, title: 'Waiting for your payment' };
const DECLINED: Status = {
  title: 'Payment declined',
  text: 'No money was taken. You can try again.',
  tone: 'bad',
  canPay: true,
  isFinal: true,
};
const NOT_PAID: Status = {
  title: 'Not paid',
  text: 'No payment was received, and the order is closed. You can order again.',
  tone: 'bad',
  isFinal: true,
};
const RECEIVED: Status = {
  title: 'Payment received',
  text: 'We have received your payment and are checking it. You do not need to do anything.',
  tone: 'waiting',
};

type ToStatus = (checkout: Checkout) => Status;

const BY_STATE: Readonly<Partial<Record<Checkout['state'], ToStatus>>> = {
  PENDING: (checkout) => (isDeclined(checkout) ? DECLINED : WAITING),
  CLOSING: () => CHECKING,
  PARTIALLY_PAID: ({ outstanding }) => ({
    title: 'Partially paid',
    text: `Part of the amount has arrived. Please send the remaining ₦${outstanding?.amount ?? ''} to the same account.`,
    tone: 'waiting',
  }),
  PAID: () => RECEIVED,
  OVERPAID: () => RECEIVED,
  EXPIRED: () => NOT_PAID,
  FAILED: () => NOT_PAID,
  CANCELLED: () => NOT_PAID,
  REFUSED: () => NOT_PAID,
  REVERSED: () => TAKEN_BACK,
  REFUNDED: () => TAKEN_BACK,
};
