import { isOver } from '../../src/domain/mandate/debit.js';
import { isWaiting } from '../../src/domain/mandate/mandate.js';
import { dueNow, isBeforeLoss, type PlannedDebit, plannedDebit } from '../../src/domain/mandate/planned.js';
import type { Settings } from '../../src/config/settings.js';
import { pull } from '../shared/pull/pull.js';
import { createFollower } from '../shared/run/follow.js';
import { placeOf } from './debit-places.js';
import { addLost, addMissed, addPlanned } from './debits.js';
import type { MandateLifecycle } from './lifecycle.js';
import { askForOlderDates } from './rebuild.js';

export type MandateWork = ReturnType<typeof createMandateWork>;

/** What runs beside the main loop: the debits, each from its due time to its outcome; the plan; reminders. */
export function createMandateWork(lifecycle: MandateLifecycle) {
  const { pace } = lifecycle;
  const { start, followAll } = createFollower(lifecycle, {
    openKeys: () =>
      lifecycle
        .subject()
        .snapshot()
        .debits.filter((debit) => !isOver(debit))
        .map(({ reference }) => reference),
    follow: (reference) => pull(lifecycle, placeOf(lifecycle, reference)),
  });

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
      if (mandate.isOpen() && pace.now() >= due.at) takeDue(settings);
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

  function takeDue({ debitValidityMs: validityMs, holidays }: Settings, now = pace.now()): void {
    const mandate = lifecycle.subject();
    const { terms } = mandate.snapshot();
    const rules = { now, validityMs, holidays };
    const { debits, missed, next } = dueNow(terms, mandate.snapshot(), rules);
    mandate.change({ nextDue: next });
    const lost = debits.filter(({ at }) => isBeforeLoss(mandate.snapshot().lost, at));
    const followed = lost.slice(-MOST_LOST_DATES);
    for (const due of debits.filter((each) => !lost.includes(each))) addPlanned(lifecycle, due);
    for (const due of followed) addLost(lifecycle, due);
    askForOlderDates(lifecycle, lost.slice(0, lost.length - followed.length));
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
      const { terms, lost, unexpected } = lifecycle.subject().snapshot();
      // before any event is taken: it may be about one of them
      if (lost && terms.plan && !unexpected) takeDue(settings, Date.parse(lost.until));
      lifecycle.spawn(followAll());
      lifecycle.spawn(runPlan());
      lifecycle.spawn(remind());
    },
  };
}

/** Due dates of a lost run that are looked for, each with all its attempts. */
const MOST_LOST_DATES = 60;
