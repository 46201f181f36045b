import type { Settings } from '../../src/config/settings.js';
import type { Verdict } from '../../src/domain/collection/verdict.js';
import { checkTransactions } from '../shared/collection/check-transactions.js';
import type { Checked } from '../shared/run/wait-for-outcome.js';
import type { CheckoutLifecycle } from './lifecycle.js';

/** Checks every transaction of this checkout with the gateway and weighs the proven ones. */
export function check(lifecycle: CheckoutLifecycle, settings: Settings): Promise<Checked<Verdict>> {
  return checkTransactions(lifecycle, settings);
}
