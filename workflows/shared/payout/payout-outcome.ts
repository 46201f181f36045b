import type { Settings } from '../../../src/config/settings.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import type { Kobo } from '../../../src/domain/money.js';
import { isWithoutMoney } from '../../../src/domain/payout-end.js';
import { awaitsDecision } from '../../../src/domain/lifecycle/review.js';
import type { ReviewResolution } from '../messages.js';
import type { WebhookDraft } from '../run/lifecycle.js';
import type { LifecycleState } from '../run/state.js';

/** What every payout with one amount knows of its outcome. */
export interface OutcomePart {
  readonly sentAt?: string;
  readonly failedAt?: string;
  readonly failedTwice?: true;
  readonly concluded?: true;
  readonly unwanted?: string;
}

export type OutcomeSnapshot = LifecycleSnapshot &
  OutcomePart & { readonly terms: { readonly reference: string; readonly amountKobo: Kobo } };

export interface OutcomeRules<Snapshot extends OutcomeSnapshot> {
  /** Prefix of its webhook types. */
  readonly prefix: string;
  readonly draft: (effect?: string) => WebhookDraft;
  readonly isEnded: (state: Snapshot['state']) => boolean;
  readonly isOver: (snapshot: Snapshot) => boolean;
}

/** What a record proves: an end, with its state, or anything else. */
export interface Shown<State> {
  readonly kind: string;
  readonly to?: State;
}

/** How the outcome of a payout is weighed: a failure counts twice, a contradiction needs review, a person may conclude. */
export function createPayoutOutcome<Snapshot extends OutcomeSnapshot>(
  { snapshot, change, transitionTo, mayBecome, raise }: LifecycleState<Snapshot>,
  { prefix, draft, isEnded, isOver }: OutcomeRules<Snapshot>,
) {
  type State = Snapshot['state'];
  // the compiler cannot see that a Snapshot has just these fields
  const set = (part: OutcomePart) => change(part as Partial<Snapshot>);
  const endIn = ({ kind, to }: Shown<State>) => (kind === 'end' ? to : undefined);

  return {
    /** Nothing was sent, as far as Oware knows, and the payout has not ended. */
    isUnsent: () => snapshot().sentAt === undefined && !isEnded(snapshot().state),
    isWanted: () => snapshot().unwanted === undefined,
    isAnswerable: () => {
      const { state, sentAt, review } = snapshot();
      return state !== 'PENDING' || sentAt !== undefined || awaitsDecision(review);
    },
    /** The gateway contradicts a final state, or what the merchant may have acted on. */
    conflict: (reason: string): WebhookDraft[] => {
      const { amountKobo: atRiskKobo } = snapshot().terms;
      const isNew = raise({ kind: 'conflicting-records', subject: 'state', reason, atRiskKobo });
      return isNew ? [{ type: `${prefix}.conflicting-records`, effect: `conflict:${reason}` }] : [];
    },
    /** Whether the reading would take a final state back. */
    isContradictedBy: (reading: Shown<State>): boolean => {
      const { state } = snapshot();
      const to = endIn(reading);
      if (to === undefined || !isEnded(state) || to === state) return false;
      return !(isWithoutMoney(state) && isWithoutMoney(to)) && !mayBecome(to);
    },
    /** A failure counts once a second read, minutes after the first, shows it too. */
    weighFailure: (reading: Shown<State>, { failureConfirmMs }: Settings): WebhookDraft[] => {
      const { state, failedAt, failedTwice, sentAt } = snapshot();
      if (state !== 'FAILED' || failedAt === undefined || failedTwice) return [];
      // a missing record confirms that the gateway never had it, and never what a record showed
      const isAbsent = reading.kind === 'absent' && sentAt === undefined;
      const isShown = isAbsent || endIn(reading) === 'FAILED';
      if (!isShown || Date.now() < Date.parse(failedAt) + failureConfirmMs) return [];
      set({ failedTwice: true });
      return [{ type: `${prefix}.safe-to-pay-again`, effect: 'safe-to-pay-again' }];
    },
    /** An operator concludes what the gateway never reported. */
    conclude: ({ key, decision, reason }: ReviewResolution): WebhookDraft[] => {
      if (key !== 'unresolved:status' || isOver(snapshot())) return [];
      const [to, observed] =
        decision === 'happened'
          ? (['SUCCESS', `an operator concluded that it was paid: ${reason}`] as const)
          : (['FAILED', `an operator concluded that it was not paid: ${reason}`] as const);
      if (snapshot().state !== to) transitionTo(to, observed);
      set({ concluded: true });
      return [draft(`${to}:concluded`)];
    },
  };
}
