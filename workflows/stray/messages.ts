import type { StraySnapshot, StrayTerms } from '../../src/domain/stray.js';
import type { StoryKind } from '../shared/messages.js';

export const STRAY: StoryKind<StrayTerms, StraySnapshot> = {
  noun: 'stray event',
  prefix: 'stray',
  type: 'keepStray',
  story: 'stray',
  firstState: 'UNPLACED',
  // its state never changes: there is nothing to wait for
  isOver: () => true,
  summaryOf: ({ eventType, reason }) => `Stray event ${eventType || '(no type)'}: ${reason}`,
};
