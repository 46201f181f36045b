import type { StateTexts } from '../lifecycle/state-texts.js';
import type { UnmatchedEventState } from './unmatched-event.js';

export const UNMATCHED_EVENT_STATES: StateTexts<UnmatchedEventState> = {
  UNPLACED: {
    means: 'A signed event of the gateway belongs to no lifecycle.',
    waitsFor: 'a person to resolve it',
  },
};
