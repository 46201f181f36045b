import { awaitsDecision } from '../lifecycle/review.js';
import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import type { Transitions } from '../lifecycle/transitions.js';
import type { Currency, Kobo } from '../money.js';
import type { Plan } from '../plan.js';
import type { Against } from '../pull/next-step.js';
import type { SplitItem } from '../split.js';
import { isEnd } from '../pull/state.js';
import type { Debit, PackedDebits } from './debit.js';

/** The gateway needs this long before the first day of a mandate. */
export const START_LEAD_MS = 15 * 60_000;

/** More attempts than fit into the time in which a planned debit may be sent. */
export const MOST_ATTEMPTS = 5;

/** When to debit, without further requests. */
export interface DebitPlan extends Plan {
  /** The amount of each debit of a mandate without a fixed one. */
  readonly amountKobo?: Kobo;
  /** How often one due debit is tried: a further attempt only follows a proven failure. One unless given. */
  readonly attempts?: number;
}

export interface MandateCustomer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
}

/** The account that is debited. */
export interface MandateAccount {
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly accountName?: string;
}

/** The merchant's request. Two requests with the same reference must agree in all of it. */
export interface MandateTerms {
  readonly reference: string;
  readonly currency: Currency;
  readonly customer: MandateCustomer;
  readonly account: MandateAccount;
  readonly description: string;
  readonly startAt: string;
  readonly endAt: string;
  /** Open kinds: the mandate renews at its end. */
  readonly autoRenew?: true;
  /** The most that may be debited over its lifetime. */
  readonly amountKobo?: Kobo;
  /** Fixed kinds: the amount of every debit. */
  readonly debitAmountKobo?: Kobo;
  /** The customer may cancel it. */
  readonly customerCancellation?: true;
  readonly redirectUrl?: string;
  readonly incomeSplit?: readonly SplitItem[];
  readonly plan?: DebitPlan;
  /** The merchant debits on demand, beside the plan. Without a plan it always does. */
  readonly onDemand?: true;
}

/** The gateway's words. PENDING: being created. REFUSED: nothing was created. */
export type MandateState =
  | 'PENDING'
  | 'PENDING_AUTHORIZATION'
  | 'PENDING_ACTIVATION'
  | 'ACTIVE'
  | 'SUSPENDED'
  | 'AUTHORIZATION_EXPIRED'
  | 'EXPIRED'
  | 'CANCELLED'
  | 'FAILED'
  | 'REJECTED'
  | 'REFUSED';

const WAITING = ['PENDING', 'PENDING_AUTHORIZATION', 'PENDING_ACTIVATION'] as const;
const ENDS = ['AUTHORIZATION_EXPIRED', 'EXPIRED', 'CANCELLED', 'FAILED', 'REJECTED'] as const;

/** An older record never takes knowledge back; a customer who was too late may turn out to have authorized in time. */
export const MANDATE_TRANSITIONS: Transitions<MandateState> = {
  PENDING: ['PENDING_AUTHORIZATION', 'PENDING_ACTIVATION', 'ACTIVE', 'SUSPENDED', 'REFUSED', ...ENDS],
  PENDING_AUTHORIZATION: ['PENDING_ACTIVATION', 'ACTIVE', 'SUSPENDED', ...ENDS],
  PENDING_ACTIVATION: ['ACTIVE', 'SUSPENDED', ...ENDS],
  ACTIVE: ['SUSPENDED', ...ENDS],
  SUSPENDED: ['ACTIVE', ...ENDS],
  AUTHORIZATION_EXPIRED: ['PENDING_ACTIVATION', 'ACTIVE'],
  EXPIRED: [],
  CANCELLED: [],
  FAILED: [],
  REJECTED: [],
  REFUSED: [],
};

/**
 * Why no debit starts: the merchant cancelled it; a lost run may have debited on demand, or have taken a cancel; it was not
 * created here.
 */
export type FenceCause = 'cancel' | 'total' | 'commands' | 'foreign';

export interface Fence {
  readonly cause: FenceCause;
  readonly reason: string;
  readonly since: string;
}

/** A cancel that the merchant asked for. The gateway accepts it first, and carries it out later. */
export interface MandateCancel {
  readonly requestedAt: string;
  readonly acceptedAt?: string;
  /** The gateway refused it; the fence stays. */
  readonly refusedAt?: string;
  readonly reason?: string;
}

/** The whole mandate: what queries return, continue-as-new carries, and a finished run returns. */
export interface MandateSnapshot extends LifecycleSnapshot<MandateState> {
  readonly lifecycle: 'mandate';
  readonly terms: MandateTerms;
  /** An event named it, but it was not created here. */
  readonly unexpected?: true;
  readonly mandateCode?: string;
  /** When the gateway accepted it, as far as Oware knows. */
  readonly createdAt?: string;
  /** The gateway's own word, also where Oware does not know it. */
  readonly gatewayStatus?: string;
  readonly authorizationLink?: string;
  readonly authorizationMessage?: string;
  /** Reminders sent to the merchant while the customer has not authorized it. */
  readonly reminders?: number;
  /** The reasons against debits, one of each cause. Each is lifted by its own cause, and debits start when none is left. */
  readonly fences?: readonly Fence[];
  readonly cancel?: MandateCancel;
  /** All open debits, and the newest of the others. */
  readonly debits: readonly Debit[];
  /** Debits on demand so far. */
  readonly demands: number;
  /** All paid debits, also those that are no longer listed. */
  readonly debited: { readonly count: number; readonly sumKobo: Kobo };
  /** The part of these sums that no listed debit shows. */
  readonly packed?: PackedDebits;
  /** References of debits that are no longer listed, hashed: none is used twice. */
  readonly forgotten?: string;
  /** The number of the next due date of the plan. */
  readonly nextDue?: number;
  readonly nextDebitAt?: string;
  /** Due dates on which nothing could be sent. */
  readonly missed?: number;
  /** A lost run may have sent debits meanwhile: what was due until then is looked for before it is sent. */
  readonly lost?: { readonly since: string; readonly until: string };
}

/**
 * The reasons against a debit that waits, each lifted by its own cause. What a cancel or the end of the mandate stops is
 * dropped; after a recovery, and while the mandate is not active, it may still be sent.
 */
export function reasonsAgainst({ fences = [], state }: MandateSnapshot): readonly Against[] {
  const ofFences = fences.map(({ cause, reason }): Against => {
    const isLasting = cause === 'cancel' || cause === 'foreign';
    return { reason, ...(isLasting && { isLasting }) };
  });
  if (isEnded(state)) return [{ reason: `the mandate is ${state}`, isLasting: true }, ...ofFences];
  return state === 'ACTIVE' ? ofFences : [...ofFences, { reason: `the mandate is ${state}` }];
}

/** All reasons against debits in one text; undefined when there is none. */
export function whyNoDebits({ fences = [] }: Pick<MandateSnapshot, 'fences'>): string | undefined {
  return fences.length === 0 ? undefined : fences.map(({ reason }) => reason).join('; ');
}

export function isWaiting(state: MandateState): boolean {
  return WAITING.some((each) => each === state);
}

export function isEnded(state: MandateState): boolean {
  return state === 'REFUSED' || ENDS.some((each) => each === state);
}

/** Whether no debit can follow. One that was authorized too late may turn out to be active. */
export function isEndedForGood(state: MandateState): boolean {
  return isEnded(state) && MANDATE_TRANSITIONS[state].length === 0;
}

/** Whether a merchant can ask for a debit at any time. */
export function takesDemands({ plan, onDemand }: MandateTerms): boolean {
  return plan === undefined || onDemand === true;
}

/** Whether the debit under the merchant's own reference waits for the gateway, and for no person. */
export function isBeingSent({ debits, review }: MandateSnapshot, ownReference: string): boolean {
  const debit = debits.find((each) => each.ownReference === ownReference);
  if (!debit || debit.state === 'PAUSED' || awaitsDecision(review)) return false;
  return debit.sentAt === undefined && !isEnd(debit.state);
}

/** The end after which nothing can be debited; none for a mandate that renews. */
export function endOf({ endAt, autoRenew }: MandateTerms): number {
  return autoRenew ? Infinity : Date.parse(endAt);
}
