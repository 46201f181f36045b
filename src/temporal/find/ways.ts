/** The result of an attempt: what was found, or why not. */
export type Attempt<Found> = { readonly found: Found } | { readonly missed: string };

/** One way to obtain something. */
export interface Way<Found> {
  readonly name: string;
  attempt(): Promise<Attempt<Found>>;
}

/** Why each way failed, by its name, in the order of trying. */
export type Misses = Map<string, string>;

/**
 * Tries the ways in order. A failure does not stop the search: the next way may work, and the reason is kept.
 */
export async function firstThatWorks<Found>(
  ways: readonly Way<Found>[],
  misses: Misses,
): Promise<Found | undefined> {
  for (const way of ways) {
    const attempt = await tried(way);
    if ('found' in attempt) return attempt.found;
    misses.set(way.name, attempt.missed);
  }
  return undefined;
}

async function tried<Found>(way: Way<Found>): Promise<Attempt<Found>> {
  try {
    return await way.attempt();
  } catch (error) {
    return { missed: reasonOf(error) };
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
