const SHOWN = 3;

/** Enough for the owner to recognise it, not enough to use it. */
export function masked(text: string): string {
  return '*'.repeat(Math.max(text.length - SHOWN, 0)) + text.slice(-SHOWN);
}
