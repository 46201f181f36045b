import { endOfCharge } from '../../src/domain/charge/charge.js';
import type { PlaceRules } from '../shared/collection/order-place.js';

export const CHARGE_RULES: PlaceRules = { prefix: 'charge', endOf: endOfCharge };
