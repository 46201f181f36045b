import type { GatewayTransaction } from '../../src/domain/checkout/checkout.js';
import { refusal } from '../shared/run/commands.js';
import type { CheckoutLifecycle } from './lifecycle.js';

/**
 * Returns a transaction that the payer may use. Before it uses a further one, it processes all events that
 * have arrived and checks the earlier transactions: a payer who already paid must not be asked again. Without
 * an answer to those checks the payer gets no new channel.
 */
export async function transactionForChannel(lifecycle: CheckoutLifecycle): Promise<GatewayTransaction> {
  const usable = await lifecycle.usableTransaction();
  const checkout = lifecycle.subject();
  if (checkout.snapshot().transactions.length === 1) return usable;
  const ticket = lifecycle.checks.requestNow();
  await lifecycle.pace.until(() => lifecycle.checks.isDone(ticket) && lifecycle.inbox.isEmpty());
  const { state } = checkout.snapshot();
  if (state !== 'PENDING') throw refusal('not-open', `the checkout is ${state}`);
  if (lifecycle.claims().length > 0 || !lifecycle.checks.wasComplete()) {
    throw refusal('not-sent', 'an earlier transaction is still unresolved; try again soon');
  }
  return checkout.usable() === undefined ? transactionForChannel(lifecycle) : usable;
}
