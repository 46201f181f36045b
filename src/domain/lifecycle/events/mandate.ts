import { clip, isOptional } from '../../shapes.js';
import { type EventCore, type EventKind, readCore } from './core.js';

/** The status of a mandate changed: a reason to check, never a fact. */
export interface MandateEvent extends EventCore {
  readonly kind: 'mandate';
  readonly status?: string;
}

export const mandate: EventKind<MandateEvent> = {
  kind: 'mandate',
  read: (fields) => {
    const core = readCore(fields);
    const { status } = fields;
    if (!core || !isOptional(status, (given) => typeof given === 'string')) return undefined;
    return { ...core, ...(typeof status === 'string' && { status: clip(status) }) };
  },
  isFoundByCheck: () => true,
};
