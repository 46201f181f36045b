import { isAmount } from '../../shapes.js';
import { type EventCore, type EventKind, readCore } from './core.js';

/** A part of a batch has news for its batch, which reads them from the part: any client of Temporal can signal. */
export interface PartChangedEvent extends EventCore {
  readonly kind: 'part-changed';
  readonly part: number;
}

export const partChanged: EventKind<PartChangedEvent> = {
  kind: 'part-changed',
  read: (fields) => {
    const core = readCore(fields);
    const { part } = fields;
    return core && isAmount(part) ? { ...core, part } : undefined;
  },
  isFoundByCheck: () => false,
};
