import { byVersion } from '../by-version.js';
import { stateOf } from './state.js';
import { viewOf } from './webhooks-due.js';

/** Of a checkout, an invoice, a charge of a card token. */
export const ORDER_VERSIONS = byVersion({ stateOf, viewOf });
