import type { StateTexts } from '../lifecycle/state-texts.js';
import type { WalletDayState } from './wallet-day.js';

export const WALLET_DAY_STATES: StateTexts<WalletDayState> = {
  OPEN: { means: 'It collects the movements of the day.', waitsFor: 'the end of the day' },
  CLOSED: { means: 'The day has ended.' },
};
