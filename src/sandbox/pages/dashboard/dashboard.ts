import { type OwnRoute } from '../../http/route.js';
import { EVENTS_TAB } from './events.js';
import { FAULTS_TAB } from './faults.js';
import { KEYS_TAB } from './keys.js';
import { LEDGER_TAB } from './ledger.js';
import { PAYMENTS_TAB } from './payments.js';
import { PAYOUTS_TAB } from './payouts.js';

/** The sandbox dashboard, a page for each tab; the clock is a page of its folder above. */
export const DASHBOARD: readonly OwnRoute[] = [
  ...PAYMENTS_TAB,
  ...PAYOUTS_TAB,
  ...EVENTS_TAB,
  ...FAULTS_TAB,
  ...LEDGER_TAB,
  ...KEYS_TAB,
];
