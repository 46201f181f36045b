import { FIRST_RULES } from './rules-version.js';

/*
 * A worker says in its identity, which Temporal shows for as long as it polls, which versions of the rules it knows. Nothing else
 * tells what a running worker can continue.
 */

export const identityWith = (name: string, versions: readonly number[]): string =>
  `${name} rules=${versions.join(',')}`;

/** A build of before there were versions says nothing, and knows the first. */
export function versionsIn(identity: string): readonly number[] {
  const [, versions] = / rules=(\d+(?:,\d+)*)$/.exec(identity) ?? [];
  return versions === undefined ? [FIRST_RULES] : versions.split(',').map(Number);
}
