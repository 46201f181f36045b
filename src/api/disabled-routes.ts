import type { ProblemName } from '../requests/problem.js';
import { type Mounted, pathOf } from './mounted-routes.js';
import type { ApiVault } from './vault.js';

/** Routes that this deployment answers with one problem, whatever the request. */
export interface DisabledRoutes {
  readonly problem: ProblemName;
  readonly routes: readonly string[];
}

/** By what is written about each route: a route that lists the problem of a missing part is off without that part. */
export function disabledRoutes(
  mounted: readonly Mounted[],
  vault: ApiVault | undefined,
): readonly DisabledRoutes[] {
  return missingParts(vault).map((problem) => ({
    problem,
    routes: mounted.flatMap(({ path: mount, routes }) =>
      routes.described
        .filter(({ problems }) => problems?.includes(problem))
        .map(({ method, path }) => `${method.toUpperCase()} ${pathOf(mount, path)}`),
    ),
  }));
}

function missingParts(vault: ApiVault | undefined): readonly ProblemName[] {
  if (!vault) return ['cards-disabled', 'otp-disabled', 'paycodes-disabled', 'verifications-disabled'];
  return vault.cards ? [] : ['cards-disabled'];
}
