/** What was told on one day (UTC). Kept by the day because a busy story has thousands of keys. */
export interface ToldDay {
  readonly day: string;
  readonly keys: readonly string[];
}

const DAY_MS = 86_400_000;

/** Nothing repeats itself for longer, and what a story remembers must have an end. */
const KEPT_MS = 35 * DAY_MS;

export function isTold(told: readonly ToldDay[], key: string): boolean {
  return told.some(({ keys }) => keys.includes(key));
}

/** With this key, and without what is too old to be kept. */
export function noteTold(told: readonly ToldDay[], key: string, now: number): ToldDay[] {
  const today = new Date(now).toISOString().slice(0, 10);
  const kept = told.filter(({ day }) => !isForgotten(`${day}T23:59:59.999Z`, now));
  const others = kept.filter(({ day }) => day !== today);
  const keys = kept.find(({ day }) => day === today)?.keys ?? [];
  return [...others, { day: today, keys: [...keys, key] }];
}

/** What happened so long ago that its key is not kept any more counts as told. */
export function isForgotten(at: string, now: number): boolean {
  return now - Date.parse(at) > KEPT_MS;
}
