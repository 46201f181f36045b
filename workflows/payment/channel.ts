import type { GatewayTransaction } from '../../src/domain/payment.js';
import { refusal } from '../shared/run/commands.js';
import type { PaymentStory } from './story.js';

/**
 * A transaction that a payer may be led to. Where it is a further one, all earlier ones are checked first, after
 * everything that has arrived was taken in: a payer who has paid already must not be asked again. While that gives
 * no answer nobody is led anywhere.
 */
export async function transactionForChannel(story: PaymentStory): Promise<GatewayTransaction> {
  const usable = await story.usableTransaction();
  const payment = story.known();
  if (payment.snapshot().transactions.length === 1) return usable;
  const ticket = story.checks.urge();
  await story.pace.until(() => story.checks.isDone(ticket) && story.inbox.isEmpty());
  const { state } = payment.snapshot();
  if (state !== 'PENDING') throw refusal('not-open', `the payment is ${state}`);
  if (story.claims().length > 0 || !story.checks.wasComplete()) {
    throw refusal('not-sent', 'whether an earlier transaction was paid is not known; try again soon');
  }
  return payment.usable() === undefined ? transactionForChannel(story) : usable;
}
