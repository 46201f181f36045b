import { type Request } from 'express';
import { isOwnHost, isSameOrigin, type OwnAddresses } from '../../pages/foreign-pages.js';
import { Refusal } from './refusal.js';

/** The sandbox has no authentication and shows secret keys, so it refuses other web pages. */
export function refuseForeign(request: Request, own: OwnAddresses): void {
  if (!isOwnHost(request.headers, own)) throw wrongHost(request.headers.host);
  if (isOpenToAll(request) || isSameOrigin(request.headers, own)) return;
  throw new Refusal(403, 'The sandbox refuses requests from pages of another origin');
}

function wrongHost(host = 'none'): Refusal {
  return new Refusal(
    403,
    `Host ${host.slice(0, 100)} is not allowed. Allowed: localhost, loopback addresses, OWARE_SANDBOX_PUBLIC_URL and OWARE_SANDBOX_HOSTS`,
  );
}

/** Other origins post card issuer forms to these two paths; neither changes anything. */
const FORMS_FROM_ANYWHERE: ReadonlySet<string> = new Set(['/issuer', '/issuer/return']);

/** Any origin may link to pages. No other origin may read the control API. */
function isOpenToAll({ method, path }: Request): boolean {
  if (method === 'GET' || method === 'HEAD') return !path.startsWith('/sandbox/');
  return method === 'POST' && FORMS_FROM_ANYWHERE.has(path);
}
