import type { Kobo } from '../../money.js';
import { clip, type Fields, isAmount, isOptional } from '../../shapes.js';
import { type EventCore, readCore } from './core.js';

/** The gateway sent a payer's transfer back. It documents no read for it: the signed event is the only proof. */
export interface PaymentRejectedEvent extends EventCore {
  readonly kind: 'rejected-payment';
  readonly reason?: string;
  readonly amountKobo?: Kobo;
  readonly expectedKobo?: Kobo;
  readonly at?: string;
}

export function readPaymentRejected(value: Fields): PaymentRejectedEvent | undefined {
  const core = readCore(value);
  const { kind, amountKobo, expectedKobo, reason, at } = value;
  if (kind !== 'rejected-payment' || !core) return undefined;
  const areAmounts = isOptional(amountKobo, isAmount) && isOptional(expectedKobo, isAmount);
  const isString = (given: unknown) => typeof given === 'string';
  if (!areAmounts || !isOptional(reason, isString) || !isOptional(at, isString)) return undefined;
  return {
    ...core,
    kind,
    ...(isAmount(amountKobo) && { amountKobo }),
    ...(isAmount(expectedKobo) && { expectedKobo }),
    ...(typeof reason === 'string' && { reason: clip(reason) }),
    ...(typeof at === 'string' && { at: clip(at) }),
  };
}
