import { type CardStep, isUnresolved } from '../checkout/card.js';
import type { CollectionState } from '../collection/collection.js';
import type { StateText, StateTexts } from '../lifecycle/state-texts.js';
import { whyNotCharge } from './may-charge.js';
import { hasMoney, type Order } from './order.js';
import { isHeldAsLate, isShort, type Shown } from './state.js';

/** An order, and its card where it has one. */
type Told = Order & Pick<Shown, 'state'> & { readonly card?: CardStep | { readonly token: string } };

const DO_NOT_PAY =
  'A payment may be on its way, and we are checking it. Please do not pay again until you hear from us.';

/** Whether money may have moved that is not proven yet: nothing must then say pay, or that no money was taken. */
export function mayHaveMoved(order: Told): boolean {
  const { card } = order;
  if (card && 'state' in card && isUnresolved(card) && !order.transactions.some(hasMoney)) return true;
  const unproven = order.transactions.filter((each) => !hasMoney(each));
  return whyNotCharge({ ...order, transactions: unproven }, { now: 0, notAfter: Infinity }) !== undefined;
}

/** What a state means to people, for this order: no sentence asks for money that may have moved. */
export function textOf<State extends CollectionState>(
  order: Told & { readonly state: State },
  texts: StateTexts<State>,
): StateText {
  const text: StateText = texts[order.state];
  if (mayHaveMoved(order)) return { ...text, customer: DO_NOT_PAY };
  if (isHeldAsLate(order)) {
    const customer =
      'We received your payment after the order had ended. We will contact you about it. Please do not pay again.';
    return { ...text, customer };
  }
  if (order.state === 'PARTIALLY_PAID' && isShort(order)) {
    return { ...text, customer: 'We received a part of the amount. We will contact you about the rest.' };
  }
  return text;
}
