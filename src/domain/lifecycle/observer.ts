import type { LifecycleSnapshot } from './lifecycle.js';

/**
 * What workflows report to the worker that runs them, for its metrics. It is no part of the history: a worker that dies
 * may report something twice or not at all.
 */
export interface LifecycleObserver {
  /** `confirmedMs`: how long after the create the money was proven, where this transition proves it first. */
  transition(lifecycle: string, to: string, confirmedMs: number | null): void;
  /** An event that the lifecycle had handled before. */
  repeatedEvent(lifecycle: string): void;
}

/** The same, as Temporal's SDK names it. */
export type LifecycleSinks = Record<'observer', Pick<LifecycleObserver, keyof LifecycleObserver>>;

/** States in which the money is proven: it came in, or a payout arrived. */
const CONFIRMED: readonly string[] = ['PAID', 'OVERPAID', 'SUCCESS'];

/** How long after the create of a lifecycle a transition proves its money; null if it does not, or one before it did. */
export function confirmedMs(
  { transitions, epoch }: LifecycleSnapshot,
  { to, at }: { readonly to: string; readonly at: string },
): number | null {
  const isFirst = CONFIRMED.includes(to) && !transitions.some((each) => CONFIRMED.includes(each.to));
  return isFirst ? Date.parse(at) - Date.parse(epoch) : null;
}
