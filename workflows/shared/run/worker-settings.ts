import type { Settings } from '../../../src/config/settings.js';
import { FIRST_RULES } from '../../../src/domain/rules-version.js';

export type WorkerSettings = ReturnType<typeof createWorkerSettings>;

/** How often a long run asks for them: only the version of the rules counts then. */
const ASK_AGAIN_MS = 24 * 60 * 60_000;

/** The settings of a run: those of the worker that executed its first activity. */
export function createWorkerSettings() {
  let known: Settings | undefined;
  let use: ((settings: Settings) => void) | undefined;
  let broughtAt = -Infinity;
  let announced = FIRST_RULES;
  return {
    known: () => known,
    /** Whether the next activity should bring them. */
    isWanted: (now: number) => now - broughtAt >= ASK_AGAIN_MS,
    /** The newest version of the rules that workers have announced to this run. */
    announcedRules: () => announced,
    /** The first ones stay: a run decides by the same settings from its beginning to its end. */
    bring(settings: Settings, now: number): Settings {
      broughtAt = now;
      announced = Math.max(announced, announcedIn(settings));
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

/** The settings in older histories name no version. */
const announcedIn = ({ rulesVersion = FIRST_RULES }: Partial<Settings>) => rulesVersion;
