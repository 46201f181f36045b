import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { inWords } from '../../src/domain/lifecycle/webhook.js';
import { isOver } from '../../src/domain/mandate/debit.js';
import {
  type Fence,
  isEnded,
  isWaiting,
  MANDATE_TRANSITIONS,
  type MandateSnapshot,
  type MandateState,
  type MandateTerms,
} from '../../src/domain/mandate/mandate.js';
import type { MandateReading, MandateRecord } from '../../src/domain/mandate/verdict.js';
import { type Kobo, ZERO } from '../../src/domain/money.js';
import { awaitsDecision } from '../../src/domain/lifecycle/review.js';
import type { ReviewResolution } from '../shared/messages.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { createLifecycleState, timestamp } from '../shared/run/state.js';
import { createDebits } from './debits-state.js';
import { describeMandate } from './details.js';
import { TOTAL_KEY } from './validators.js';

export type Mandate = ReturnType<typeof createMandate>;

export function newSnapshot(terms: MandateTerms, at: string): MandateSnapshot {
  return {
    ...beginning('PENDING', 'created by the merchant', at),
    lifecycle: 'mandate',
    terms,
    debits: [],
    demands: 0,
    debited: { count: 0, sumKobo: ZERO },
  };
}

const DEBIT_STATUS = /^unresolved:status:(.+)$/s;

export function createMandate(initial: MandateSnapshot) {
  const record = createLifecycleState<MandateSnapshot>(initial, {
    describe: describeMandate,
    allowedTransitions: MANDATE_TRANSITIONS,
    worth: ({ debits }) => debits.at(-1)?.amountKobo ?? ZERO,
    // a webhook is about one debit; the others were reported already
    inWebhooks: (snapshot) => ({
      ...snapshot,
      debits: snapshot.debits.filter((debit) => !isOver(debit)),
      forgotten: '',
      seen: [],
    }),
    readable: (snapshot) => ({ ...snapshot, forgotten: '' }),
  });
  const { snapshot, change, transitionTo, mayBecome, raise, clear } = record;
  const debits = createDebits(record);

  const draft = (effect?: string): WebhookDraft => ({
    type: snapshot().unexpected ? 'mandate.unexpected' : `mandate.${inWords(snapshot().state)}`,
    ...(effect !== undefined && { effect }),
  });

  /** Snapshots are JSON: an undefined field is an absent one. */
  const drop = (...fields: readonly (keyof MandateSnapshot)[]) =>
    change(Object.fromEntries(fields.map((field) => [field, undefined])));

  function transition(to: MandateState, reason: string): WebhookDraft {
    transitionTo(to, reason);
    clear(({ key }) => key === 'unproven-event:mandate' || key === 'unresolved:status');
    if (isEnded(to)) clear(({ kind }) => kind === 'cancel-refused');
    if (!isWaiting(to)) drop('authorizationLink', 'authorizationMessage');
    // a mandate may be suspended and resumed many times
    return draft(`${to}:${snapshot().transitions.at(-1)?.at ?? ''}`);
  }

  /** Keeps what only the record has. */
  function learn({
    mandateCode,
    mandateStatus,
    authorizationLink,
    authorizationMessage,
  }: MandateRecord): void {
    const before = snapshot();
    const isShown = isWaiting(before.state);
    const part = {
      mandateCode,
      gatewayStatus: mandateStatus,
      ...(isShown && authorizationLink && { authorizationLink }),
      ...(isShown && authorizationMessage && { authorizationMessage }),
    };
    const isNew = Object.entries(part).some(([name, value]) => before[name as keyof typeof part] !== value);
    if (isNew) change(part);
  }

  /** Applies what a read shows, and returns the webhooks for the merchant. */
  function apply(reading: MandateReading): WebhookDraft[] {
    record.weighDoubt('mandate', reading);
    if (reading.kind !== 'status') return [];
    const { to, record: found } = reading;
    learn(found);
    const { state, cancel } = snapshot();
    if (to === undefined || to === state || (isEnded(to) && isEnded(state))) return [];
    if (mayBecome(to)) {
      const isOurs = to === 'CANCELLED' && cancel?.acceptedAt !== undefined;
      return [
        transition(to, isOurs ? 'the merchant cancelled it' : `the gateway reports ${found.mandateStatus}`),
      ];
    }
    // an older record takes nothing back; one that revives a mandate which has ended contradicts it
    return isEnded(state) ? conflict(`the gateway reports ${found.mandateStatus} after ${state}`) : [];
  }

  function conflict(reason: string): WebhookDraft[] {
    const atRiskKobo = snapshot().terms.amountKobo ?? ZERO;
    const isNew = raise({ kind: 'conflicting-records', subject: 'state', reason, atRiskKobo });
    return isNew ? [{ type: 'mandate.conflicting-records', effect: `conflict:${reason}` }] : [];
  }

  function setFence(cause: Fence['cause'], reason: string): void {
    change({ fence: { cause, reason, since: timestamp() } });
  }

  /** The end that an operator concluded: the one that was due. */
  function conclude(reason: string): WebhookDraft[] {
    const { state, cancel } = snapshot();
    if (isEnded(state)) return [];
    const to = cancel ? 'CANCELLED' : isWaiting(state) ? 'AUTHORIZATION_EXPIRED' : 'EXPIRED';
    return [transition(to, `an operator concluded it: ${reason}`)];
  }

  /** The cancel did not take place: debits may start again. */
  function dropCancel(): void {
    drop('cancel');
    if (snapshot().fence?.cause === 'cancel') drop('fence');
  }

  /** After a recovery: what an operator states was debited, if it is more than is known. Debits may start again. */
  function setTotal(stated: Kobo): void {
    const { debited, fence } = snapshot();
    if (stated > debited.sumKobo) change({ debited: { ...debited, sumKobo: stated } });
    if (fence?.cause === 'recovery') drop('fence');
  }

  /** The gateway had no such mandate before: a lost run cannot have debited anything. */
  function forgetLoss(): void {
    if (snapshot().lost === undefined) return;
    drop('lost');
    if (snapshot().fence?.cause === 'recovery') drop('fence');
    clear(({ key }) => key === TOTAL_KEY);
  }

  return {
    ...record,
    ...debits,
    forgetLoss,
    draft,
    apply,
    transition,
    setFence,
    isOpen: () => !isEnded(snapshot().state),
    /** Whether a debit may start now. */
    isDebitable: () => snapshot().state === 'ACTIVE' && snapshot().fence === undefined,
    /** Whether a debit that waits may still start. */
    mayDebit: () => !isEnded(snapshot().state) && snapshot().fence === undefined,
    isContradictedBy(reading: MandateReading): boolean {
      if (reading.kind !== 'status' || reading.to === undefined) return false;
      const { state } = snapshot();
      return isEnded(state) && !isEnded(reading.to) && !mayBecome(reading.to);
    },
    conflict,
    /** Further effects of an operator's decision. */
    onResolved({ key, decision, reason, amountKobo }: ReviewResolution): WebhookDraft[] {
      if (key === TOTAL_KEY) setTotal(amountKobo ?? ZERO);
      if (key === 'cancel-refused' && decision === 'dismiss') dropCancel();
      if (key === 'unresolved:status') {
        if (decision === 'happened') return conclude(reason);
        dropCancel();
        return [];
      }
      const reference = DEBIT_STATUS.exec(key)?.[1];
      return reference === undefined ? [] : debits.concludeDebit(reference, decision === 'happened', reason);
    },
    isAnswerable: () => {
      const { state, review, authorizationLink } = snapshot();
      return state !== 'PENDING' || authorizationLink !== undefined || awaitsDecision(review);
    },
  };
}
