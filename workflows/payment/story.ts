import type { PaymentSnapshot } from '../../src/domain/payment.js';
import { createStory, type Story } from '../shared/story.js';
import type { PaymentInput } from './messages.js';
import { createPayment, type Payment } from './payment.js';

export type PaymentStory = Story<PaymentSnapshot, Payment>;

export function createPaymentStory(input: PaymentInput): PaymentStory {
  return createStory(createPayment, input);
}
