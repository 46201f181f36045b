import type { Kobo } from '../../money.js';
import { type Fields, isAmount, isObject, isText } from '../../shapes.js';
import { type EventCore, readCore } from './core.js';

/** Money may have come in: a reason to check, never a fact. */
export interface PaymentEvent extends EventCore {
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

export function readPayment(value: Fields): PaymentEvent | undefined {
  const core = readCore(value);
  const { kind, paymentReference, amountKobo, cash } = value;
  if (kind !== 'collection' || !core || !isText(paymentReference) || !isAmount(amountKobo)) return undefined;
  const event = { ...core, kind, paymentReference, amountKobo } as const;
  if (cash === undefined) return event;
  if (!isObject(cash) || !isText(cash.currency) || !isText(cash.status)) return undefined;
  const { currency, status, at } = cash;
  if (at === undefined) return { ...event, cash: { currency, status } };
  return isText(at) ? { ...event, cash: { currency, status, at } } : undefined;
}
