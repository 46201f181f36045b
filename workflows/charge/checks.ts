import type { Settings } from '../../src/config/settings.js';
import { judgeCharge } from '../../src/domain/charge/charge.js';
import type { Verdict } from '../../src/domain/collection/verdict.js';
import { checkTransactions } from '../shared/collection/check-transactions.js';
import type { Checked } from '../shared/run/wait-for-outcome.js';
import type { ChargeLifecycle } from './lifecycle.js';

/** Checks the transaction of this charge with the gateway. */
export function check(lifecycle: ChargeLifecycle, settings: Settings): Promise<Checked<Verdict>> {
  return checkTransactions(lifecycle, settings, judgeCharge);
}
