import { endByRecords } from '../../src/domain/order/state.js';
import type { PlaceRules } from '../shared/collection/order-place.js';

/** Only the gateway ends a charge: no payer can try again. */
export const CHARGE_RULES: PlaceRules = { prefix: 'charge', endOf: endByRecords };
