import { addDays, startOfDay } from '../calendar.js';
import { type Due, dueOf, MOST_FREE_DAYS, nextDue } from '../plan.js';
import type { Debit } from './debit.js';
import { endOf, type MandateSnapshot, type MandateTerms } from './mandate.js';

/** A due debit, and the last moment to send it. */
export interface PlannedDebit extends Due {
  readonly notAfter: number;
}

export interface PlanRules {
  readonly validityMs: number;
  readonly holidays: readonly string[];
}

/**
 * Due date number n or the first one after it that lies inside the mandate's dates; undefined when there is none. It is
 * not sent after the next due time, nor after the end of the mandate unless it renews.
 */
export function plannedDebit(
  terms: MandateTerms,
  n: number,
  { validityMs, holidays }: PlanRules,
): PlannedDebit | undefined {
  const { plan, startAt } = terms;
  if (!plan) return undefined;
  const free = new Set(holidays);
  // a plan may begin long before the mandate
  const first = nextDue(plan, Date.parse(startAt), free);
  if (!first) return undefined;
  for (let number = Math.max(n, first.n); ; number++) {
    const due = dueOf(plan, number, free);
    if (!due || due.at >= endOf(terms)) return undefined;
    const next = dueOf(plan, number + 1, free);
    // two due days may fall on the same working day: the later one stands for both
    if (next && next.at <= due.at) continue;
    return { ...due, notAfter: Math.min(due.at + validityMs, next?.at ?? Infinity, endOf(terms)) };
  }
}

/** The due date of a day of the plan; undefined when nothing is due on it. */
export function plannedOn(terms: MandateTerms, day: string, rules: PlanRules): PlannedDebit | undefined {
  const free = new Set(rules.holidays);
  const earliest = startOfDay(addDays(day, -MOST_FREE_DAYS));
  let due = terms.plan && nextDue(terms.plan, earliest, free);
  while (terms.plan && due && due.day < day) due = dueOf(terms.plan, due.n + 1, free);
  const planned = due && plannedDebit(terms, due.n, rules);
  return planned?.day === day ? planned : undefined;
}

/**
 * Whether a lost run may have used the references of a debit. That belongs to the due date: the lost run may have sent
 * any of its attempts, also those that nothing here knows of.
 */
export function mayBeOfLostRun(
  { terms, lost }: Pick<MandateSnapshot, 'terms' | 'lost'>,
  { day, requestedAt }: Pick<Debit, 'day' | 'requestedAt'>,
  rules: PlanRules,
): boolean {
  const at = day === undefined ? Date.parse(requestedAt) : plannedOn(terms, day, rules)?.at;
  return at === undefined ? lost !== undefined : isBeforeLoss(lost, at);
}

/** The debits of a lost run: the due dates of which it may have sent another attempt are to be read. */
export function withUnread({ terms, debits }: Pick<MandateSnapshot, 'terms' | 'debits'>): readonly Debit[] {
  const most = terms.plan?.attempts ?? 1;
  const mayContinue = ({ state, attempt = 1 }: Debit) =>
    attempt < most && ['PENDING', 'PAUSED', 'FAILED'].includes(state);
  const days = new Set(debits.filter(mayContinue).map(({ day }) => day));
  return debits.map((debit) =>
    debit.day !== undefined && days.has(debit.day) ? { ...debit, unread: true } : debit,
  );
}

/** Whether a moment lies before the end of a lost run. */
export function isBeforeLoss(lost: { readonly until: string } | undefined, at: number): boolean {
  return lost !== undefined && at <= Date.parse(lost.until);
}

/** What to do at a moment at which debits are due. */
export interface DueNow {
  readonly debits: readonly PlannedDebit[];
  /** Due dates that passed while nothing could be sent: they are not debited later. */
  readonly missed: readonly PlannedDebit[];
  /** The number of the next due date. */
  readonly next: number;
}

/**
 * Everything that is due now. After an outage that is the latest due date only, if it is not too late for that. What a
 * lost run may have sent is never missed: it is looked for, however late.
 */
export function dueNow(
  terms: MandateTerms,
  { nextDue = 0, lost }: { readonly nextDue?: number; readonly lost?: { readonly until: string } },
  { now, ...rules }: PlanRules & { readonly now: number },
): DueNow {
  const debits: PlannedDebit[] = [];
  const missed: PlannedDebit[] = [];
  let next = nextDue;
  for (;;) {
    const due = plannedDebit(terms, next, rules);
    if (!due || due.at > now) return { debits, missed, next };
    next = due.n + 1;
    (now < due.notAfter || isBeforeLoss(lost, due.at) ? debits : missed).push(due);
  }
}
