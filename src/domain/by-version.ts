import { requireKnown, type Versioned } from './rules-version.js';

/** What a family shows of its evidence, by every version of the rules. */
export interface ByVersion<Of> {
  readonly of: (versioned: Versioned) => Of;
  /** Versions that change something for this family; one that is not named shows what the one before it does. */
  readonly changes: ReadonlyMap<number, Of>;
}

/**
 * Temporal replays the history of a run with any code; that the code decides the same for a run that is open, is what the versions
 * are for.
 */
export function byVersion<Of>(first: Of, changes: ReadonlyMap<number, Of> = new Map()): ByVersion<Of> {
  return {
    changes,
    of(versioned) {
      const version = requireKnown(versioned);
      const upTo = [...changes.keys()].filter((each) => each <= version);
      return changes.get(Math.max(...upTo)) ?? first;
    },
  };
}
