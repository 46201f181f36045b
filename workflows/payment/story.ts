import type { GatewayTransaction } from '../../src/domain/payment.js';
import { refusal } from '../shared/run/commands.js';
import { createStory } from '../shared/run/story.js';
import type { PaymentInput } from './messages.js';
import { openTransaction } from './open-transaction.js';
import { createPayment, newSnapshot } from './payment.js';

export type PaymentStory = ReturnType<typeof createPaymentStory>;

export function createPaymentStory(input: PaymentInput) {
  const story = createStory({ prefix: 'payment', make: createPayment, asAsked: newSnapshot }, input);
  let opening: Promise<unknown> | undefined;

  /**
   * A transaction that a new channel can use: the newest, or a further one when that is spent. Two channels
   * that ask at the same time get the same.
   */
  async function usableTransaction(): Promise<GatewayTransaction> {
    const payment = story.isBegun() ? story.known() : await story.begun();
    if (!payment.isAnswerable()) await story.pace.until(() => payment.isAnswerable());
    const usable = payment.usable();
    if (usable && payment.isOpen()) return usable;
    const { state, transactions } = payment.snapshot();
    if (!payment.isOpen() || transactions.length === 0) throw refusal('not-open', `the payment is ${state}`);
    opening ??= openTransaction(story, Date.parse(payment.closesAt())).finally(() => (opening = undefined));
    const failure = await (opening as ReturnType<typeof openTransaction>);
    if (failure) throw refusal(failure.refused ? 'refused' : 'not-sent', failure.reason);
    return usableTransaction();
  }

  return { ...story, usableTransaction };
}
