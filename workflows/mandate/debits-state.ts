import { mayBecome } from '../../src/domain/lifecycle/transitions.js';
import { inWords } from '../../src/domain/lifecycle/webhook.js';
import {
  type Debit,
  DEBIT_TRANSITIONS,
  type DebitState,
  isEnded,
  isOver,
  isSafeToDebitAgain,
  isUnsent,
  isWithoutMoney,
  keepDebits,
  wasForgotten,
  wasForgottenUnpaid,
} from '../../src/domain/mandate/debit.js';
import type { MandateSnapshot } from '../../src/domain/mandate/mandate.js';
import { type DebitReading, type DebitRecord, judgeDebit } from '../../src/domain/mandate/verdict.js';
import { toDebitRow } from '../../src/domain/mandate/view.js';
import { totalOf, ZERO } from '../../src/domain/money.js';
import type { Settings } from '../../src/config/settings.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { type LifecycleState, timestamp } from '../shared/run/state.js';

export type UnsentEnd = 'CANCELLED' | 'EXPIRED' | 'REFUSED' | 'FAILED';

/** Where a debit of the plan that is not listed belongs. */
export type FoundAttempt = Required<Pick<Debit, 'day' | 'attempt' | 'dueAt' | 'notAfter'>>;

/** The review item of a debit whose outcome the gateway has not reported. */
const overdueKey = (reference: string) => `unresolved:status:${reference}`;

/** The review item of an event that no record proves. */
const unprovenKey = (reference: string) => `unproven-event:${reference}`;

/** Snapshots are JSON: an undefined field is an absent one. */
const without = (...fields: readonly (keyof Debit)[]) =>
  Object.fromEntries(fields.map((field) => [field, undefined])) as Partial<Debit>;

const isPaused = ({ state }: Debit) => state === 'PAUSED';

/** The debits of a mandate: the only place that changes them. */
export function createDebits(record: LifecycleState<MandateSnapshot>) {
  const { snapshot, change, raise, clear } = record;

  const find = (reference: string) => snapshot().debits.find((debit) => debit.reference === reference);

  function setDebits(all: readonly Debit[]): void {
    const wasPaused = snapshot().debits.some(isPaused);
    const { debits, forgotten } = keepDebits(all, snapshot().forgotten ?? '', Date.now());
    change({ debits, ...(forgotten !== '' && { forgotten }) });
    // a resume finds what is paused by this word
    if (debits.some(isPaused) !== wasPaused) record.showAs(wasPaused ? snapshot().state : 'PAUSED');
  }

  function update(reference: string, part: Partial<Debit>): void {
    setDebits(
      snapshot().debits.map((debit) => (debit.reference === reference ? { ...debit, ...part } : debit)),
    );
  }

  function count({ amountKobo }: Debit): void {
    const { debited } = snapshot();
    change({ debited: { count: debited.count + 1, sumKobo: totalOf(debited.sumKobo, amountKobo) } });
  }

  function moveTo(debit: Debit, to: DebitState, part: Partial<Debit> & { readonly reason: string }): void {
    if (!mayBecome(DEBIT_TRANSITIONS, debit.state, to)) {
      throw new Error(`debit ${debit.reference}: ${debit.state} may not become ${to}: ${part.reason}`);
    }
    if (to === 'PAID') {
      count(debit);
      raiseIfTwice(debit);
    }
    update(debit.reference, { ...part, ...(to === 'PAID' && without('claimed')), state: to });
  }

  function draft(reference: string, name?: string): WebhookDraft {
    const debit = find(reference);
    const state = debit?.state ?? 'PENDING';
    const type = name ?? (debit?.foreign ? 'unexpected' : inWords(state));
    return {
      type: `mandate.debit-${type}`,
      // what follows after a failure was taken back is another effect
      effect: `debit-${type}:${reference}${debit?.reopened === undefined ? '' : `:${debit.reopened}`}`,
      ...(debit && { about: { debit: toDebitRow(debit, snapshot()) } }),
    };
  }

  /** The gateway contradicts what it had reported about a debit. */
  function conflict(
    { reference, amountKobo }: Pick<Debit, 'reference' | 'amountKobo'>,
    reason: string,
  ): WebhookDraft[] {
    const isNew = raise({
      kind: 'conflicting-records',
      subject: reference,
      reason: `debit ${reference}: ${reason}`,
      atRiskKobo: amountKobo,
    });
    return isNew ? [{ type: 'mandate.conflicting-records', effect: `conflict:${reference}` }] : [];
  }

  /** Whether a debit of this due date is listed: its other attempts are read, or were. */
  const isDateKnown = (day: string) => snapshot().debits.some((debit) => debit.day === day && !debit.unread);

  const wasListedUnpaid = (reference: string) => wasForgottenUnpaid(snapshot().forgotten ?? '', reference);

  /** Two attempts of one due date were paid: the customer paid twice. */
  function raiseIfTwice({ reference, day, amountKobo }: Debit): void {
    const others = snapshot().debits.filter((other) => other.day === day && other.reference !== reference);
    const paid = day === undefined ? undefined : others.find(({ state }) => state === 'PAID');
    if (!paid) return;
    const reason = `debit ${reference} was paid, and so was ${paid.reference} of the same due date, ${day}`;
    raise({ kind: 'duplicate-payment', subject: reference, reason, atRiskKobo: amountKobo });
  }

  /** A failure that a record takes back counts for nothing: it is followed again, until two reads show it anew. */
  function reopen(debit: Debit, reason: string): WebhookDraft[] {
    const { reference, sentAt = timestamp(), reopened = 0 } = debit;
    moveTo(debit, 'PENDING', {
      reason,
      sentAt,
      checks: 0,
      reopened: reopened + 1,
      ...without('failedAt', 'failedTwice'),
    });
    return [draft(reference)];
  }

  /** Applies what a read shows, and returns the webhooks for the merchant. */
  function applyDebit(reference: string, reading: DebitReading): WebhookDraft[] {
    const debit = find(reference);
    record.weighDoubt(reference, reading);
    // an operator who concluded a failure knew that no record shows the end
    const isTakenBack = reading.kind === 'pending' && debit?.state === 'FAILED' && !debit.concluded;
    if (isTakenBack) return reopen(debit, reading.observed);
    if (!debit || reading.kind !== 'end' || reading.to === debit.state) return [];
    const { to, observed } = reading;
    if (to === 'FAILED' && debit.state === 'PAID')
      return conflict(debit, 'the gateway reports FAILED after PAID');
    // an end without money never contradicts another
    if (to === 'FAILED' && isEnded(debit.state)) return [];
    const wasSafe = isWithoutMoney(debit);
    moveTo(debit, to, { reason: observed, ...(to === 'FAILED' && { failedAt: timestamp() }) });
    // a failure that a record shows is an outcome, and no answer to an event that reported money
    const answered = [overdueKey(reference), ...(to === 'PAID' ? [unprovenKey(reference)] : [])];
    clear(({ key }) => answered.includes(key));
    const ended = draft(reference);
    if (!wasSafe) return [ended];
    return [ended, ...conflict(debit, 'it was paid after it was reported as safe to debit again')];
  }

  function raiseUnproven(reference: string): void {
    const reason = `the gateway's record does not show what an event reported about ${reference}`;
    const atRiskKobo = find(reference)?.amountKobo ?? ZERO;
    const isNew = raise({ kind: 'unproven-event', subject: reference, reason, atRiskKobo });
    const isOpen = snapshot().review.some(({ key }) => key === unprovenKey(reference));
    // a person has decided about this money before
    if (!isNew && !isOpen) dropClaim(reference);
  }

  /** A person has decided what the event means. */
  function dropClaim(reference: string): void {
    if (find(reference)?.claimed) update(reference, without('claimed'));
  }

  return {
    findDebit: find,
    updateDebit: update,
    debitDraft: draft,
    applyDebit,
    addDebit: (debit: Debit) => setDebits([...snapshot().debits, debit]),
    wasListed: (reference: string) => wasForgotten(snapshot().forgotten ?? '', reference),
    wasListedUnpaid,
    /** The gateway shows money of a debit that is no longer listed. */
    weighForgotten(paid: Pick<Debit, 'reference' | 'amountKobo'>): WebhookDraft[] {
      const isUnknown = !find(paid.reference) && wasListedUnpaid(paid.reference);
      return isUnknown ? conflict(paid, 'it was paid after it was reported as safe to debit again') : [];
    },
    isDebitUnsent: (reference: string) => {
      const debit = find(reference);
      return debit !== undefined && isUnsent(debit);
    },
    /**
     * A debit that is not listed, as the gateway's record shows it. It is foreign unless it is an attempt of the plan that a
     * lost run sent.
     */
    addFoundDebit(found: DebitRecord, attempt?: FoundAttempt): WebhookDraft[] {
      const { paymentReference: reference, debitAmount, narration } = found;
      const amountKobo = debitAmount ?? ZERO;
      const reading = judgeDebit({ amountKobo }, snapshot().mandateCode, found);
      const at = timestamp();
      const debit: Debit = {
        reference,
        amountKobo,
        narration: narration ?? '',
        state: 'PENDING',
        reason: `${attempt ? 'a lost run sent it' : 'not requested here'}; the gateway reports ${found.transactionStatus}`,
        requestedAt: at,
        dueAt: at,
        notAfter: at,
        sentAt: at,
        nextCheckAt: at,
        ...(attempt ? { ...attempt, ...(!isDateKnown(attempt.day) && { unread: true }) } : { foreign: true }),
      };
      setDebits([...snapshot().debits, debit]);
      const drafts = applyDebit(reference, reading);
      return drafts.length > 0 || attempt ? drafts : [draft(reference)];
    },
    /** The gateway accepted it. */
    setDebitSent(reference: string, { debitChecksMs }: Settings, sent?: DebitRecord): void {
      const debit = find(reference);
      if (!debit) return;
      const transactionReference = sent?.transactionReference;
      const part = {
        sentAt: timestamp(),
        checks: 0,
        nextCheckAt: new Date(Date.now() + (debitChecksMs[0] ?? 0)).toISOString(),
        ...(transactionReference && { transactionReference }),
      };
      const reason = 'sent to the gateway';
      // an event may have shown the outcome before the reply did
      if (isEnded(debit.state)) update(reference, part);
      else if (debit.state === 'PENDING') update(reference, { ...part, reason });
      else moveTo(debit, 'PENDING', { ...part, reason });
    },
    enterDebit(reference: string, to: 'PAUSED' | 'PENDING', reason: string): void {
      const debit = find(reference);
      if (debit && debit.state !== to && !isEnded(debit.state)) moveTo(debit, to, { reason });
    },
    /** Ends it without a send that had an effect. */
    endDebitUnsent(reference: string, to: UnsentEnd, reason: string): WebhookDraft[] {
      const debit = find(reference);
      // an event may have shown the outcome
      if (!debit || isEnded(debit.state)) return [];
      moveTo(debit, to, { reason, ...(to === 'FAILED' && { failedAt: timestamp(), failedTwice: true }) });
      return [draft(reference)];
    },
    /** A failure counts once a second read, minutes after the first, shows it too. */
    weighDebitFailure(reference: string, reading: DebitReading, settings: Settings): WebhookDraft[] {
      const { state, failedAt, failedTwice } = find(reference) ?? {};
      if (state !== 'FAILED' || failedAt === undefined || failedTwice) return [];
      const isShown = reading.kind === 'end' && reading.to === 'FAILED';
      if (!isShown || Date.now() < Date.parse(failedAt) + settings.failureConfirmMs) return [];
      update(reference, { failedTwice: true });
      clear(({ key }) => key === overdueKey(reference));
      const debit = find(reference);
      if (debit?.claimed) raiseUnproven(reference);
      return debit && isSafeToDebitAgain(debit, snapshot()) ? [draft(reference, 'safe-to-repeat')] : [];
    },
    raiseUnproven,
    /** An event reported money of it. */
    setClaimed(reference: string): void {
      const debit = find(reference);
      if (debit && debit.state !== 'PAID' && !debit.claimed) update(reference, { claimed: true });
    },
    dropClaim,
    /** Every attempt of a due date that a lost run may have sent was read. */
    setDateRead(day: string): void {
      const { debits } = snapshot();
      if (!debits.some((debit) => debit.day === day && debit.unread)) return;
      setDebits(debits.map((debit) => (debit.day === day ? { ...debit, ...without('unread') } : debit)));
    },
    /** An operator concluded what the gateway never reported. */
    concludeDebit(reference: string, hasHappened: boolean, why: string): WebhookDraft[] {
      const debit = find(reference);
      if (!debit || isOver(debit)) return [];
      const to = hasHappened ? 'PAID' : 'FAILED';
      const reason = `an operator concluded that it was ${hasHappened ? 'paid' : 'not paid'}: ${why}`;
      const concluded = { reason, concluded: true, ...without('claimed') } as const;
      if (debit.state === to) update(reference, concluded);
      else moveTo(debit, to, concluded);
      return [draft(reference)];
    },
  };
}
