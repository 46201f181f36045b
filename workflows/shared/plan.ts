/** A plan of pauses is a list whose last entry goes on for ever. */
export function pauseBefore(plan: readonly number[], attempt: number): number {
  return plan[Math.min(attempt, plan.length - 1)] ?? 0;
}
