import { addDays, dayOf, endOfDay, startOfDay } from '../calendar.js';
import type { WalletDayReport } from '../wallet-day/wallet-day.js';
import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import type { Transitions } from '../lifecycle/transitions.js';
import type { Kobo } from '../money.js';
import type { Difference } from './difference.js';
import type { PeriodReport, PeriodRequest, Reversal } from './period-report.js';
import { SOURCES, type Source } from './record.js';
import { addTallies, type Tally } from './tally.js';

export type SweepState =
  /** Comparing the gateway's records with what Oware holds. */
  | 'COMPARING'
  /** Lifecycles that differ were woken; the sweep looks at them again. */
  | 'RECHECKING'
  /** Both sides agree. */
  | 'COMPLETED'
  /** Some differences are left. */
  | 'DIFFERENCES'
  /** Something could not be read. */
  | 'INCOMPLETE';

const ENDS = ['COMPLETED', 'DIFFERENCES', 'INCOMPLETE'] as const;

export const SWEEP_TRANSITIONS: Transitions<SweepState> = {
  COMPARING: ['RECHECKING', ...ENDS],
  RECHECKING: [...ENDS],
  // another sweep of the day, while the last one is still open
  COMPLETED: ['COMPARING'],
  DIFFERENCES: ['COMPARING'],
  INCOMPLETE: ['COMPARING'],
};

export function isSweepOver(state: SweepState): boolean {
  return ENDS.some((each) => each === state);
}

/** One comparison of a day (in West Africa Time) and the days before it. */
export interface SweepSnapshot extends LifecycleSnapshot<SweepState> {
  readonly lifecycle: 'sweep';
  /** The reference is the day. */
  readonly terms: { readonly reference: string };
  /** When this comparison began. */
  readonly startedAt: string;
  /** The end of what is compared: of the day, or a moment ago where the day is not over. */
  readonly until: string;
  /** Periods that are compared. */
  readonly done: number;
  readonly of: number;
  readonly here: readonly Tally[];
  readonly there: readonly Tally[];
  readonly differences: readonly Difference[];
  /** Differences over the limit. */
  readonly omitted: number;
  readonly reversals: readonly Reversal[];
  /** Records that could not be read. */
  readonly unread: number;
  /** Periods that could not be read at all. */
  readonly unreadPeriods: readonly UnreadPeriod[];
  /** When each further look at the differences is due, in milliseconds since the epoch. */
  readonly looks?: readonly number[];
  /** Payments that should be settled by now; undefined when that could not be read. */
  readonly unsettled?: Unsettled;
  /** The wallet's day; undefined when nothing was reported on it. */
  readonly wallet?: WalletDayReport;
  /** How many failed notifications the gateway was asked to send again. */
  readonly resent?: number;
}

/** Payments that the gateway should have settled. */
export interface Unsettled {
  /** The last day whose payments should be settled. */
  readonly until: string;
  readonly count: number;
  readonly amountKobo: Kobo;
  /** The oldest of them. */
  readonly oldest: readonly UnsettledPayment[];
}

export interface UnsettledPayment {
  readonly transactionReference: string;
  readonly amountKobo: Kobo;
  readonly paidOn?: string;
}

export interface UnreadPeriod {
  readonly source: Source;
  readonly from: string;
  readonly to: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The day itself and those before it, in which money may still move. */
const DAYS = 7;
/** Read by the day, not by the hour: a listing whose filters gateways may ignore, and what is read one by one. */
const BY_DAY: readonly Source[] = ['refunds', 'mandates', 'debits', 'bills'];
/** Without a listing, nothing of an earlier day shows what changed. */
const UNLISTED: readonly Source[] = ['debits', 'bills'];
/** Bounds what the report carries. */
const MOST_DIFFERENCES = 1_500;
const MOST_REVERSALS = 500;

/** What a sweep compares, in this order: the day by the hour, then the days before it. */
export function periodsOf({
  terms: { reference: day },
  until,
  startedAt: stamp,
}: Pick<SweepSnapshot, 'terms' | 'until' | 'startedAt'>): readonly PeriodRequest[] {
  const start = startOfDay(day);
  const end = Date.parse(until);
  const earlier = Array.from({ length: DAYS - 1 }, (_, index) => addDays(day, -1 - index));
  return SOURCES.flatMap((source) => [
    ...slices(start, end, BY_DAY.includes(source) ? DAY_MS : HOUR_MS).map((slice) => ({
      source,
      ...slice,
      stamp,
    })),
    ...(UNLISTED.includes(source) ? [] : earlier).map((each) => ({
      source,
      from: startOfDay(each),
      to: endOfDay(each),
      isEarlier: true as const,
      stamp,
    })),
  ]);
}

function slices(start: number, end: number, length: number) {
  const count = Math.max(0, Math.ceil((end - start) / length));
  return Array.from({ length: count }, (_, index) => ({
    from: start + index * length,
    to: Math.min(end, start + (index + 1) * length),
  }));
}

/** The sweep with the result of one more period. */
export function withPeriod(sweep: SweepSnapshot, report: PeriodReport): Partial<SweepSnapshot> {
  const known = new Set(sweep.differences.map(idOf));
  const differences = [...sweep.differences, ...report.differences.filter((each) => !known.has(idOf(each)))];
  return {
    here: addTallies(sweep.here, report.here),
    there: addTallies(sweep.there, report.there),
    differences: differences.slice(0, MOST_DIFFERENCES),
    omitted: sweep.omitted + report.omitted + Math.max(0, differences.length - MOST_DIFFERENCES),
    unread: sweep.unread + report.unread,
    reversals: [...sweep.reversals, ...report.reversals.filter(isOfDay(sweep))].slice(0, MOST_REVERSALS),
  };
}

/** A reversal that Oware learned of on another day is in the report of that day. */
const isOfDay =
  ({ terms }: SweepSnapshot) =>
  ({ at }: Reversal) =>
    at === undefined || dayOf(Date.parse(at)) === terms.reference;

const idOf = ({ source, key }: Difference) => `${source} ${key}`;

export function unresolvedIn({ differences }: Pick<SweepSnapshot, 'differences'>): readonly Difference[] {
  return differences.filter(({ resolved }) => !resolved);
}

/** How it ends. */
export function endOf(sweep: SweepSnapshot): { readonly state: SweepState; readonly reason: string } {
  const left = unresolvedIn(sweep).length + sweep.omitted;
  const { unread, unreadPeriods } = sweep;
  if (unread > 0 || unreadPeriods.length > 0) {
    const reason = `${unread} records and ${unreadPeriods.length} periods could not be read; sweep the day again`;
    return { state: 'INCOMPLETE', reason };
  }
  if (left > 0) return { state: 'DIFFERENCES', reason: `${left} differences are left` };
  const found = sweep.differences.length;
  return {
    state: 'COMPLETED',
    reason: found === 0 ? 'no differences' : `all ${found} differences are resolved`,
  };
}
