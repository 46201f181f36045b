import { endByRecords } from '../../src/domain/order/state.js';
import type { PlaceRules } from '../shared/collection/order-place.js';

/** A checkout ends when the records of all its transactions have. */
export const CHECKOUT_RULES: PlaceRules = { prefix: 'checkout', endOf: endByRecords };
