import { Router } from 'express';
import type { Mounted } from './mounted-routes.js';
import { Problem } from '../requests/problem.js';

/** After all routes: a path that exists replies 405 to other methods, and names those that it has. */
export function refuseOtherMethods(mounted: readonly Mounted[]): Router {
  const router = Router();
  const methods = new Map<string, Set<string>>();
  for (const { path: mount, routes } of mounted) {
    for (const { path, method } of routes.described) {
      const full = path === '/' ? mount : `${mount}${path}`;
      const known = methods.get(full) ?? new Set();
      methods.set(full, known.add(method.toUpperCase()));
      if (method === 'get') known.add('HEAD');
    }
  }
  for (const [path, known] of methods) {
    const allow = [...known].sort().join(', ');
    router.all(path, (_request, response) => {
      response.set('allow', allow);
      throw new Problem('method-not-allowed', `This path supports ${allow}.`);
    });
  }
  return router;
}
