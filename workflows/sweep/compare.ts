import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { toFollowSince } from '../../src/domain/compare/follow-since.js';
import { periodsOf, type SweepCheck, unresolvedIn, withPeriod } from '../../src/domain/sweep/sweep.js';
import type { Settings } from '../../src/config/settings.js';
import { ofEvidence } from '../../src/domain/lifecycle/review.js';
import { showNaira } from '../../src/domain/money.js';
import type { PeriodRequest } from '../../src/domain/sweep/period-report.js';
import { CHANGES, COMPARISON, INTERNAL_ONCE } from '../shared/gateway/activity-options.js';
import { answerOf } from '../shared/gateway/answer-of.js';
import type { SweepLifecycle } from './lifecycle.js';

const { comparePeriod, compareAgain, findUnsettled } = proxyActivities<Activities>(COMPARISON);
const { readWalletDay } = proxyActivities<Activities>(INTERNAL_ONCE);
const { resendFailedNotifications } = proxyActivities<Activities>(CHANGES);

/** Periods at once: each of them reads lifecycles and the gateway in several lanes. */
const AT_ONCE = 4;
/** Differences of one activity. */
const LOOKED_AT_ONCE = 100;

/** Compares period by period. What is done is data, so the next run continues from there. */
export async function comparePeriods(lifecycle: SweepLifecycle, { followSince }: Settings): Promise<void> {
  const sweep = lifecycle.subject();
  const periods = periodsOf(sweep.snapshot(), toFollowSince(followSince));
  for (let { done } = sweep.snapshot(); done < periods.length; { done } = sweep.snapshot()) {
    const next = periods.slice(done, done + AT_ONCE);
    const reports = await Promise.all(next.map((period) => compareOne(lifecycle, period)));
    next.forEach((period, index) => {
      sweep.change(withPeriod(sweep.snapshot(), period, reports[index]));
    });
    sweep.change({ done: done + next.length, of: periods.length });
  }
}

function compareOne(lifecycle: SweepLifecycle, period: PeriodRequest) {
  const { source, from } = period;
  const summary = { summary: `${source} from ${new Date(from).toISOString()}` };
  return answerOf(lifecycle, () => comparePeriod.executeWithOptions(summary, [period]));
}

/**
 * Asks the gateway to send its failed notifications of the day again. A repeat changes nothing; without a reply the
 * checks of the sweep are enough.
 */
export async function resendNotifications(lifecycle: SweepLifecycle): Promise<void> {
  const sweep = lifecycle.subject();
  const [first] = periodsOf(sweep.snapshot());
  if (!first) return;
  const request = { startDate: new Date(first.from).toISOString(), endDate: sweep.snapshot().until };
  const answer = await answerOf(lifecycle, () => resendFailedNotifications(request));
  const found = answer?.kind === 'ok' ? answer.body?.recordsFound : undefined;
  if (found != null) sweep.change({ resent: found });
}

/** Looks again at what differed: the lifecycles have checked with the gateway meanwhile. */
export async function lookAgain(lifecycle: SweepLifecycle): Promise<void> {
  const sweep = lifecycle.subject();
  for (let from = 0; from < unresolvedIn(sweep.snapshot()).length;) {
    const open = unresolvedIn(sweep.snapshot()).slice(from, from + LOOKED_AT_ONCE);
    const places = await answerOf(lifecycle, () => compareAgain(open));
    const gone = new Set(places?.map((place) => open[place]));
    const { differences } = sweep.snapshot();
    sweep.change({
      differences: differences.map((each) => (gone.has(each) ? { ...each, resolved: true as const } : each)),
    });
    from += open.length - gone.size;
  }
}

/** What the gateway should have settled by the end of the day. Settlements whose event was lost are started. */
export async function lookForUnsettled(
  lifecycle: SweepLifecycle,
  { unsettledAfterDays: afterWorkingDays, holidays, followSince }: Settings,
): Promise<void> {
  const sweep = lifecycle.subject();
  const { reference: day } = sweep.snapshot().terms;
  const found = await answerOf(lifecycle, () =>
    findUnsettled({ day, afterWorkingDays, holidays, followSince }),
  );
  if (!found) {
    noAnswer(lifecycle, 'unsettled');
    return;
  }
  const { until, count, amountKobo, oldest, unread } = found;
  sweep.change({ unsettled: { until, count, amountKobo, oldest, ...(unread && { unread }) } });
  if (count === 0) {
    // what the search did not show may be one of them
    if (!unread) sweep.clear(({ kind }) => kind === 'unsettled');
    return;
  }
  const payments = `${count} payment${count === 1 ? '' : 's'}`;
  const reason = `${payments} of ${until} or earlier, ${showNaira(amountKobo)}: not settled`;
  sweep.raiseUndecided(
    ofEvidence({ kind: 'unsettled', reason, atRiskKobo: amountKobo }, `${until} ${count}`),
  );
}

export async function lookAtWallet(lifecycle: SweepLifecycle): Promise<void> {
  const sweep = lifecycle.subject();
  const wallet = await answerOf(lifecycle, () => readWalletDay(sweep.snapshot().terms.reference));
  if (wallet) sweep.change({ wallet });
  // null: nothing was reported on the wallet
  if (wallet === undefined) noAnswer(lifecycle, 'wallet-day');
}

function noAnswer(lifecycle: SweepLifecycle, check: SweepCheck): void {
  const sweep = lifecycle.subject();
  sweep.change({ unreadChecks: [...sweep.snapshot().unreadChecks, check] });
}
