import {
  toUnmatchedEvent,
  type UnmatchedEventSnapshot,
  type UnmatchedEventTerms,
} from '../../src/domain/unmatched-event/unmatched-event.js';
import { COMMON_WEBHOOKS } from '../../src/domain/lifecycle/webhook-types.js';
import { UNMATCHED_EVENT_STATES } from '../../src/domain/unmatched-event/states.js';
import type { LifecycleKind } from '../shared/messages.js';

export const UNMATCHED_EVENT: LifecycleKind<UnmatchedEventTerms, UnmatchedEventSnapshot> = {
  noun: 'unmatched event',
  about: 'Signed events of the gateway that belong to no lifecycle.',
  prefix: 'unmatched-event',
  type: 'keepUnmatchedEvent',
  path: '/v1/unmatched-events',
  firstState: 'UNPLACED',
  states: UNMATCHED_EVENT_STATES,
  // its state never changes: callers have nothing to wait for
  isOver: () => true,
  // the excerpt has no digits of a card: the event endpoint redacts it
  freeText: [],
  summaryOf: ({ eventType, reason }) => `Unmatched event ${eventType || '(no type)'}: ${reason}`,
  toView: toUnmatchedEvent,
  viewName: 'unmatchedEvent',
  webhooks: COMMON_WEBHOOKS,
  takesEvents: false,
  commands: {},
};
