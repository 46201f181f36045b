import { median } from './checkout/report.js';

/** Measures two things in turn; which one is first changes with every pair, and the first pair only warms up. */
export async function measurePairs(
  pairs: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<{ readonly ours: number[]; readonly theirs: number[] }> {
  const measured = { ours: [] as number[], theirs: [] as number[] };
  for (let n = 0; n <= pairs; n += 1) {
    const [first, second] = n % 2 === 0 ? [ours, theirs] : [theirs, ours];
    const [one, other] = [await first(), await second()];
    if (n === 0) continue;
    measured.ours.push(n % 2 === 0 ? one : other);
    measured.theirs.push(n % 2 === 0 ? other : one);
  }
  return measured;
}

/** Median, lowest and highest ratio of the pairs. */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): string {
  const ratios = ours.map((value, n) => value / (theirs[n] ?? NaN)).sort((a, b) => a - b);
  const [lowest = NaN, highest = NaN] = [ratios[0], ratios.at(-1)];
  return `${median(ratios).toFixed(2)} [${lowest.toFixed(2)}-${highest.toFixed(2)}]`;
}
