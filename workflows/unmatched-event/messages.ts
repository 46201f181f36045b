import type {
  UnmatchedEventSnapshot,
  UnmatchedEventTerms,
} from '../../src/domain/unmatched-event/unmatched-event.js';
import type { LifecycleKind } from '../shared/messages.js';

export const UNMATCHED_EVENT: LifecycleKind<UnmatchedEventTerms, UnmatchedEventSnapshot> = {
  noun: 'stray event',
  prefix: 'unmatched-event',
  type: 'keepUnmatchedEvent',
  lifecycle: 'unmatched-event',
  firstState: 'UNPLACED',
  // its state never changes: there is nothing to wait for
  isOver: () => true,
  summaryOf: ({ eventType, reason }) => `Stray event ${eventType || '(no type)'}: ${reason}`,
};
