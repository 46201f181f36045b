import { startOfDay } from '../calendar.js';
import { countUnread } from '../compare/unread.js';
import { toStanding } from '../lifecycle/state-view.js';
import { inNairaAndKobo, type Kobo, totalOf } from '../money.js';
import { DIFFERENCE_CLASSES, type Difference, type Side } from './difference.js';
import { type SweepSnapshot, type Unsettled, unresolvedIn } from './sweep.js';
import type { Tally } from './tally.js';
import { toFlow } from '../wallet-day/view.js';
import type { WalletDayReport } from '../wallet-day/wallet-day.js';

/** A sweep as merchants see it, in replies and in webhooks: the report of the day. */
export function toSweep(sweep: SweepSnapshot) {
  const { differences, omitted, here, there, done, of, unread, reversals, resent } = sweep;
  const { unreadPeriods, unreadChecks, notFollowed, repeatAt } = sweep;
  const left = unresolvedIn(sweep);
  const day = sweep.terms.reference;
  return {
    day,
    state: sweep.state,
    reason: sweep.reason,
    from: new Date(startOfDay(day)).toISOString(),
    until: sweep.until,
    progress: { periodsCompared: done, periods: of },
    totals: { oware: here.map(toTotal), gateway: there.map(toTotal) },
    found: Object.fromEntries(
      DIFFERENCE_CLASSES.map((each) => [each, differences.filter((one) => one.class === each).length]),
    ),
    unresolved: { count: left.length + omitted, ...inNairaAndKobo('atRisk', atRiskOf(left)) },
    differences: differences.map(toDifferenceView),
    omittedDifferences: omitted,
    reversals: reversals.map(({ source, key, amountKobo, at }) => ({
      record: source,
      gatewayReference: key,
      ...inNairaAndKobo('amount', amountKobo),
      at,
    })),
    unsettled: sweep.unsettled && toUnsettled(sweep.unsettled),
    wallet: sweep.wallet && toWallet(sweep.wallet),
    unread: {
      records: countUnread(unread),
      reasons: unread,
      periods: unreadPeriods.map(({ unread: ofIt, ...period }) => ({
        ...period,
        ...(ofIt && { records: countUnread(ofIt) }),
      })),
      checks: unreadChecks,
    },
    notFollowed,
    nextTryAt: repeatAt === undefined ? undefined : new Date(repeatAt).toISOString(),
    notificationsResent: resent,
    ...toStanding(sweep),
  };
}

function toUnsettled({ until, count, amountKobo, oldest, unread }: Unsettled) {
  return {
    until,
    count,
    ...inNairaAndKobo('amount', amountKobo),
    oldest: oldest.map(({ amountKobo: each, ...payment }) => ({
      ...payment,
      ...inNairaAndKobo('amount', each),
    })),
    unread,
  };
}

function toWallet({ state, credits, debits, opening, closing, driftKobo, unread }: WalletDayReport) {
  return {
    state,
    opening: opening && inNairaAndKobo('balance', opening.balanceKobo),
    credits: toFlow(credits),
    debits: toFlow(debits),
    closing: closing && inNairaAndKobo('balance', closing.balanceKobo),
    driftKobo,
    unread,
  };
}

function atRiskOf(differences: readonly Difference[]): Kobo {
  return totalOf(...differences.map(({ atRiskKobo }) => atRiskKobo));
}

function toTotal({ source, state, count, sumKobo }: Tally) {
  return { record: source, state, count, ...inNairaAndKobo('sum', sumKobo) };
}

function toDifferenceView({ class: found, source, key, at, here, there, atRiskKobo, resolved }: Difference) {
  return {
    class: found,
    record: source,
    gatewayReference: key,
    lifecycle: at.lifecycle,
    reference: at.reference,
    oware: here && toSide(here),
    gateway: there && toSide(there),
    ...inNairaAndKobo('atRisk', atRiskKobo),
    resolved: resolved === true,
  };
}

function toSide({ state, amountKobo }: Side) {
  return { state, ...(amountKobo !== undefined && inNairaAndKobo('amount', amountKobo)) };
}
