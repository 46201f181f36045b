import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { INTERNAL } from '../shared/gateway/activity-options.js';
import type { PartLifecycle } from './lifecycle.js';

const { forwardEvent } = proxyActivities<Activities>(INTERNAL);

/** Signals the batch that the part changed; the batch reads how it stands. One at a time: it reads the latest. */
export async function reportChanges(lifecycle: PartLifecycle): Promise<never> {
  const part = lifecycle.subject();
  for (;;) {
    await lifecycle.pace.until(() => part.isReportDue());
    const { terms, version, state } = part.snapshot();
    const key = `part-changed:${terms.part}:${version}`;
    await lifecycle.pace.call(() =>
      forwardEvent.executeWithOptions({ summary: `Signal batch ${terms.batch}: ${state}` }, [
        { lifecycle: 'batch', reference: terms.batch },
        { kind: 'part-changed', key, eventType: 'part-changed', part: terms.part },
      ]),
    );
    part.change({ reported: version });
  }
}
