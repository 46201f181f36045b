import { beginning } from '../../../src/domain/lifecycle/lifecycle.js';
import { debitFromEarlier } from '../../../src/domain/mandate/from-earlier-version.js';
import type { Debit, DebitState } from '../../../src/domain/mandate/debit.js';
import type { MandateSnapshot, MandateState } from '../../../src/domain/mandate/mandate.js';
import { toDebitRow } from '../../../src/domain/mandate/view.js';
import { kobo } from '../../../src/domain/money.js';
import { ADA, ASKED, CAME, named, type Sample, START, TRANSACTION, withAbout } from '../sample.js';

const STATES: readonly MandateState[] = [
  'PENDING_AUTHORIZATION',
  'PENDING_ACTIVATION',
  'SUSPENDED',
  'AUTHORIZATION_EXPIRED',
  'EXPIRED',
  'CANCELLED',
  'FAILED',
  'REJECTED',
  'REFUSED',
];

const DEBIT_STATES: readonly DebitState[] = ['PENDING', 'PAID', 'FAILED', 'EXPIRED', 'CANCELLED', 'REFUSED'];

const REASONS: Partial<Record<DebitState, string>> = {
  PENDING: 'the gateway reports PENDING',
  PAID: 'the gateway reports PAID: Approved or completed successfully',
  FAILED: 'the gateway reports FAILED: Insufficient funds',
  EXPIRED: 'not sent in time: the gateway could not be reached',
  CANCELLED: 'the mandate is CANCELLED',
  REFUSED: 'Mandate is not active',
};

export const SHOWN_WHOLE = 'debit-paid';

export function sampleOf(name: string): Sample {
  const isWaiting = name === 'authorization-due';
  const state = isWaiting ? 'PENDING_AUTHORIZATION' : (named(STATES, name) ?? 'ACTIVE');
  const debit = name.startsWith('debit-') && name !== 'debit-missed' ? debitOf(name.slice(6)) : undefined;
  const isPaid = debit?.state === 'PAID';
  const snapshot: MandateSnapshot = {
    ...beginning<MandateState>(state, `the gateway reports ${state}`, CAME),
    epoch: START,
    sequence: 1,
    lifecycle: 'mandate',
    terms: {
      reference: 'rent-7',
      currency: 'NGN',
      customer: { ...ADA, phone: '08030000000', address: '1 Broad Street, Lagos' },
      account: { bankCode: '058', accountNumber: '0100090002' },
      description: 'Rent',
      startAt: '2026-02-01T08:00:00.000Z',
      endAt: '2027-02-01T08:00:00.000Z',
      amountKobo: kobo(30_000_00),
      debitAmountKobo: ASKED,
      plan: { every: { unit: 'MONTH', count: 1 }, firstDay: '2026-02-28' },
    },
    mandateCode: 'MTDD|01K0A2B3C4D5E6F7G8H9J0K1M2',
    gatewayStatus: state,
    ...(state === 'PENDING_AUTHORIZATION' && {
      authorizationLink: 'https://gateway.example/mandates/MTDD',
      authorizationMessage: 'Authorize debits of your account ending 0002 for Rent within 30 days.',
    }),
    debits: debit && !isPaid ? [debit] : [],
    demands: 0,
    debited: { count: isPaid ? 1 : 0, sumKobo: isPaid ? ASKED : kobo(0) },
    ...(isPaid && { packed: { count: 1, sumKobo: ASKED, mostKobo: ASKED } }),
    ...(name === 'debit-missed' && { missed: 1 }),
  };
  const { about } = withAbout(name);
  if (name === 'debit-missed') return { snapshot, about: { missed: { count: 1, lastDay: '2026-02-28' } } };
  return {
    snapshot,
    ...(debit ? { about: { debit: toDebitRow(debit, snapshot) } } : about && { about }),
  };
}

/** The state of types that are not named after one. */
const OTHERS: Readonly<Record<string, DebitState>> = {
  'safe-to-repeat': 'FAILED',
  'outcome-unknown': 'PENDING',
};

function debitOf(name: string): Debit {
  const isRepeatable = name === 'safe-to-repeat';
  const state = named(DEBIT_STATES, name) ?? OTHERS[name] ?? 'PAID';
  const isSent = ['PENDING', 'PAID', 'FAILED'].includes(state);
  return debitFromEarlier({
    reference: 'rent-7--d260228.1',
    day: '2026-02-28',
    attempt: 1,
    amountKobo: ASKED,
    narration: 'Rent',
    state,
    reason: REASONS[state] ?? '',
    requestedAt: START,
    dueAt: START,
    notAfter: '2026-01-18T09:00:00.000Z',
    ...(isSent && { sentAt: START, transactionReference: TRANSACTION }),
    ...(isRepeatable && { failedAt: START, failedTwice: true as const }),
    ...(name === 'unexpected' && { foreign: true as const }),
  });
}
