import { isDay } from '../../src/domain/calendar.js';
import { type SweepSnapshot, unresolvedIn } from '../../src/domain/sweep/sweep.js';
import { refuseInput, refusedInput } from '../shared/run/input.js';
import { isOver, nextTurn, runUntilClosed } from '../shared/run/run-until-closed.js';
import { timestamp } from '../shared/run/state.js';
import type { WorkerSettings } from '../shared/run/worker-settings.js';
import { comparePeriods, lookAgain, lookAtWallet, lookForUnsettled, resendNotifications } from './compare.js';
import { registerHandlers } from './handlers.js';
import { createSweepLifecycle, type SweepLifecycle } from './lifecycle.js';
import type { SweepInput } from './messages.js';
import { newSnapshot } from './state.js';

/**
 * Compares the gateway's records of a day with what Oware holds, and of the days before it what may have changed since.
 * Lifecycles that differ are woken as by an event; the sweep looks at them again, and reports. It moves no money.
 */
export async function sweepDay(input: SweepInput, worker: WorkerSettings): Promise<SweepSnapshot> {
  refuseInput(input, () => undefined, { beginnings: ['command', 'carried'] });
  if (input.from === 'command' && !isDay(input.reference)) {
    throw refusedInput('reference: expected a day, such as 2026-01-31', { reference: '' });
  }
  const lifecycle = createSweepLifecycle(input, worker);
  registerHandlers(lifecycle);
  return runUntilClosed(lifecycle, async () => {
    if (input.from === 'command') {
      lifecycle.begin(newSnapshot({ reference: input.reference }, timestamp()));
      lifecycle.subject().show();
    }
    const sweep = lifecycle.subject();
    do {
      if (!sweep.isOver()) await work(lifecycle);
      await close(lifecycle);
      // the day may be swept again before the run has closed
    } while (!sweep.isOver());
    return sweep.snapshot();
  });
}

async function work(lifecycle: SweepLifecycle): Promise<void> {
  const sweep = lifecycle.subject();
  const settings = await lifecycle.settings();
  const { sweepMarginMs, sweepRecheckScheduleMs } = settings;
  if (sweep.snapshot().state === 'COMPARING') {
    if (sweep.snapshot().done === 0) leaveOutNewest(lifecycle, sweepMarginMs);
    await comparePeriods(lifecycle, settings);
    await lookForUnsettled(lifecycle, settings);
    await lookAtWallet(lifecycle);
    if (unresolvedIn(sweep.snapshot()).length > 0) {
      const looks = sweepRecheckScheduleMs.map((ms) => Date.now() + ms);
      sweep.change({ looks });
      sweep.transitionTo('RECHECKING', 'what differs was woken and is looked at again');
      await resendNotifications(lifecycle);
    }
  }
  for (let [due, ...later] = sweep.snapshot().looks ?? []; due !== undefined; [due, ...later] = later) {
    if (unresolvedIn(sweep.snapshot()).length === 0) break;
    await lifecycle.pace.pause(due, 'Next look at the differences');
    await lookAgain(lifecycle);
    sweep.change({ looks: later });
  }
  const pause = settings.sweepRepeatScheduleMs[sweep.snapshot().repeats];
  const isNew = sweep.end(pause === undefined ? undefined : Date.now() + pause);
  const { startedAt, repeats } = sweep.snapshot();
  if (isNew) lifecycle.notify({ type: 'sweep.completed', effect: `completed:${startedAt}:${repeats}` });
}

/** Records of the last moments may not be in the listings yet, and their events are under way. */
function leaveOutNewest(lifecycle: SweepLifecycle, marginMs: number): void {
  const sweep = lifecycle.subject();
  const { until } = sweep.snapshot();
  const newest = Date.now() - marginMs;
  if (newest < Date.parse(until)) sweep.change({ until: new Date(newest).toISOString() });
}

/**
 * Waits until the merchant has the webhook and no review item is open, until the day is swept again on request, or until
 * what was left is due to be repeated.
 */
async function close(lifecycle: SweepLifecycle): Promise<void> {
  const sweep = lifecycle.subject();
  const isAsked = () => !sweep.isOver();
  const turn = {
    dueAt: sweep.repeatAt,
    summary: () => 'Repeat what was left',
    isDone: sweep.isOver,
    hasEvents: () => lifecycle.hasEvents() || isAsked(),
  };
  while (!isAsked() && !isOver(lifecycle, turn)) {
    const due = sweep.repeatAt();
    if (due !== undefined && due <= lifecycle.pace.now()) {
      sweep.repeat(timestamp());
      return;
    }
    await nextTurn(lifecycle, turn);
    lifecycle.inbox.take();
    lifecycle.checks.started();
    lifecycle.checks.ended(true);
  }
}
