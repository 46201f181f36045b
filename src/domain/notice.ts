import type { PaymentSnapshot } from './payment.js';

/** A message to the merchant: what happened, in order, with the whole payment in it. */
export interface Notice {
  readonly type: `payment.${string}`;
  readonly reference: string;
  /** Tells a repeat; `webhook-id` is made from it. */
  readonly effectKey: string;
  /** Order of notices: epoch first, then sequence. */
  readonly epoch: string;
  readonly sequence: number;
  readonly at: string;
  readonly payment: PaymentSnapshot;
}

export function noticeType({ state, unexpected }: PaymentSnapshot): Notice['type'] {
  return unexpected ? 'payment.unexpected' : `payment.${state.toLowerCase().replaceAll('_', '-')}`;
}
