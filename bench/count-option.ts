/** The value of an option that must be a whole number of at least 1. */
export function countOption(name: string, value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`--${name}: expected a whole number of at least 1, got '${value}'.`);
}
