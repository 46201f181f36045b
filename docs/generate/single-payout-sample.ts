import type { SinglePayoutState } from '../../src/domain/payout/single-payout.js';
import { named, reached } from './sample.js';

const STATES: readonly SinglePayoutState[] = [
  'WAITING_FOR_APPROVAL',
  'WAITING_FOR_FUNDS',
  'SUCCESS',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
  'REFUSED',
];

/** The state of types that are not named after one. */
const OTHERS: Readonly<Record<string, SinglePayoutState>> = {
  'safe-to-pay-again': 'FAILED',
  'on-hold': 'PENDING',
  'outcome-unknown': 'PENDING',
  issued: 'PENDING',
};

const LOST = 'the previous run was lost; it may have sent this';

const REASONS: Partial<Record<SinglePayoutState, string>> = {
  FAILED: 'the gateway reports FAILED',
  CANCELLED: 'the merchant cancelled it',
};

/** The part of a sample that all payouts without an OTP share. */
export function singlePayoutState(name: string, success: string) {
  const state = named(STATES, name) ?? OTHERS[name] ?? 'SUCCESS';
  const created = name === 'on-hold' ? LOST : 'created by the merchant';
  const reason = state === 'SUCCESS' ? success : (REASONS[state] ?? created);
  return {
    ...reached(state, reason),
    isSent: state === 'SUCCESS' || state === 'FAILED' || name === 'issued',
  };
}
