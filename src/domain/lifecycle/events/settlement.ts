import type { Kobo } from '../../money.js';
import { clip, isAmount, isOptional, isText } from '../../shapes.js';
import { type EventCore, type EventKind, readCore } from './core.js';

/** Money was paid out to the merchant, or a payment's record names this settlement: a reason to check, never a fact. */
export interface SettlementEvent extends EventCore {
  readonly kind: 'settlement';
  readonly settlementReference: string;
  /** The total, which no read of the gateway shows. */
  readonly amountKobo?: Kobo;
  readonly count?: number;
  readonly settledOn?: string;
  /** The payment whose record names the settlement, where the gateway's event was lost. */
  readonly foundBy?: string;
}

const isString = (given: unknown) => typeof given === 'string';

export const settlement: EventKind<SettlementEvent> = {
  kind: 'settlement',
  read: (fields) => {
    const core = readCore(fields);
    const { settlementReference, amountKobo, count, settledOn, foundBy } = fields;
    if (!core || !isText(settlementReference)) return undefined;
    if (!isOptional(amountKobo, isAmount) || !isOptional(count, isAmount)) return undefined;
    if (!isOptional(settledOn, isString) || !isOptional(foundBy, (given) => isText(given))) return undefined;
    return {
      ...core,
      settlementReference,
      ...(isAmount(amountKobo) && { amountKobo }),
      ...(isAmount(count) && { count: Number(count) }),
      ...(typeof settledOn === 'string' && { settledOn: clip(settledOn) }),
      ...(isText(foundBy) && { foundBy }),
    };
  },
  // the listing shows the payments; the total is in the event alone
  isFoundByCheck: () => false,
};
