import type { Settings } from '../../src/config/settings.js';
import { earliest, pauseBefore } from '../../src/domain/lifecycle/schedule.js';
import type { Kobo } from '../../src/domain/money.js';
import { isWaiting } from '../../src/domain/reserved-account/change-credit.js';
import { isOver, nextTurn } from '../shared/run/run-until-closed.js';
import { isContinuing } from '../shared/run/pace.js';
import { creditRules, notifyAll, readCredit, takeReport } from './credits.js';
import type { AccountLifecycle } from './lifecycle.js';
import { sweep } from './sweep.js';

/**
 * A run may have two thousand pending activities; a sweep after an outage may find more credits than that.
 */
const MOST_AT_ONCE = 100;
/** In a history, at most: of what begins a run, and of a credit whose owner and refunds are read as well. */
const EVENTS_OF_START = 20;
const EVENTS_A_CREDIT = 15;
/** Credits whose records are awaited side by side, up to as many as continue-as-new can carry. */
const MOST_AWAITED = 500;

/**
 * Processes events while the account is open, and after its end. It reads each credit separately, so that a
 * stale record delays no other; a daily sweep finds what no event told.
 */
export async function processCredits(lifecycle: AccountLifecycle): Promise<void> {
  const { checks } = lifecycle;
  const account = lifecycle.subject();
  const inProgress = new Set<string>();
  let isSweeping = false;

  const awaited = () =>
    account
      .openCredits()
      .filter(({ transactionReference: key, readAt }) => readAt !== undefined && !inProgress.has(key));

  /** As many as a run can read to the end before it continues as new: what is cut off is read again from the beginning. */
  const mostAtOnce = () =>
    Math.max(1, Math.min(MOST_AT_ONCE, Math.floor((limitOf(lifecycle) - EVENTS_OF_START) / EVENTS_A_CREDIT)));

  const creditsDue = (now: number): string[] =>
    awaited()
      .filter(({ readAt = Infinity }) => readAt <= now)
      .slice(0, Math.max(mostAtOnce() - inProgress.size, 0))
      .map(({ transactionReference }) => transactionReference);

  const nextCredit = () =>
    inProgress.size >= mostAtOnce() ? undefined : earliest(...awaited().map(({ readAt }) => readAt));

  const nextSweep = ({ checkGapMs }: Settings) => (isSweeping ? undefined : checks.dueAt(checkGapMs));

  /**
   * A separate timer, which credits do not reset: resetting it with each credit would cost two history
   * events.
   */
  async function sweepDaily({ dailyCheckMs, recheckScheduleMs }: Settings): Promise<void> {
    /** A day after the last sweep; sooner when the gateway did not answer the last one. */
    const dueAt = () => {
      const unanswered = checks.undecided();
      const pause = unanswered === 0 ? dailyCheckMs : pauseBefore(recheckScheduleMs, unanswered - 1);
      return (checks.lastStart() ?? Date.parse(account.snapshot().epoch)) + pause;
    };
    while (account.isOpen()) {
      const due = dueAt();
      await lifecycle.pace.pause(due, 'Daily sweep', () => !account.isOpen() || dueAt() < due);
      if (account.isOpen() && dueAt() <= Date.now()) checks.request('daily');
      await lifecycle.pace.until(() => !checks.isWanted() && !isSweeping);
    }
  }

  async function readOnce(key: string): Promise<void> {
    inProgress.add(key);
    try {
      await readCredit(lifecycle, key);
    } finally {
      inProgress.delete(key);
    }
  }

  async function sweepOnce(): Promise<void> {
    isSweeping = true;
    checks.started();
    try {
      const swept = await sweep(lifecycle);
      if (swept) account.setSweepResult(swept);
      const isComplete = swept?.isComplete === true;
      if (isComplete) checks.resetUndecided();
      else checks.countUndecided();
      checks.ended(isComplete);
    } catch (error) {
      // the next run carries the request and answers it
      if (!isContinuing(error)) throw error;
    } finally {
      isSweeping = false;
    }
  }

  const isAwaiting = () => inProgress.size > 0 || account.openCredits().some((each) => !isWaiting(each));
  const hasWork = () => !lifecycle.inbox.isEmpty() || isAwaiting() || checks.isWanted();
  if (!account.isOpen() && !hasWork()) {
    if (isOver(lifecycle, { dueAt: () => undefined, summary: () => '', isDone: () => true })) return;
  }
  const settings = await lifecycle.settings();
  takeEarlierClaims(lifecycle);
  const turn = {
    dueAt: () => earliest(nextCredit(), nextSweep(settings)),
    summary: () => 'Recheck with the gateway',
    isDone: () => !account.isOpen() && !isAwaiting(),
    // the inbox is drained as reads finish
    hasEvents: () => !lifecycle.inbox.isEmpty() && freeCapacity(lifecycle) > 0,
  };
  if (account.isOpen()) lifecycle.spawn(sweepDaily(settings));
  for (;;) {
    if (isOver(lifecycle, turn)) return;
    await nextTurn(lifecycle, turn);
    takeEvents(lifecycle);
    for (const key of creditsDue(lifecycle.pace.now())) lifecycle.spawn(readOnce(key));
    const sweepAt = nextSweep(settings);
    if (sweepAt !== undefined && sweepAt <= lifecycle.pace.now()) lifecycle.spawn(sweepOnce());
  }
}

const limitOf = (lifecycle: AccountLifecycle) =>
  lifecycle.given()?.continueAsNewAfterHistoryEvents ?? Infinity;

function freeCapacity(lifecycle: AccountLifecycle): number {
  const now = lifecycle.pace.now();
  const awaited = lifecycle
    .subject()
    .openCredits()
    .filter((each) => !isWaiting(each));
  const due = awaited.filter(({ readAt = Infinity }) => readAt <= now).length;
  return Math.max(Math.min(MOST_AT_ONCE - due, MOST_AWAITED - awaited.length), 0);
}

function takeEvents(lifecycle: AccountLifecycle): void {
  const account = lifecycle.subject();
  for (const event of lifecycle.inbox.take(freeCapacity(lifecycle))) {
    if (account.hasSeen(event.key)) continue;
    account.markSeen(event.key);
    switch (event.kind) {
      case 'collection':
        takeReport(lifecycle, event);
        break;
      case 'rejected-payment':
        notifyAll(lifecycle, account.reject(event));
        break;
      case 'refund-ended':
        notifyAll(lifecycle, account.recordRefund(event, creditRules(lifecycle)));
        break;
      case 'invoice-attached':
        notifyAll(lifecycle, account.attach(event, creditRules(lifecycle)));
        break;
      // all others are for other kinds
      default:
        break;
    }
  }
}

/** A run of an earlier version kept claims beside the account. */
function takeEarlierClaims(lifecycle: AccountLifecycle): void {
  const claims = lifecycle.claims();
  if (claims.length === 0) return;
  lifecycle.setClaims([]);
  for (const { key, subject, level } of claims) {
    const amountKobo = level as Kobo;
    takeReport(lifecycle, {
      kind: 'collection',
      key,
      eventType: 'claimed',
      transactionReference: subject,
      paymentReference: subject,
      amountKobo,
    });
  }
}
