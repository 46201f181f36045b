import { type IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { type Request } from 'express';
import { Refusal } from './refusal.js';

/** The addresses that the sandbox accepts beside loopback. */
export interface OwnAddresses {
  /** Its public address for browsers. */
  readonly publicUrl: () => string;
  /** Additional host names of this machine. */
  readonly hosts: () => readonly string[];
}

/**
 * The sandbox has no authentication and shows secret keys, so it refuses other web pages: those that point their own
 * name at this machine (DNS rebinding, visible in Host), and forms or scripts of another origin. Servers and command
 * lines send neither Origin nor Sec-Fetch-Site.
 */
export function refuseForeign(request: Request, own: OwnAddresses): void {
  const host = readAuthority(request.headers.host);
  if (!host || !isOwnName(host.hostname, own)) throw wrongHost(request.headers.host);
  if (isOpenToAll(request) || isSameOrigin(request.headers, host.host, own)) return;
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

/** `same-site` is not allowed: another port of the same machine is another origin. */
const SAME_ORIGIN: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none']);

function isSameOrigin(headers: IncomingHttpHeaders, host: string, { publicUrl }: OwnAddresses): boolean {
  if (!SAME_ORIGIN.has(headers['sec-fetch-site'])) return false;
  if (headers.origin === undefined) return true;
  if (!URL.canParse(headers.origin)) return false;
  const origin = new URL(headers.origin);
  return origin.host === host || origin.origin === originOf(publicUrl());
}

function isOwnName(hostname: string, { publicUrl, hosts }: OwnAddresses): boolean {
  if (isLoopback(hostname)) return true;
  const named = [readUrl(publicUrl())?.hostname, ...hosts().map((one) => readAuthority(one)?.hostname)];
  return named.includes(hostname);
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

export function isLoopback(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(address);
  if (family === 0) return hostname === 'localhost' || hostname.endsWith('.localhost');
  return LOOPBACK.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** A host with or without a port, normalized; undefined when it is invalid. */
function readAuthority(given: string | undefined): URL | undefined {
  const isBare = given !== undefined && /^[^\s/?#@\\]+$/.test(given);
  const url = isBare ? readUrl(`http://${given}`) : undefined;
  // a trailing dot names the same host
  if (url) url.hostname = url.hostname.replace(/\.$/, '');
  return url;
}

const readUrl = (given: string): URL | undefined => (URL.canParse(given) ? new URL(given) : undefined);

const originOf = (given: string): string | undefined => readUrl(given)?.origin;
