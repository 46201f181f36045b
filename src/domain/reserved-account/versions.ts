import { byVersion } from '../by-version.js';
import { countedOf } from './known-credit.js';

/** Of a credit of a reserved account. */
export const CREDIT_VERSIONS = byVersion({ countedOf });
