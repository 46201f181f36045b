import { kobo } from '../../../src/domain/money.js';
import { chargeFromEarlier } from '../../../src/domain/subscription/from-earlier-version.js';
import type { ChargeState, Period, PeriodState } from '../../../src/domain/subscription/period.js';
import type {
  SubscriptionSnapshot,
  SubscriptionState,
} from '../../../src/domain/subscription/subscription.js';
import { toPeriodView } from '../../../src/domain/subscription/view.js';
import { ADA, ASKED, named, reached, type Sample, START, TRANSACTION, withAbout } from '../sample.js';

const STATES: readonly SubscriptionState[] = ['ACTIVE', 'PAUSED', 'ON_HOLD', 'ENDED', 'CANCELLED', 'REFUSED'];

const PERIODS: Readonly<Record<string, { readonly state: PeriodState; readonly attempt: ChargeState }>> = {
  charged: { state: 'PAID', attempt: 'PAID' },
  'charge-outcome-unknown': { state: 'DUE', attempt: 'SENDING' },
  'charge-failed': { state: 'DUE', attempt: 'FAILED' },
  'charge-reversed': { state: 'REVERSED', attempt: 'REVERSED' },
  'duplicate-charge': { state: 'PAID', attempt: 'PAID' },
  'wrong-amount': { state: 'PAID', attempt: 'PAID' },
  'conflicting-records': { state: 'PAID', attempt: 'PAID' },
};

const MISSED = { count: 2, from: '2026-01-15', to: '2026-02-15', reason: 'the subscription was paused' };

function periodOf(name: string): Period | undefined {
  const given = PERIODS[name];
  return (
    given && {
      n: 0,
      day: '2026-01-15',
      dueAt: START,
      amountKobo: ASKED,
      state: given.state,
      reason: `the gateway reports ${given.attempt}`,
      ...(given.attempt === 'FAILED' && { retryAt: '2026-01-16T09:00:00.000Z' }),
      attempts: [
        chargeFromEarlier(
          {
            n: 1,
            paymentReference: 'gym-1--s260115.1',
            state: given.attempt,
            reason: `the gateway reports ${given.attempt}`,
            at: START,
            sentAt: START,
            transactionReference: TRANSACTION,
          },
          ASKED,
        ),
      ],
    }
  );
}

export const SHOWN_WHOLE = 'charged';

export function sampleOf(name: string): Sample {
  const state = named(STATES, name) ?? 'ACTIVE';
  const period = periodOf(name);
  const reason = state === 'ACTIVE' ? 'the card can be charged' : 'as the merchant or the plan wanted';
  const isCharged = period?.state === 'PAID';
  const snapshot: SubscriptionSnapshot = {
    lifecycle: 'subscription',
    ...reached(state, reason),
    terms: {
      reference: 'gym-1',
      amountKobo: ASKED,
      currency: 'NGN',
      plan: { every: { unit: 'MONTH', count: 1 }, firstDay: '2026-01-15' },
      checkout: 'order-1',
      customer: ADA,
    },
    amountKobo: ASKED,
    card: {
      token: 'MNFY_0123456789ABCDEF0123456789ABCDEF',
      email: ADA.email,
      last4: '4081',
      cardType: 'Visa',
    },
    next: { n: 1, day: '2026-02-15', at: Date.parse('2026-02-15T08:00:00.000Z') },
    periods: period ? [period] : [],
    totals: {
      charged: isCharged ? 1 : 0,
      chargedKobo: isCharged ? ASKED : kobo(0),
      failed: 0,
      missed: name === 'period-missed' ? MISSED.count : 0,
    },
    ...(name === 'on-hold' && { hold: 'card-token-refused: Card token has expired.' }),
    ...(name === 'recovered' && { recovered: true as const }),
  };
  if (name === 'period-missed') return { snapshot, about: { missed: MISSED } };
  return { snapshot, ...(period ? { about: { period: toPeriodView(period) } } : withAbout(name)) };
}
