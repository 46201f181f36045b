import { addDays, dayOf, endOfDay, startOfDay } from '../calendar.js';
import { type ComparisonEnd, endOfComparison, inShort } from '../compare/end.js';
import { addUnread, countUnread, showUnread, type Unread } from '../compare/unread.js';
import type { WalletDayReport } from '../wallet-day/wallet-day.js';
import type { LifecycleSnapshot } from '../lifecycle/lifecycle.js';
import type { Transitions } from '../lifecycle/transitions.js';
import { shortHash } from '../hash.js';
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
  /** COMPLETED: both sides agree. DIFFERENCES: some are left. INCOMPLETE: something could not be read. */
  | ComparisonEnd;

const ENDS = ['COMPLETED', 'DIFFERENCES', 'INCOMPLETE'] as const;

export const SWEEP_TRANSITIONS: Transitions<SweepState> = {
  COMPARING: ['RECHECKING', ...ENDS],
  RECHECKING: [...ENDS],
  // another sweep of the day, while the last one is still open
  COMPLETED: ['COMPARING'],
  DIFFERENCES: ['COMPARING', 'RECHECKING'],
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
  /** Records that were not compared. */
  readonly unread: Unread;
  /** Where they are, and the periods that could not be read at all. */
  readonly unreadPeriods: readonly UnreadPeriod[];
  /** Parts of the report without an answer. */
  readonly unreadChecks: readonly SweepCheck[];
  /** Rows from before Oware was switched on, which no lifecycle holds. */
  readonly notFollowed: number;
  /** How often Oware has repeated it by itself, and when it does again, in milliseconds since the epoch. */
  readonly repeats: number;
  readonly repeatAt?: number | undefined;
  /** What the last webhook said of its end. */
  readonly sent?: string;
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
  /** What the search has and did not show. */
  readonly unread?: Unread;
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
  /** What was not compared of it; absent where nothing was. */
  readonly unread?: Unread;
}

/** Parts of a report beside the records. */
export const SWEEP_CHECKS = ['unsettled', 'wallet-day'] as const;

export type SweepCheck = (typeof SWEEP_CHECKS)[number];

const CHECK_WORDS: Readonly<Record<SweepCheck, string>> = {
  unsettled: 'the search for unsettled payments',
  'wallet-day': "the wallet's day",
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The day itself and those before it, in which money may still move. */
const DAYS = 7;
/** Read by the hour; the others by the day: a listing whose filters gateways may ignore, and what is read one by one. */
const BY_HOUR: readonly Source[] = ['transactions', 'transfers'];
/** What changed later of a debit shows in the listing of transactions. */
const NOT_READ_AGAIN: readonly Source[] = ['debits'];
/** Lifecycles of months hold such records too: what they hold of the day is read by itself, once. */
const HELD_FOR_MONTHS: readonly Source[] = ['transactions'];
/** What was opened before the first day that Oware follows may be paid after it. */
const PAID_LATER: readonly Source[] = ['transactions'];
/** Bounds what the report carries. */
const MOST_DIFFERENCES = 1_500;
const MOST_REVERSALS = 500;

/** What a sweep compares, in this order: the day by the hour, then the days before it. */
export function periodsOf(
  {
    terms: { reference: day },
    until,
    startedAt: stamp,
  }: Pick<SweepSnapshot, 'terms' | 'until' | 'startedAt'>,
  followSince?: number,
): readonly PeriodRequest[] {
  const start = startOfDay(day);
  const end = Date.parse(until);
  const earlier = Array.from({ length: DAYS - 1 }, (_, index) => addDays(day, -1 - index));
  const common = { stamp, ...(followSince !== undefined && { followSince }) };
  const all = SOURCES.flatMap((source): readonly PeriodRequest[] => [
    ...slices(start, end, BY_HOUR.includes(source) ? HOUR_MS : DAY_MS).map((slice) => ({
      source,
      ...slice,
      ...common,
    })),
    ...(HELD_FOR_MONTHS.includes(source) ? slices(start, end, DAY_MS) : []).map((slice) => ({
      source,
      ...slice,
      only: 'held' as const,
      ...common,
    })),
    ...(NOT_READ_AGAIN.includes(source) ? [] : earlier).map((each) => ({
      source,
      from: startOfDay(each),
      to: endOfDay(each),
      isEarlier: true as const,
      ...common,
    })),
  ]);
  return all.filter(
    ({ source, to, isEarlier }) =>
      followSince === undefined || to > followSince || (isEarlier && PAID_LATER.includes(source)),
  );
}

function slices(start: number, end: number, length: number) {
  const count = Math.max(0, Math.ceil((end - start) / length));
  return Array.from({ length: count }, (_, index) => ({
    from: start + index * length,
    to: Math.min(end, start + (index + 1) * length),
  }));
}

/** The sweep with the result of one more period; without one, the period could not be read. */
export function withPeriod(
  sweep: SweepSnapshot,
  { source, from, to }: PeriodRequest,
  report: PeriodReport | undefined,
): Partial<SweepSnapshot> {
  const period = { source, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  if (!report) return { unreadPeriods: [...sweep.unreadPeriods, period] };
  const { unread } = report;
  const known = new Set(sweep.differences.map(idOf));
  const differences = [...sweep.differences, ...report.differences.filter((each) => !known.has(idOf(each)))];
  return {
    here: addTallies(sweep.here, report.here),
    there: addTallies(sweep.there, report.there),
    differences: differences.slice(0, MOST_DIFFERENCES),
    omitted: sweep.omitted + report.omitted + Math.max(0, differences.length - MOST_DIFFERENCES),
    unread: addUnread(sweep.unread, unread),
    ...(countUnread(unread) > 0 && { unreadPeriods: [...sweep.unreadPeriods, { ...period, unread }] }),
    notFollowed: sweep.notFollowed + report.notFollowed,
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

/** What a sweep did not compare, in words. */
export function unreadIn({
  unread,
  unreadPeriods,
  unreadChecks,
  unsettled,
}: Pick<SweepSnapshot, 'unread' | 'unreadPeriods' | 'unreadChecks' | 'unsettled'>): readonly string[] {
  const records = countUnread(unread);
  const search = unsettled?.unread ?? {};
  const periods = unreadPeriods.filter((period) => period.unread === undefined).length;
  return [
    ...(records > 0 ? [`${many(records, 'record')}: ${showUnread(unread)}`] : []),
    ...(periods > 0 ? [`${many(periods, 'period')} without an answer`] : []),
    ...unreadChecks.map((check) => `${CHECK_WORDS[check]}: no answer`),
    ...(countUnread(search) > 0 ? [`${CHECK_WORDS.unsettled}: ${showUnread(search)}`] : []),
  ];
}

const many = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** How it ends. */
export function endOf(sweep: SweepSnapshot): { readonly state: ComparisonEnd; readonly reason: string } {
  const left = unresolvedIn(sweep).length + sweep.omitted;
  const unread = unreadIn(sweep);
  const state = endOfComparison({ unread, differences: left });
  const found = sweep.differences.length;
  switch (state) {
    case 'INCOMPLETE':
      return { state, reason: `not everything was compared: ${inShort(unread)}` };
    case 'DIFFERENCES':
      return { state, reason: `${many(left, 'difference')} ${left === 1 ? 'is' : 'are'} left` };
    case 'COMPLETED':
      return { state, reason: found === 0 ? 'no differences' : `all ${found} differences are resolved` };
  }
}

/** What a webhook says of an end: a repeat that ends in the same way sends none. */
export function whatIsSent(sweep: SweepSnapshot): string {
  const { state, reason } = endOf(sweep);
  const left = unresolvedIn(sweep).map(idOf).sort();
  return shortHash(JSON.stringify([state, reason, sweep.omitted, left]));
}
