import { isAwaited } from '../../src/domain/movement/next-read.js';
import { chargesOf } from '../../src/domain/subscription/change-charge.js';
import type { Checked } from '../shared/run/wait-for-outcome.js';
import { readCharge } from './charge-places.js';
import type { SubscriptionLifecycle } from './lifecycle.js';

/** Reads every charge that awaits an outcome, and the last one that was paid. */
export async function check(lifecycle: SubscriptionLifecycle): Promise<Checked<undefined>> {
  const charges = chargesOf(lifecycle.subject().snapshot());
  const last = charges.findLast(({ state }) => state === 'PAID');
  const read = charges.filter((charge) => isAwaited(charge.movement) || charge === last);
  const answered = await Promise.all(read.map(({ key }) => readCharge(lifecycle, key)));
  return { verdict: undefined, shown: new Map(), isComplete: answered.every(Boolean) };
}
