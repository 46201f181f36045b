import type { StateTexts } from '../lifecycle/state-texts.js';
import type { SweepState } from './sweep.js';

export const SWEEP_STATES: StateTexts<SweepState> = {
  COMPARING: { means: 'The records of the gateway are being compared.', waitsFor: "the gateway's listings" },
  RECHECKING: {
    means: 'Lifecycles that differ were woken, and are looked at again.',
    waitsFor: 'their checks with the gateway',
  },
  COMPLETED: { means: 'Both sides agree.' },
  DIFFERENCES: {
    means: 'Some differences are left; the report lists them, and a review item has their sum.',
  },
  INCOMPLETE: {
    means: 'Something was not compared; Oware repeats the sweep, and a review item says what is missing.',
  },
};
