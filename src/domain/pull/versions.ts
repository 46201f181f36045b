import { byVersion } from '../by-version.js';
import { stateOf } from './state.js';

/** Of a debit of a mandate, a charge of a subscription, the request of a charge. */
export const PULL_VERSIONS = byVersion({ stateOf });
