import { isPartReport, type PartReport } from '../../batch/batch-part.js';
import { type EventCore, type EventKind, readCore } from './core.js';

/** A part of a batch reports to its batch how it stands. */
export interface PartChangedEvent extends EventCore {
  readonly kind: 'part-changed';
  readonly report: PartReport;
}

export const partChanged: EventKind<PartChangedEvent> = {
  kind: 'part-changed',
  read: (fields) => {
    const core = readCore(fields);
    const { report } = fields;
    return core && isPartReport(report) ? { ...core, report } : undefined;
  },
  isFoundByCheck: () => false,
};
