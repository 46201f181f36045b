import { isText } from '../../shapes.js';
import { type EventCore, type EventKind, readCore } from './core.js';

/** Another batch sends the failed rows of this one again: no second batch may. */
export interface BatchRetriedEvent extends EventCore {
  readonly kind: 'batch-retried';
  readonly by: string;
}

export const batchRetried: EventKind<BatchRetriedEvent> = {
  kind: 'batch-retried',
  read: (fields) => {
    const core = readCore(fields);
    const { by } = fields;
    return core && isText(by) ? { ...core, by } : undefined;
  },
  isFoundByCheck: () => false,
};
