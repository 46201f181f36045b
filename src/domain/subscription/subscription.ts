import type { CardSource, ChargeableCard, ChargedCustomer } from '../charge/card.js';
import type { Asked } from '../collection/collection.js';
import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import type { Transitions } from '../lifecycle/transitions.js';
import type { Kobo } from '../money.js';
import { type Due, dueOf, type Plan } from '../plan.js';
import type { SplitItem } from '../split.js';
import { type Charge, hasOpenAttempt, type Period } from './period.js';

/** The merchant's request. Two requests with the same reference must agree in all of it. */
export interface SubscriptionTerms extends Asked, CardSource {
  readonly reference: string;
  readonly plan: Plan;
  readonly customer: ChargedCustomer;
  readonly description?: string;
  readonly incomeSplit?: readonly SplitItem[];
  /** The merchant's own data, stored with each transaction at the gateway. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Days after each failed charge of a period until the next one; the setting unless given. */
  readonly retryAfterDays?: readonly number[];
}

export type SubscriptionState =
  'PENDING' | 'ACTIVE' | 'PAUSED' | 'ON_HOLD' | 'ENDED' | 'CANCELLED' | 'REFUSED';

const RUNNING = ['ACTIVE', 'PAUSED', 'ON_HOLD'] as const;

export const SUBSCRIPTION_TRANSITIONS: Transitions<SubscriptionState> = {
  PENDING: [...RUNNING, 'CANCELLED', 'REFUSED'],
  ACTIVE: ['PAUSED', 'ON_HOLD', 'ENDED', 'CANCELLED'],
  PAUSED: ['ACTIVE', 'ON_HOLD', 'ENDED', 'CANCELLED'],
  ON_HOLD: ['ACTIVE', 'PAUSED', 'ENDED', 'CANCELLED'],
  ENDED: [],
  CANCELLED: [],
  REFUSED: [],
};

export function isFinal(state: SubscriptionState): boolean {
  return state === 'ENDED' || state === 'CANCELLED' || state === 'REFUSED';
}

/** Counts and sums over all periods, also those that the snapshot no longer lists. */
export interface PeriodTotals {
  readonly charged: number;
  readonly chargedKobo: Kobo;
  readonly failed: number;
  readonly missed: number;
}

/** The whole subscription: what queries return, webhooks carry, and a finished run returns. */
export interface SubscriptionSnapshot extends LifecycleSnapshot<SubscriptionState> {
  readonly lifecycle: 'subscription';
  readonly terms: SubscriptionTerms;
  /** The amount of periods that become due from now on. */
  readonly amountKobo: Kobo;
  readonly card?: ChargeableCard;
  /** How often the card was replaced. */
  readonly cards?: number;
  /** The merchant paused it. */
  readonly paused?: true;
  /** A run was lost, and commands may be lost with it: nothing is charged until the merchant or a person says what holds. */
  readonly doubted?: true;
  /** Why the card cannot be charged any longer. */
  readonly hold?: string;
  /** The next due date, which has no period yet; absent when there is none. */
  readonly next?: Due;
  /** The newest ones, and those that are open. */
  readonly periods: readonly Period[];
  readonly totals: PeriodTotals;
  /** Why a charge is not sent yet. */
  readonly waiting?: string;
  /** Charges that events named and that no kept period has; they are listed until it is known what became of them. */
  readonly others?: readonly Charge[];
  /** Transactions of paid charges whose periods left the list, hashed: another event about one is no news. */
  readonly forgotten?: string;
  /** A lost run was rebuilt without its commands. */
  readonly recovered?: true;
}

/** Whether nothing is charged, for whatever reason: each is lifted by its own cause. */
export const isPaused = ({ paused, doubted }: Pick<SubscriptionSnapshot, 'paused' | 'doubted'>) =>
  paused === true || doubted === true;

/** Why a period that became due meanwhile is not charged later. */
export const WAS_PAUSED = 'the subscription was paused';

/** Callers have nothing more to wait for. */
export function isOver({ state, periods }: SubscriptionSnapshot): boolean {
  return isFinal(state) && !periods.some(hasOpenAttempt);
}

/** When the period after this one is due: no charge of this one is sent later. The end of the plan does not matter. */
export function endOfPeriod({ plan }: SubscriptionTerms, n: number, holidays: ReadonlySet<string>): number {
  const { every, firstDay, at, onFreeDay } = plan;
  const endless = {
    every,
    firstDay,
    ...(at !== undefined && { at }),
    ...(onFreeDay !== undefined && { onFreeDay }),
  };
  return dueOf(endless, n + 1, holidays)?.at ?? Infinity;
}
