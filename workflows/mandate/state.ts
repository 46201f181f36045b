import { beginning, countWebhook } from '../../src/domain/lifecycle/lifecycle.js';
import { inWords } from '../../src/domain/lifecycle/webhook.js';
import { type Debit, debitedOf, isOver, NO_DEBITS, packedWith } from '../../src/domain/mandate/debit.js';
import type { ChangedDebits } from '../../src/domain/mandate/change-debit.js';
import { isWarning } from '../../src/domain/mandate/debits.js';
import { takeRules } from '../../src/domain/mandate/newer-rules.js';
import { whyWithdrawn } from '../../src/domain/pull/next-step.js';
import {
  type FenceCause,
  isEnded,
  isWaiting,
  MANDATE_TRANSITIONS,
  type MandateSnapshot,
  type MandateState,
  type MandateTerms,
} from '../../src/domain/mandate/mandate.js';
import type { MandateReading, MandateRecord } from '../../src/domain/mandate/verdict.js';
import { type Kobo, totalOf, ZERO } from '../../src/domain/money.js';
import { awaitsDecision, reviewKey } from '../../src/domain/lifecycle/review.js';
import type { ReviewResolution } from '../shared/messages.js';
import { createUnderWay } from '../shared/run/follow.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { clearJudged } from '../shared/run/rules.js';
import { createLifecycleState, timestamp } from '../shared/run/state.js';
import { describeMandate } from './details.js';
import { surroundingsOf } from '../../src/domain/mandate/surroundings.js';
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

/** Whether a cancel was lost: the key of its review item. */
export const COMMANDS_KEY = reviewKey({ kind: 'unresolved', subject: 'commands' });

const isPaused = ({ state }: Debit) => state === 'PAUSED';

export function createMandate(initial: MandateSnapshot) {
  const record = createLifecycleState<MandateSnapshot>(initial, {
    describe: describeMandate,
    allowedTransitions: MANDATE_TRANSITIONS,
    worth: ({ debits }) => debits.at(-1)?.amountKobo ?? ZERO,
    // a webhook is about one debit; the others were reported already
    inWebhooks: (snapshot) => ({
      ...snapshot,
      debits: snapshot.debits.filter((debit) => !isOver(debit)),
      packed: packedWith(snapshot.packed, snapshot.debits.filter(isOver)),
      forgotten: '',
      seen: [],
    }),
    readable: (snapshot) => ({ ...snapshot, forgotten: '' }),
  });
  const { snapshot, mayBecome, raise, clear } = record;
  const findDebit = (reference: string) => snapshot().debits.find((debit) => debit.reference === reference);

  const underWay = createUnderWay((reference) => {
    const debit = findDebit(reference);
    return debit && whyWithdrawn(debit, surroundingsOf(snapshot(), debit));
  });

  function change(part: Partial<MandateSnapshot>): void {
    record.change(part);
    underWay.noteChange();
  }

  function transitionTo(to: MandateState, reason: string): void {
    record.transitionTo(to, reason);
    underWay.noteChange();
  }

  /** Keeps the debits, and the sums that follow from them. */
  function setDebits({ debits, forgotten, packed, debited }: ChangedDebits): void {
    const before = snapshot();
    const wasPaused = before.debits.some(isPaused);
    change({ debits, packed, debited, ...(forgotten !== '' && { forgotten }) });
    clearJudged(record, debits);
    // a resume finds what is paused by this word
    if (debits.some(isPaused) !== wasPaused) record.showAs(wasPaused ? before.state : 'PAUSED');
  }

  /** Counts a webhook that is due, for its id. */
  function countDue(reference: string, type: string): string {
    const { rebuiltAt, debits } = snapshot();
    const { due, ordinal } = countWebhook(
      findDebit(reference)?.due,
      type,
      isWarning(type) ? rebuiltAt : undefined,
    );
    change({ debits: debits.map((debit) => (debit.reference === reference ? { ...debit, due } : debit)) });
    return ordinal;
  }

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
    // whether a cancel was lost matters no longer
    if (to === 'CANCELLED') liftFence('commands');
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

  const otherFences = (cause: FenceCause) =>
    (snapshot().fences ?? []).filter((fence) => fence.cause !== cause);

  function setFence(cause: FenceCause, reason: string): void {
    change({ fences: [...otherFences(cause), { cause, reason, since: timestamp() }] });
  }

  /** Its cause is gone; the other reasons against debits stay. */
  function liftFence(cause: FenceCause): void {
    const left = otherFences(cause);
    if (left.length === 0) drop('fences');
    else change({ fences: left });
    if (cause === 'commands') clear(({ key }) => key === COMMANDS_KEY);
    if (cause === 'total') clear(({ key }) => key === TOTAL_KEY);
  }

  /** No debit starts until a person has answered. */
  function askBeforeDebits(cause: 'total' | 'commands', reason: string): void {
    const { amountKobo, debitAmountKobo, plan } = snapshot().terms;
    const atRiskKobo = amountKobo ?? debitAmountKobo ?? plan?.amountKobo ?? ZERO;
    setFence(cause, reason);
    raise({ kind: 'unresolved', subject: cause, reason, atRiskKobo });
  }

  /** The end that an operator concluded: the one that was due. */
  function conclude(reason: string): WebhookDraft[] {
    const { state, cancel } = snapshot();
    if (isEnded(state)) return [];
    const to = cancel ? 'CANCELLED' : isWaiting(state) ? 'AUTHORIZATION_EXPIRED' : 'EXPIRED';
    return [transition(to, `an operator concluded it: ${reason}`)];
  }

  /** An operator dismisses a refused cancel: debits may start again. */
  function dropCancel(): void {
    drop('cancel');
    liftFence('cancel');
  }

  /** The gateway did not carry the cancel out. What the merchant asked for stays: no debit starts. */
  function doubtCancel(reason: string): void {
    const { cancel, terms } = snapshot();
    if (!cancel) return;
    const why = `an operator concluded that it was not carried out: ${reason}`;
    change({ cancel: { requestedAt: cancel.requestedAt, refusedAt: timestamp(), reason: why } });
    raise({ kind: 'cancel-refused', reason: why, atRiskKobo: terms.amountKobo ?? ZERO });
  }

  /** After a recovery: what an operator states was debited on demand, beside what is known. */
  function addStated(stated: Kobo): void {
    const { debits, packed = NO_DEBITS } = snapshot();
    const { count, sumKobo, mostKobo } = packed;
    const added = { count, sumKobo: totalOf(sumKobo, stated), mostKobo: totalOf(mostKobo, stated) };
    change({ packed: added, debited: debitedOf(debits, added) });
    liftFence('total');
  }

  /** The gateway had no such mandate before: a lost run cannot have debited anything. It may have taken a cancel. */
  function forgetLoss(): void {
    if (snapshot().lost === undefined) return;
    drop('lost');
    liftFence('total');
  }

  return {
    ...record,
    change,
    transitionTo,
    ...underWay,
    findDebit,
    setDebits,
    countDue,
    forgetLoss,
    draft,
    apply,
    transition,
    setFence,
    liftFence,
    askBeforeDebits,
    takeRules: (version: number) => takeRules(snapshot(), version),
    isOpen: () => !isEnded(snapshot().state),
    isContradictedBy(reading: MandateReading): boolean {
      if (reading.kind !== 'status' || reading.to === undefined) return false;
      const { state } = snapshot();
      return isEnded(state) && !isEnded(reading.to) && !mayBecome(reading.to);
    },
    conflict,
    /** Further effects of an operator's decision. */
    onResolved({ key, decision, reason, amountKobo }: ReviewResolution): WebhookDraft[] {
      if (key === TOTAL_KEY) addStated(amountKobo ?? ZERO);
      if (key === COMMANDS_KEY && decision === 'did-not-happen') liftFence('commands');
      if (key === 'cancel-refused' && decision === 'dismiss') dropCancel();
      if (key === 'unresolved:status') {
        if (decision === 'happened') return conclude(reason);
        doubtCancel(reason);
      }
      return [];
    },
    isAnswerable: () => {
      const { state, review, authorizationLink } = snapshot();
      return state !== 'PENDING' || authorizationLink !== undefined || awaitsDecision(review);
    },
  };
}
