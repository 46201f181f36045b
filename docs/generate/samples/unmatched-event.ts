import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import type { UnmatchedEventSnapshot } from '../../../src/domain/unmatched-event/unmatched-event.js';
import { type Sample, START, withAbout } from '../sample.js';

export function sampleOf(name: string): Sample {
  const snapshot: UnmatchedEventSnapshot = {
    ...beginning('UNPLACED', 'no lifecycle has this reference', START),
    sequence: 1,
    lifecycle: 'unmatched-event',
    terms: {
      reference: '5f0c3b1e9a7d2c48',
      eventType: 'SUCCESSFUL_TRANSACTION',
      reason: 'no lifecycle has this reference',
      excerpt: '{"eventType":"SUCCESSFUL_TRANSACTION","eventData":{"paymentReference":"order-9"}}',
    },
  };
  return { snapshot, ...withAbout(name) };
}
