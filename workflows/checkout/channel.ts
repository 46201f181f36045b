import { type GatewayTransaction, placesOf } from '../../src/domain/checkout/checkout.js';
import {
  hasLostCharge,
  inWords,
  UNRESOLVED_CHARGE,
  whyNotCharge,
} from '../../src/domain/order/may-charge.js';
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
  const isClaimed = checkout.snapshot().transactions.some(({ claim }) => claim);
  if (placesOf(checkout.snapshot()).length === 1 && !isClaimed) {
    refuseBlocked(lifecycle);
    return usable;
  }
  const ticket = lifecycle.checks.requestNow();
  await lifecycle.pace.until(() => lifecycle.checks.isDone(ticket) && lifecycle.inbox.isEmpty());
  const { state } = checkout.snapshot();
  if (state !== 'PENDING') throw refusal('not-open', `the checkout is ${state}`);
  refuseBlocked(lifecycle);
  if (!lifecycle.checks.wasComplete()) {
    throw refusal('not-sent', 'an earlier transaction could not be checked; try again soon');
  }
  return checkout.usable() === undefined ? transactionForChannel(lifecycle) : usable;
}

/** Runs before a command is accepted: a request without an answer stands in its way, and waiting would not help. */
export function refuseAfterLostCharge(lifecycle: CheckoutLifecycle): void {
  // an event about money is looked into first
  if (hasLostCharge(lifecycle.subject().snapshot())) throw refusal('card-unresolved', UNRESOLVED_CHARGE);
}

/** Another way to pay is not opened, and nothing is charged, while money may have moved. */
export function refuseBlocked(lifecycle: CheckoutLifecycle): void {
  const checkout = lifecycle.subject();
  const notAfter = Date.parse(checkout.closesAt());
  const why = whyNotCharge(checkout.snapshot(), { now: lifecycle.pace.now(), notAfter });
  if (!why || why.because === 'too-late') return;
  throw refusal(why.because === 'doubtful' ? 'not-sent' : 'card-unresolved', inWords(why));
}
