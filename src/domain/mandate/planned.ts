import { type Due, dueFrom, dueOf, nextDue } from '../plan.js';
import { endOf, type MandateTerms } from './mandate.js';

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
  const due = dueFrom(plan, Math.max(n, first.n), free);
  if (!due || due.at >= endOf(terms)) return undefined;
  const next = dueOf(plan, due.n + 1, free);
  return { ...due, notAfter: Math.min(due.at + validityMs, next?.at ?? Infinity, endOf(terms)) };
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
