/** What a comparison ends with. */
export interface Outcome {
  /** What was not compared, in words; nothing when everything was. */
  readonly unread: readonly string[];
  /** Differences that are left. */
  readonly differences: number;
}

export type ComparisonEnd = 'COMPLETED' | 'DIFFERENCES' | 'INCOMPLETE';

/** A comparison is complete only when nothing is unread: what was not read may differ. */
export function endOfComparison({ unread, differences }: Outcome): ComparisonEnd {
  if (unread.length > 0) return 'INCOMPLETE';
  return differences > 0 ? 'DIFFERENCES' : 'COMPLETED';
}

/** "a; b; and 3 more": reasons are shown to people, and stay short. */
export function inShort(parts: readonly string[], most = 5): string {
  const left = parts.length - most;
  return [...parts.slice(0, most), ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}
