import type { Kobo } from '../../money.js';
import { clip, isAmount, isOptional, isText } from '../../shapes.js';
import { type EventCore, type EventKind, readCore } from './core.js';

/** A signed event without a lifecycle, where more of them are open than are kept one by one. */
export interface UnmatchedEvent extends EventCore {
  readonly kind: 'unmatched';
  /** Derived from its bytes. */
  readonly reference: string;
  readonly reason: string;
  /** The beginning of the body, without its values. */
  readonly excerpt: string;
  /** The lifecycle that it names, where it names one. */
  readonly about?: string;
  /** The money that it reports. */
  readonly amountKobo?: Kobo;
}

const LONGEST_EXCERPT = 2_000;

export const unmatched: EventKind<UnmatchedEvent> = {
  kind: 'unmatched',
  read: (fields) => {
    const core = readCore(fields);
    const { reference, reason, excerpt, about, amountKobo } = fields;
    if (!core || !isText(reference) || !isText(reason, LONGEST_EXCERPT)) return undefined;
    if (typeof excerpt !== 'string' || excerpt.length > LONGEST_EXCERPT) return undefined;
    if (!isOptional(about, (given) => isText(given)) || !isOptional(amountKobo, isAmount)) return undefined;
    return {
      ...core,
      reference,
      reason: clip(reason),
      excerpt,
      ...(isText(about) && { about }),
      ...(isAmount(amountKobo) && { amountKobo }),
    };
  },
  // the signal is the only place that has it
  isFoundByCheck: () => false,
};
