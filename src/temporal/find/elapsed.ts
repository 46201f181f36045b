/**
 * Reports every second how long the work takes, because the programs that do it can be silent for minutes.
 */
export async function reportElapsed<Result>(
  report: (elapsed: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAt = Date.now();
  const tick = () => report(showElapsed(Date.now() - startedAt));
  tick();
  const ticking = setInterval(tick, 1_000);
  try {
    return await work();
  } finally {
    clearInterval(ticking);
  }
}

function showElapsed(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
