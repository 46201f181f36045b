import type { Approval } from '../../../src/domain/approval/approval.js';
import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import { kobo } from '../../../src/domain/money.js';
import {
  type Refund,
  type RefundsSnapshot,
  type RefundState,
  stateOf,
  toPayoutState,
} from '../../../src/domain/refund/refund.js';
import { toRefundRow } from '../../../src/domain/refund/view.js';
import { knownOf } from '../payout-sample.js';
import { ASKED, CAME, named, type Sample, START, TRANSACTION, withAbout } from '../sample.js';

const STATES: readonly RefundState[] = [
  'WAITING_FOR_APPROVAL',
  'WAITING_FOR_FUNDS',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
  'REFUSED',
];

const REASONS: Partial<Record<RefundState, string>> = {
  WAITING_FOR_APPROVAL: 'the amount is ₦1,500.00, above ₦1,000.00',
  WAITING_FOR_FUNDS: 'refused with code R5: Insufficient funds',
  COMPLETED: 'the gateway reports COMPLETED: Transaction refund was successful',
  FAILED: 'the gateway reports FAILED: Dormant account',
  CANCELLED: 'the merchant cancelled it',
  REFUSED: 'refused with code R6: Customer account details are invalid or missing',
  EXPIRED: 'not sent in time: refused with code R5: Insufficient funds',
};

/** The state of types that are not named after one. */
const OTHERS: Readonly<Record<string, RefundState>> = {
  'on-hold': 'PENDING',
  'outcome-unknown': 'PENDING',
  'safe-to-pay-again': 'FAILED',
};

const APPROVAL: Approval = {
  needed: 1,
  because: ['the amount is ₦1,500.00, above ₦1,000.00'],
  requestedAt: START,
  expiresAt: '2026-01-16T09:00:00.000Z',
  maker: { key: 'shop', subject: 'shop' },
  given: [],
};

export const SHOWN_WHOLE = 'completed';

export function sampleOf(name: string): Sample {
  const state = named(STATES, name) ?? OTHERS[name] ?? 'COMPLETED';
  const reason = REASONS[state] ?? 'requested by the merchant';
  const amountKobo = kobo(1_500_00);
  const isSent = state === 'COMPLETED' || state === 'FAILED';
  const refund: Refund = {
    terms: {
      refundReference: 'refund-1',
      amountKobo,
      refundReason: 'Broken calabash',
      customerNote: 'Sorry',
    },
    state,
    reason,
    ...knownOf(toPayoutState(state), amountKobo, { reason, name }),
    requestedAt: START,
    ...(isSent && { sentAt: START }),
    ...(state === 'WAITING_FOR_APPROVAL' && { approval: APPROVAL }),
    ...(name === 'unexpected' && { unexpected: true as const }),
  };
  const payment = {
    status: 'PAID',
    amountKobo: ASKED,
    currency: 'NGN',
    sources: 1,
    method: 'ACCOUNT_TRANSFER',
  };
  const refunds = [refund];
  const snapshot: RefundsSnapshot = {
    ...beginning(stateOf({ refunds, payment }), `refund refund-1: ${refund.reason}`, CAME),
    epoch: START,
    sequence: 1,
    lifecycle: 'refunds-of',
    terms: { reference: TRANSACTION },
    refunds,
    payment,
    owner: { lifecycle: 'checkout', reference: 'order-1' },
  };
  const { about } = withAbout(name);
  return { snapshot, about: about ?? { refund: toRefundRow(refund) } };
}
