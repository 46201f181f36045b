import type { GatewayTransaction } from '../../src/domain/checkout/checkout.js';
import { refusal } from '../shared/run/commands.js';
import type { CheckoutLifecycle } from './lifecycle.js';

/**
 * A transaction that a payer may be led to. Where it is a further one, all earlier ones are checked first, after
 * everything that has arrived was taken in: a payer who has paid already must not be asked again. While that gives
 * no answer nobody is led anywhere.
 */
export async function transactionForChannel(lifecycle: CheckoutLifecycle): Promise<GatewayTransaction> {
  const usable = await lifecycle.usableTransaction();
  const checkout = lifecycle.subject();
  if (checkout.snapshot().transactions.length === 1) return usable;
  const ticket = lifecycle.checks.urge();
  await lifecycle.pace.until(() => lifecycle.checks.isDone(ticket) && lifecycle.inbox.isEmpty());
  const { state } = checkout.snapshot();
  if (state !== 'PENDING') throw refusal('not-open', `the payment is ${state}`);
  if (lifecycle.claims().length > 0 || !lifecycle.checks.wasComplete()) {
    throw refusal('not-sent', 'whether an earlier transaction was paid is not known; try again soon');
  }
  return checkout.usable() === undefined ? transactionForChannel(lifecycle) : usable;
}
