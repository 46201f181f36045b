import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { reportOf } from '../../src/domain/batch/batch-part.js';
import { INTERNAL } from '../shared/gateway/activity-options.js';
import type { PartLifecycle } from './lifecycle.js';

const { forwardEvent } = proxyActivities<Activities>(INTERNAL);

/** Tells the batch how the part stands, whenever that changed. One report at a time: the next one has the latest. */
export async function reportChanges(lifecycle: PartLifecycle): Promise<never> {
  const part = lifecycle.subject();
  for (;;) {
    await lifecycle.pace.until(() => part.isReportDue());
    const { transferFees } = await lifecycle.settings();
    const { terms, version } = part.snapshot();
    const report = reportOf(part.snapshot(), transferFees);
    const key = `part-changed:${terms.part}:${version}`;
    await lifecycle.pace.call(() =>
      forwardEvent.executeWithOptions({ summary: `Report to batch ${terms.batch}: ${report.state}` }, [
        { lifecycle: 'batch', reference: terms.batch },
        { kind: 'part-changed', key, eventType: 'part-changed', report },
      ]),
    );
    part.change({ reported: version });
  }
}
