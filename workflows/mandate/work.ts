import { type Debit, isAwaited, isOver, isUnsent } from '../../src/domain/mandate/debit.js';
import { isWaiting } from '../../src/domain/mandate/mandate.js';
import { dueNow, type PlannedDebit, plannedDebit } from '../../src/domain/mandate/planned.js';
import type { Settings } from '../../src/config/settings.js';
import type { Wait } from '../shared/gateway/operation.js';
import { createTurns } from '../shared/run/turns.js';
import { checkDebit } from './checks.js';
import { addMissed, addPlanned, addRetries } from './debits.js';
import type { MandateLifecycle } from './lifecycle.js';
import { isOfLostRun } from './lost.js';
import { readLostDates, waitForOtherAttempts, whySuperseded } from './other-attempts.js';
import { isBegun, sendDebit, whyDropped } from './send.js';

export type MandateWork = ReturnType<typeof createMandateWork>;

/** What runs beside the main loop: sending debits one after the other, following each, the plan, reminders. */
export function createMandateWork(lifecycle: MandateLifecycle) {
  const { pace } = lifecycle;
  const inTurn = createTurns();
  const underWay = new Set<string>();

  function start(reference: string): void {
    underWay.add(reference);
    lifecycle.spawn(processDebit(reference).finally(() => underWay.delete(reference)));
  }

  /** A record may show a debit that a lost run sent, or take a failure back: it is followed from then on. */
  async function followFound(): Promise<void> {
    const unfollowed = () =>
      lifecycle
        .subject()
        .snapshot()
        .debits.filter((debit) => isAwaited(debit) && !underWay.has(debit.reference));
    for (;;) {
      await pace.until(() => unfollowed().length > 0);
      for (const { reference } of unfollowed()) start(reference);
    }
  }

  async function processDebit(reference: string): Promise<void> {
    await waitUntilDue(reference);
    const debit = lifecycle.subject().findDebit(reference);
    if (debit && isUnsent(debit)) await inTurn(() => sendDebit(lifecycle, debit));
    await follow(reference);
    addRetries(lifecycle, await lifecycle.settings()).forEach(start);
  }

  /** Outside of the turns: a debit that waits does not hold up another one. */
  async function waitUntilDue(reference: string): Promise<void> {
    for (;;) {
      const debit = lifecycle.subject().findDebit(reference);
      if (!debit || !isUnsent(debit) || isBegun(lifecycle, debit)) return;
      const { lost } = lifecycle.subject().snapshot();
      const isLost = lost !== undefined && (await isOfLostRun(lifecycle, debit));
      const wait = await (isLost ? waitForLost(debit) : waitToSend(debit));
      if (!wait) return;
      await pace.pause(wait.until, wait.summary, wait.wake);
    }
  }

  async function waitToSend(debit: Debit): Promise<Wait | undefined> {
    const notAfter = Date.parse(debit.notAfter);
    const isDropped = () => whyDropped(lifecycle, debit) !== undefined;
    const now = Date.now();
    // the operation ends what is dropped or too late
    if (isDropped() || now >= notAfter) return undefined;
    const later = whenToSend(debit);
    if (later) return { ...later, wake: () => later.wake() || isDropped() };
    const wait = await waitForOtherAttempts(lifecycle, debit);
    return wait && { ...wait, until: Math.min(wait.until, notAfter), wake: isDropped };
  }

  /** Until when it cannot be sent; undefined when it can, or when it is too late. */
  function whenToSend({ reference, ...debit }: Debit): Required<Wait> | undefined {
    const mandate = lifecycle.subject();
    const [dueAt, notAfter] = [Date.parse(debit.dueAt), Date.parse(debit.notAfter)];
    const now = Date.now();
    if (now < dueAt) return { until: dueAt, summary: `Wait until ${reference} is due`, wake: () => false };
    if (mandate.isDebitable() || now >= notAfter) return undefined;
    const summary = 'Wait until the mandate can be debited';
    return { until: notAfter, summary, wake: () => mandate.isDebitable() };
  }

  /** A lost run may have sent it, or another attempt: all are looked for, whatever became of the mandate. */
  async function waitForLost(debit: Debit): Promise<Wait | undefined> {
    const wait = await waitForOtherAttempts(lifecycle, debit);
    if (whySuperseded(lifecycle, debit) !== undefined) return undefined;
    const { reference } = debit;
    const isDropped = () => whyDropped(lifecycle, debit) !== undefined;
    const later = whenToSend(debit);
    if (wait || isDropped() || !later) return wait;
    const { kind } = await checkDebit(lifecycle, reference);
    return kind === 'absent' ? { ...later, wake: () => later.wake() || isDropped() } : undefined;
  }

  /** No event of a debit is documented: its status is read until it has an outcome. */
  async function follow(reference: string): Promise<void> {
    const mandate = lifecycle.subject();
    for (;;) {
      const debit = mandate.findDebit(reference);
      if (!debit || !isAwaited(debit)) return;
      const { nextCheckAt = debit.requestedAt } = debit;
      await pace.pause(Date.parse(nextCheckAt), `Check ${reference}`, () => {
        const now = mandate.findDebit(reference);
        return !now || isOver(now) || now.nextCheckAt !== nextCheckAt;
      });
      const now = mandate.findDebit(reference);
      const isDue = now && isAwaited(now) && Date.parse(now.nextCheckAt ?? '') <= Date.now();
      if (isDue) await checkDebit(lifecycle, reference);
    }
  }

  async function runPlan(): Promise<void> {
    const mandate = lifecycle.subject();
    const { terms, unexpected } = mandate.snapshot();
    if (!terms.plan || unexpected) return;
    const settings = await lifecycle.settings();
    for (;;) {
      await pace.until(() => mandate.isOpen());
      const due = nextIn(settings);
      showNext(due);
      if (!due) return;
      await pace.pause(due.at, `Next debit of ${terms.reference}`, () => !mandate.isOpen());
      if (mandate.isOpen() && Date.now() >= due.at) takeDue(settings);
    }
  }

  function nextIn({ debitValidityMs: validityMs, holidays }: Settings): PlannedDebit | undefined {
    const { terms, nextDue = 0 } = lifecycle.subject().snapshot();
    return plannedDebit(terms, nextDue, { validityMs, holidays });
  }

  function showNext(due: PlannedDebit | undefined): void {
    const nextDebitAt = due && new Date(due.at).toISOString();
    if (nextDebitAt !== lifecycle.subject().snapshot().nextDebitAt) {
      lifecycle.subject().change({ nextDebitAt } as { nextDebitAt: string });
    }
  }

  function takeDue({ debitValidityMs: validityMs, holidays }: Settings): void {
    const mandate = lifecycle.subject();
    const { terms } = mandate.snapshot();
    const rules = { now: Date.now(), validityMs, holidays };
    const { debits, missed, next } = dueNow(terms, mandate.snapshot(), rules);
    mandate.change({ nextDue: next });
    for (const due of debits) {
      const reference = addPlanned(lifecycle, due);
      if (reference !== undefined) start(reference);
    }
    const last = missed.at(-1);
    if (last) addMissed(lifecycle, missed.length, last.day);
  }

  /** Reminds the merchant of an authorization that is due. */
  async function remind(): Promise<void> {
    const mandate = lifecycle.subject();
    const { mandateRemindersMs } = await lifecycle.settings();
    const isDue = () =>
      isWaiting(mandate.snapshot().state) && mandate.snapshot().state !== 'PENDING_ACTIVATION';
    for (;;) {
      const { reminders = 0, createdAt } = mandate.snapshot();
      const after = mandateRemindersMs[reminders];
      if (after === undefined || createdAt === undefined || !isDue()) return;
      const at = Date.parse(createdAt) + after;
      await pace.pause(at, 'Remind of the authorization', () => !isDue());
      if (!isDue()) return;
      mandate.change({ reminders: reminders + 1 });
      lifecycle.notify({ type: 'mandate.authorization-due', effect: `reminder:${reminders + 1}` });
    }
  }

  return {
    start,
    /** Continues what an earlier run had begun, and starts the plan. */
    async resume(): Promise<void> {
      const settings = await lifecycle.settings();
      for (const debit of lifecycle.subject().snapshot().debits) if (!isOver(debit)) start(debit.reference);
      addRetries(lifecycle, settings).forEach(start);
      lifecycle.spawn(followFound());
      lifecycle.spawn(readLostDates(lifecycle));
      lifecycle.spawn(runPlan());
      lifecycle.spawn(remind());
    },
  };
}
