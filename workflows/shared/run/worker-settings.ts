import type { Settings } from '../../../src/config/settings.js';

export type WorkerSettings = ReturnType<typeof createWorkerSettings>;

/** The settings of a run: those of the worker that executed its first activity. */
export function createWorkerSettings() {
  let known: Settings | undefined;
  let use: ((settings: Settings) => void) | undefined;
  return {
    known: () => known,
    /** The first ones stay: a run decides by the same settings from its beginning to its end. */
    bring(settings: Settings): Settings {
      if (known) return known;
      known = settings;
      use?.(settings);
      return settings;
    },
    /** Called once they are known. */
    onKnown(then: (settings: Settings) => void): void {
      use = then;
    },
  };
}
