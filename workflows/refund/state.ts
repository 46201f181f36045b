import { mayBecome } from '../../src/domain/lifecycle/transitions.js';
import { type ApprovalPart, statusOf } from '../../src/domain/approval/approval.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { inWords } from '../../src/domain/lifecycle/webhook.js';
import { ZERO } from '../../src/domain/money.js';
import { isSafeToPayAgain, isWithoutMoney } from '../../src/domain/payout-end.js';
import {
  isEnded,
  isOver,
  type Refund,
  REFUND_TRANSITIONS,
  REFUNDS_TRANSITIONS,
  type RefundRequest,
  type RefundsSnapshot,
  type RefundState,
  type RefundTerms,
  stateOf,
  termsOf,
} from '../../src/domain/refund/refund.js';
import { MOST_REFUNDS } from '../../src/domain/refund/limits.js';
import type { RefundReading, RefundRecord } from '../../src/domain/refund/verdict.js';
import { toRefundRow } from '../../src/domain/refund/view.js';
import { awaitsDecision } from '../../src/domain/lifecycle/review.js';
import type { Settings } from '../../src/config/settings.js';
import type { ReviewResolution } from '../shared/messages.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { createLifecycleState, timestamp } from '../shared/run/state.js';
import { describeRefunds } from './details.js';

export type Refunds = ReturnType<typeof createRefunds>;

export function newSnapshot(terms: RefundsSnapshot['terms'], at: string): RefundsSnapshot {
  return {
    ...beginning('NOT_REFUNDED', 'no refund was requested', at),
    lifecycle: 'refunds-of',
    terms,
    refunds: [],
  };
}

/** A moment of the gateway's clock, which may be ahead of ours. */
function past(moment: string | null | undefined): string {
  const at = Date.parse(moment ?? '');
  return Number.isNaN(at) || at > Date.now() ? timestamp() : new Date(at).toISOString();
}

/** A refund that turns out to be sent, or ended, has nothing left to approve. */
function withoutRequest({ approval }: Refund, to: RefundState): ApprovalPart {
  if (!approval || to === 'WAITING_FOR_APPROVAL' || statusOf(approval) !== 'waiting') return {};
  return { approval: { ...approval, ended: 'withdrawn' } };
}

type End = Extract<RefundReading, { kind: 'end' }>;
type UnsentEnd = 'CANCELLED' | 'EXPIRED' | 'REFUSED' | 'FAILED';

export function createRefunds(initial: RefundsSnapshot) {
  const record = createLifecycleState<RefundsSnapshot>(initial, {
    describe: describeRefunds,
    allowedTransitions: REFUNDS_TRANSITIONS,
    worth: ({ refunds }) => refunds.at(-1)?.terms.amountKobo ?? ZERO,
  });
  const { snapshot, change, transitionTo, raise, clear } = record;

  const find = (refundReference: string) =>
    snapshot().refunds.find(({ terms }) => terms.refundReference === refundReference);

  /** The state of the whole derives from the refunds. */
  function setRefunds(refunds: readonly Refund[], reason: string): void {
    const [first] = refunds
      .flatMap(({ state, notAfter }) => (state === 'PAUSED' ? (notAfter ?? []) : []))
      .sort();
    change({ refunds, ...(first !== undefined && { notAfter: first }) });
    const to = stateOf(snapshot());
    if (to !== snapshot().state) transitionTo(to, reason);
  }

  function update(refundReference: string, part: Partial<Refund>): void {
    const before = find(refundReference);
    if (!before) return;
    replace(before, { ...before, ...part });
  }

  function replace(before: Refund, after: Refund): void {
    const refunds = snapshot().refunds.map((refund) => (refund === before ? after : refund));
    setRefunds(refunds, `refund ${after.terms.refundReference}: ${after.reason}`);
  }

  function moveTo(refund: Refund, to: RefundState, part: Partial<Refund> & { reason: string }): void {
    const { state, terms } = refund;
    if (!mayBecome(REFUND_TRANSITIONS, state, to)) {
      throw new Error(`refund ${terms.refundReference}: ${state} may not become ${to}: ${part.reason}`);
    }
    update(terms.refundReference, { ...withoutRequest(refund, to), ...part, state: to });
  }

  function draft(refundReference: string, name?: string): WebhookDraft {
    const refund = find(refundReference);
    const state = refund?.state ?? 'PENDING';
    const type = refund?.foreign ? 'unexpected' : inWords(state);
    return {
      type: `refund.${name ?? type}`,
      effect: `${name ?? state}:${refundReference}`,
      ...(refund && { about: { refund: toRefundRow(refund) } }),
    };
  }

  /** Applies what a read shows, and returns the webhooks for the merchant. */
  function apply(refundReference: string, reading: RefundReading): WebhookDraft[] {
    const refund = find(refundReference);
    record.weighDoubt(refundReference, reading);
    return refund && reading.kind === 'end' ? applyEnd(refund, reading) : [];
  }

  function applyEnd(refund: Refund, { to, observed }: End): WebhookDraft[] {
    const { state, terms } = refund;
    const { refundReference } = terms;
    if (to === state || (isWithoutMoney(to) && isWithoutMoney(state))) return [];
    if (!mayBecome(REFUND_TRANSITIONS, state, to)) {
      return conflict(refund, `the gateway reports ${to} after ${state}`);
    }
    const wasSafe = isSafeToPayAgain(refund);
    moveTo(refund, to, { reason: observed, ...(to === 'FAILED' && { failedAt: timestamp() }) });
    clearAbout(refundReference);
    const ended = draft(refundReference);
    if (to !== 'COMPLETED' || !wasSafe) return [ended];
    return [ended, ...conflict(refund, 'it was completed after it was reported as safe to pay again')];
  }

  /** Removes the items that an outcome answers. */
  function clearAbout(refundReference: string): void {
    const answered = [`unproven-event:${refundReference}`, `unresolved:status:${refundReference}`];
    clear(({ key }) => answered.includes(key));
  }

  /** The gateway contradicts a final state, or what the merchant may have acted on. */
  function conflict({ terms }: Refund, reason: string): WebhookDraft[] {
    const { refundReference, amountKobo } = terms;
    const isNew = raise({
      kind: 'conflicting-records',
      subject: refundReference,
      reason: `refund ${refundReference}: ${reason}`,
      atRiskKobo: amountKobo,
    });
    return isNew ? [draft(refundReference, 'conflicting-records')] : [];
  }

  function add(refund: Refund): void {
    const { refundReference } = refund.terms;
    setRefunds([...snapshot().refunds, refund], `refund ${refundReference}: ${refund.reason}`);
  }

  const isFull = () => snapshot().refunds.length >= MOST_REFUNDS;

  return {
    ...record,
    find,
    update,
    draft,
    apply,
    isFull,
    isAnswerable: () => true,
    /** Whether a caller has nothing more to wait for: it was sent, has ended, or needs a person. */
    isShowable: (refundReference: string) => {
      const refund = find(refundReference);
      if (!refund || refund.state !== 'PENDING' || refund.sentAt !== undefined) return true;
      return awaitsDecision(snapshot().review);
    },
    /** Grants it: from now on it counts. */
    grant(
      terms: RefundTerms,
      { refundValidityMs }: Settings,
      more: Pick<Refund, 'byPolicy' | 'maker'> = {},
    ): void {
      const reason = more.byPolicy ? 'requested by a policy' : 'requested by the merchant';
      const notAfter = new Date(Date.now() + refundValidityMs).toISOString();
      add({ terms, state: 'PENDING', reason, requestedAt: timestamp(), notAfter, ...more });
    },
    /** A refund that another system made, as the gateway's record shows it. */
    addForeign(found: RefundRecord, { failureConfirmMs }: Settings): WebhookDraft[] {
      const { refundReference, refundAmount: amountKobo, refundStatus: status } = found;
      if (isFull()) {
        const reason = `refund ${refundReference} exceeds the maximum number of refunds`;
        raise({ kind: 'unmatched-event', reason, atRiskKobo: amountKobo, addsUp: true });
        return [];
      }
      const madeAt = past(found.createdOn);
      const isFailed = status === 'FAILED';
      // a failure that is minutes old is not corrected any longer
      const isOld = Date.parse(past(found.completedOn ?? madeAt)) + failureConfirmMs <= Date.now();
      add({
        terms: {
          refundReference,
          amountKobo,
          refundReason: found.refundReason ?? '',
          customerNote: found.customerNote ?? '',
        },
        state: status === 'COMPLETED' || isFailed ? status : 'PENDING',
        reason: `not requested here; the gateway reports ${status}`,
        requestedAt: madeAt,
        foreign: true,
        sentAt: madeAt,
        ...(isFailed && { failedAt: timestamp(), ...(isOld && { failedTwice: true }) }),
      });
      return [draft(refundReference)];
    },
    /** A policy asks for a refund; it is kept until it is granted or refused. */
    addOrder(request: RefundRequest): void {
      const { orders = [] } = snapshot();
      const isKnown = [...orders, ...snapshot().refunds.map(({ terms }) => terms)].some(
        ({ refundReference }) => refundReference === request.refundReference,
      );
      if (!isKnown) change({ orders: [...orders, request].slice(-MOST_REFUNDS) });
    },
    endOrder(refundReference: string): void {
      const orders = (snapshot().orders ?? []).filter((order) => order.refundReference !== refundReference);
      change({ orders });
    },
    /** A policy asked for what cannot be refunded. */
    addRefused(request: RefundRequest, reason: string): WebhookDraft[] {
      const terms = termsOf(request);
      if (find(terms.refundReference)) return [];
      add({ terms, state: 'REFUSED', reason, requestedAt: timestamp(), byPolicy: true });
      return [draft(terms.refundReference)];
    },
    /** Nothing was sent, as far as Oware knows, and it has not ended. */
    isUnsent: (refundReference: string) => {
      const refund = find(refundReference);
      return refund !== undefined && refund.sentAt === undefined && !isEnded(refund.state);
    },
    /** Whether it is still to be sent; an event may show that it already was. */
    isWanted: (refundReference: string) => {
      const { unwanted, state = 'PENDING' } = find(refundReference) ?? {};
      return unwanted === undefined && !isEnded(state);
    },
    /** The gateway accepted it. */
    setSent(refundReference: string): void {
      const refund = find(refundReference);
      if (!refund) return;
      const sentAt = timestamp();
      const reason = 'sent to the gateway';
      // an event may have shown the outcome before the reply did
      if (isEnded(refund.state)) update(refundReference, { sentAt });
      else if (refund.state === 'PENDING') update(refundReference, { sentAt, reason });
      else moveTo(refund, 'PENDING', { sentAt, reason });
    },
    /** Keeps its approval, or that it needs none. The maker is known from then on, and the grant is not needed again. */
    setApproval(refundReference: string, part: ApprovalPart): void {
      const before = find(refundReference);
      if (!before) return;
      const after: { -readonly [Field in keyof Refund]: Refund[Field] } = { ...before, ...part };
      delete after.maker;
      replace(before, after);
    },
    /** It waits before it is sent, or no longer waits; returns a webhook where the merchant has to act. */
    enter(
      refundReference: string,
      to: 'WAITING_FOR_APPROVAL' | 'WAITING_FOR_FUNDS' | 'PAUSED' | 'PENDING',
      reason: string,
    ): WebhookDraft[] {
      const refund = find(refundReference);
      if (!refund || refund.state === to || isEnded(refund.state)) return [];
      moveTo(refund, to, { reason });
      return to.startsWith('WAITING') ? [draft(refundReference)] : [];
    },
    /** Ends it without a send that had an effect. */
    endUnsent(refundReference: string, to: UnsentEnd, reason: string): WebhookDraft[] {
      const refund = find(refundReference);
      // an event may have shown the outcome
      if (!refund || isEnded(refund.state)) return [];
      moveTo(refund, to, { reason, ...(to === 'FAILED' && { failedAt: timestamp() }) });
      return [draft(refundReference)];
    },
    /** A failure counts once a second read, minutes after the first, shows it too. */
    weighFailure(
      refundReference: string,
      reading: RefundReading,
      { failureConfirmMs }: Settings,
    ): WebhookDraft[] {
      const { state, failedAt, failedTwice, sentAt } = find(refundReference) ?? {};
      if (state !== 'FAILED' || failedAt === undefined || failedTwice) return [];
      // a missing record confirms that the gateway never had it, and never what a record showed
      const isAbsent = reading.kind === 'absent' && sentAt === undefined;
      const isShown = isAbsent || (reading.kind === 'end' && reading.to === 'FAILED');
      if (!isShown || Date.now() < Date.parse(failedAt) + failureConfirmMs) return [];
      update(refundReference, { failedTwice: true });
      return [draft(refundReference, 'safe-to-pay-again')];
    },
    /** Further effects of an operator's decision. */
    onResolved({ key, decision, reason }: ReviewResolution): WebhookDraft[] {
      const refund = find(/^unresolved:status:(.+)$/s.exec(key)?.[1] ?? '');
      if (!refund || isOver(refund)) return [];
      const [to, observed] =
        decision === 'happened'
          ? (['COMPLETED', `an operator concluded that it was paid: ${reason}`] as const)
          : (['FAILED', `an operator concluded that it was not paid: ${reason}`] as const);
      const concluded = { reason: observed, concluded: true } as const;
      if (refund.state === to) update(refund.terms.refundReference, concluded);
      else moveTo(refund, to, concluded);
      return [draft(refund.terms.refundReference)];
    },
  };
}
