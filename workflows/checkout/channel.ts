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
  if (needsAnother(lifecycle)) await refuseIfPaid(lifecycle);
  const usable = await lifecycle.usableTransaction();
  const checkout = lifecycle.subject();
  if (placesOf(checkout.snapshot()).length === 1 && !hasNews(lifecycle)) {
    refuseBlocked(lifecycle);
    return usable;
  }
  await checkNews(lifecycle);
  refuseBlocked(lifecycle);
  if (!lifecycle.checks.wasComplete()) {
    throw refusal('not-sent', 'an earlier transaction could not be checked; try again soon');
  }
  return checkout.usable() === undefined ? transactionForChannel(lifecycle) : usable;
}

/** A further transaction would be opened: its page can be paid on as soon as it is there, whatever the command is answered. */
function needsAnother({ isReady, subject }: CheckoutLifecycle): boolean {
  return isReady() && placesOf(subject().snapshot()).length > 0 && subject().usable() === undefined;
}

/** An event has arrived that no record has explained yet: it may report the very payment that is about to be asked for. */
const hasNews = ({ inbox, subject }: CheckoutLifecycle) =>
  !inbox.isEmpty() ||
  subject()
    .snapshot()
    .transactions.some(({ claim }) => claim);

async function checkNews({ checks, pace, inbox }: CheckoutLifecycle): Promise<void> {
  const ticket = checks.requestNow();
  await pace.until(() => checks.isDone(ticket) && inbox.isEmpty());
}

/** Right before a card, an OTP or a visit to the issuer is used: what has arrived is looked into first. */
export async function refuseIfPaid(lifecycle: CheckoutLifecycle): Promise<void> {
  if (hasNews(lifecycle)) await checkNews(lifecycle);
  refuseBlocked(lifecycle);
}

/** Runs before a command is accepted: a request without an answer stands in its way, and waiting would not help. */
export function refuseAfterLostCharge(lifecycle: CheckoutLifecycle): void {
  // an event about money is looked into first
  if (hasLostCharge(lifecycle.subject().snapshot())) throw refusal('card-unresolved', UNRESOLVED_CHARGE);
}

/** Another way to pay is not opened, and nothing is charged, while money may have moved. */
export function refuseBlocked(lifecycle: CheckoutLifecycle): void {
  const checkout = lifecycle.subject();
  const { state } = checkout.snapshot();
  if (state !== 'PENDING') throw refusal('not-open', `the checkout is ${state}`);
  const why = whyNotCharge(checkout.snapshot());
  if (why) throw refusal('card-unresolved', inWords(why));
}
