import { condition } from '@temporalio/workflow';
import type { GatewayTransaction } from '../../src/domain/payment.js';
import type { Settings } from '../../src/domain/settings.js';
import { refusal } from '../shared/hear.js';
import { createStory } from '../shared/story.js';
import type { PaymentInput } from './messages.js';
import { openTransaction } from './open-transaction.js';
import { createPayment, newSnapshot } from './payment.js';

export type PaymentStory = ReturnType<typeof createPaymentStory>;

export function createPaymentStory(input: PaymentInput) {
  const story = createStory({ make: createPayment, asAsked: newSnapshot }, input);
  let opening: ReturnType<typeof openTransaction> | undefined;

  /**
   * A transaction that a new channel can use: the newest, or a further one when that is spent. Two channels
   * that ask at the same time get the same.
   */
  async function usableTransaction(settings: Settings): Promise<GatewayTransaction> {
    const payment = await story.begun();
    await condition(() => payment.isAnswerable());
    const usable = payment.usable();
    if (usable && payment.isOpen()) return usable;
    const { state, expiresAt } = payment.snapshot();
    if (!payment.isOpen()) throw refusal('not-open', `the payment is ${state}`);
    opening ??= openTransaction(payment, settings, Date.parse(expiresAt ?? ''));
    const failure = await opening;
    opening = undefined;
    if (failure) throw refusal(failure.refused ? 'refused' : 'not-sent', failure.reason);
    return usableTransaction(settings);
  }

  return { ...story, usableTransaction };
}
