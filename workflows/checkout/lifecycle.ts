import type { GatewayTransaction } from '../../src/domain/checkout/checkout.js';
import { refusal } from '../shared/run/commands.js';
import { createLifecycle } from '../shared/run/lifecycle.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import type { CheckoutInput } from './messages.js';
import { openTransaction } from './open-transaction.js';
import { createCheckoutState, newSnapshot } from './state.js';

export type CheckoutLifecycle = ReturnType<typeof createCheckoutLifecycle>;

export function createCheckoutLifecycle(input: CheckoutInput, worker: WorkerSettings) {
  const lifecycle = createLifecycle(
    { prefix: 'checkout', make: createCheckoutState, asAsked: newSnapshot },
    input,
    worker,
  );
  let opening: Promise<unknown> | undefined;

  /**
   * A transaction that a new channel can use: the newest, or a further one when that is spent. Concurrent
   * callers get the same.
   */
  async function usableTransaction(): Promise<GatewayTransaction> {
    const checkout = lifecycle.isReady() ? lifecycle.subject() : await lifecycle.whenReady();
    if (!checkout.isAnswerable()) await lifecycle.pace.until(() => checkout.isAnswerable());
    const usable = checkout.usable();
    if (usable && checkout.isOpen()) return usable;
    const { state, transactions } = checkout.snapshot();
    if (!checkout.isOpen() || transactions.length === 0)
      throw refusal('not-open', `the checkout is ${state}`);
    opening ??= openTransaction(lifecycle, Date.parse(checkout.closesAt())).finally(
      () => (opening = undefined),
    );
    const failure = await (opening as ReturnType<typeof openTransaction>);
    if (failure) throw refusal(failure.refused ? 'refused' : 'not-sent', failure.reason);
    return usableTransaction();
  }

  return { ...lifecycle, usableTransaction };
}
