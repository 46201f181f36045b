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
  /** How many payments the listing had then. */
  readonly listedCount?: number;
}

const isString = (given: unknown) => typeof given === 'string';

export const settlement: EventKind<SettlementEvent> = {
  kind: 'settlement',
  read: (fields) => {
    const core = readCore(fields);
    const { settlementReference, amountKobo, count, settledOn, foundBy, listedCount } = fields;
    if (!core || !isText(settlementReference)) return undefined;
    if (![amountKobo, count, listedCount].every((each) => isOptional(each, isAmount))) return undefined;
    if (!isOptional(settledOn, isString) || !isOptional(foundBy, (given) => isText(given))) return undefined;
    return {
      ...core,
      settlementReference,
      ...(isAmount(amountKobo) && { amountKobo }),
      ...(isAmount(count) && { count: Number(count) }),
      ...(typeof settledOn === 'string' && { settledOn: clip(settledOn) }),
      ...(isText(foundBy) && { foundBy }),
      ...(isAmount(listedCount) && { listedCount: Number(listedCount) }),
    };
  },
  // the listing shows the payments; the total is in the event alone
  isFoundByCheck: () => false,
};
