import { atLatest, earliest, pauseBefore } from '../lifecycle/schedule.js';
import { CONFIRM_MS } from '../movement/evidence.js';
import type { Order, OrderTransaction } from './order.js';
import { hasOutcome, isAwaited, isClaimRead, isOver, type Shown } from './state.js';

/** How often its records were read. */
export interface Checks {
  readonly lastStart: number | undefined;
  /** In a row without a result, while one is expected. */
  readonly undecided: number;
  /** Safety checks so far. */
  readonly safety: number;
}

export interface CheckRules {
  /** Pauses between checks while an outcome is expected; after the last, each is twice the one before. */
  readonly scheduleMs: readonly number[];
  readonly safetyMs: readonly number[];
  readonly dailyMs: number;
  readonly unresolvedAfterMs: number;
  /** When the gateway stops to accept money, and until when it may still report some. */
  readonly overAt: number;
  readonly windowEnd: number;
  /** Since when money can have arrived; undefined while the payer has nothing to pay on. */
  readonly openSince: number | undefined;
  /** The outcome of a request is unknown: it is read without waiting for an event. */
  readonly isUnresolved: boolean;
}

type Known = Order & Shown;

/** Longer windows get a daily safety check. */
const LONG_WINDOW_MS = 3_600_000;

/** Whether an outcome is expected now: checks follow one another until it is known. */
export function isExpecting(order: Known, { isUnresolved }: CheckRules): boolean {
  if (order.transactions.some(isClaimRead)) return true;
  // what only waits to be confirmed is read when that is possible
  return !hasOutcome(order) && (order.windowOverAt !== undefined || isUnresolved);
}

/** When its records are read next, in milliseconds since the epoch; undefined while only a message can change anything. */
export function nextCheckAt(order: Known, checks: Checks, rules: CheckRules): number | undefined {
  return earliest(
    recheckAt(order, checks, rules),
    confirmationAt(order, checks, rules),
    safetyAt(order, checks.safety, rules),
    isOver(order) || order.windowOverAt !== undefined ? undefined : rules.windowEnd,
  );
}

/** Growing pauses after the last check, whatever triggered it. */
function recheckAt(order: Known, checks: Checks, rules: CheckRules): number | undefined {
  if (!isExpecting(order, rules)) return undefined;
  const { lastStart: last, undecided } = checks;
  if (last === undefined) return 0;
  const planned = last + pauseBefore(rules.scheduleMs, Math.max(undecided - 1, 0));
  return atLatest(planned, rules.overAt + rules.unresolvedAfterMs, last);
}

/** What was read once is read again when a second reading can confirm it. */
function confirmationAt(order: Known, checks: Checks, rules: CheckRules): number | undefined {
  const { lastStart = -Infinity, undecided } = checks;
  const moments = order.transactions.filter(isUnconfirmedOnly).map(({ movement }) => {
    const at = (movement.run?.since ?? 0) + CONFIRM_MS;
    // the gateway did not answer then
    return lastStart < at ? at : lastStart + pauseBefore(rules.scheduleMs, undecided);
  });
  return earliest(...moments);
}

const isUnconfirmedOnly = (transaction: OrderTransaction) =>
  !isClaimRead(transaction) && isAwaited(transaction);

/** Safety checks need no request: a lost event must cost minutes, not the whole window. */
export function safetyAt(order: Known, count: number, rules: CheckRules): number | undefined {
  const { openSince: since, windowEnd, safetyMs, dailyMs } = rules;
  if (since === undefined || hasOutcome(order)) return undefined;
  const daily = windowEnd - since > LONG_WINDOW_MS ? (count - safetyMs.length + 1) * dailyMs : undefined;
  const after = safetyMs[count] ?? daily;
  const at = after === undefined ? undefined : since + after;
  return at !== undefined && at < windowEnd ? at : undefined;
}

/** How many safety checks one check makes up for. */
export function safetyPassed(order: Known, { safety }: Checks, rules: CheckRules, now: number): number {
  let count = safety;
  for (let at = safetyAt(order, count, rules); at !== undefined && at <= now;) {
    count += 1;
    at = safetyAt(order, count, rules);
  }
  return count;
}
