import type { GuardOptions } from '../run/guard.js';
import { type Ended, runToEnd } from '../run/run-to-end.js';

/** Runs a command of Go to its end. */
export type Go = (args: readonly string[], options: GuardOptions) => Promise<Ended>;

/**
 * Go with what a repeatable build needs: no C compiler, no workspace file of the user, and the installed Go,
 * because a newer one that it downloads by itself would run without a pinned hash.
 */
export function createGo(command: string, scratch: string): Go {
  const variables = ['CGO_ENABLED=0', 'GOWORK=off', 'GOTOOLCHAIN=local', `GOTMPDIR=${scratch}`];
  // through env(1), which adds to our environment without our reading it
  return (args, options) => runToEnd('env', [...variables, command, ...args], options);
}
