import type { LifecycleSnapshot } from '../../src/domain/lifecycle/lifecycle.js';
import { inWords } from '../../src/domain/lifecycle/webhook.js';
import { kobo } from '../../src/domain/money.js';

/** A lifecycle as it is when it sends a webhook of this type, and what the webhook says beside it. */
export interface Sample {
  readonly snapshot: LifecycleSnapshot;
  readonly about?: object;
}

export const START = '2026-01-15T09:00:00.000Z';
export const CAME = '2026-01-15T09:29:58.000Z';
export const ASKED = kobo(2_500_00);
export const TRANSACTION = 'MNFY|20260115093000|000123';
export const ADA = { email: 'ada@example.com', name: 'Ada Obi' };

/** The fields of a lifecycle that reached this state in one step. */
export function reached<State extends string>(state: State, reason: string) {
  return {
    state,
    reason,
    transitions: [{ to: state, at: CAME, reason }],
    review: [],
    seen: [],
    epoch: START,
    sequence: 1,
  };
}

const ABOUT: Readonly<Record<string, object>> = {
  'review-resolved': { reviewItem: 'overpaid' },
  missed: { missed: { count: 12, amountKobo: 3_000_000, from: START, to: CAME } },
  refunded: {
    refund: {
      reference: 'refund-1',
      transactionReference: TRANSACTION,
      amount: '1500.00',
      amountKobo: 1_500_00,
    },
  },
  'payment-rejected': {
    rejection: {
      transactionReference: TRANSACTION,
      reason: 'UNDER_PAYMENT',
      at: CAME,
      amount: '1000.00',
      amountKobo: 1_000_00,
      expected: '2500.00',
      expectedKobo: ASKED,
    },
  },
};

export function withAbout(name: string): { readonly about?: object } {
  const about = ABOUT[name];
  return about ? { about } : {};
}

export function named<State extends string>(states: readonly State[], name: string): State | undefined {
  return states.find((state) => inWords(state) === name);
}
