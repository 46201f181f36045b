import { byVersion } from '../by-version.js';
import { stateOf } from './state.js';
import { viewOf } from './webhooks-due.js';

/** Of a transfer, a bill, a paycode, a refund, a part of a batch and each of its rows. */
export const PAYOUT_VERSIONS = byVersion({ stateOf, viewOf });
