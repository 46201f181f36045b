import type { Kobo } from '../../money.js';
import { isAmount, isObject, isText } from '../../shapes.js';
import { type EventKind, readTransaction, type TransactionEvent } from './core.js';

/** Money may have come in: a reason to check, never a fact. */
export interface CollectionEvent extends TransactionEvent {
  readonly kind: 'collection';
  readonly paymentReference: string;
  /** What the event says was paid so far. Oware never believes it: it says what may be at risk, and what is known already. */
  readonly amountKobo: Kobo;
  /** Cash that an agent took. The gateway documents no read for it, so the signed event is the only proof. */
  readonly cash?: {
    readonly currency: string;
    readonly status: string;
    readonly at?: string;
  };
}

export const collection: EventKind<CollectionEvent> = {
  kind: 'collection',
  read: (fields) => {
    const core = readTransaction(fields);
    const { paymentReference, amountKobo, cash } = fields;
    if (!core || !isText(paymentReference) || !isAmount(amountKobo)) return undefined;
    const event = { ...core, paymentReference, amountKobo };
    if (cash === undefined) return event;
    if (!isObject(cash) || !isText(cash.currency) || !isText(cash.status)) return undefined;
    const { currency, status, at } = cash;
    if (at === undefined) return { ...event, cash: { currency, status } };
    return isText(at) ? { ...event, cash: { currency, status, at } } : undefined;
  },
  isFoundByCheck: ({ cash }) => cash === undefined,
};
