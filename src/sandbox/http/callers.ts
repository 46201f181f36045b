import { type IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { type Request } from 'express';
import { Refusal } from './refusal.js';

/** The addresses at which the sandbox may be called, beside those of loopback. */
export interface OwnAddresses {
  /** Where browsers find it. */
  readonly publicUrl: () => string;
  /** Further names and addresses of this machine. */
  readonly hosts: () => readonly string[];
}

/**
 * The sandbox asks for no password and shows secret keys, so a web page must not reach it: neither by a name of
 * its own that it points at this machine (DNS rebinding: the Host gives it away), nor with a form or a script
 * of another origin. Servers and command lines send neither an Origin nor Sec-Fetch-Site.
 */
export function refuseForeign(request: Request, own: OwnAddresses): void {
  const host = readAuthority(request.headers.host);
  if (!host || !isOwnName(host.hostname, own)) throw wrongHost(request.headers.host);
  if (isOpenToAll(request) || isFromHere(request.headers, host.host, own)) return;
  throw new Refusal(403, 'The sandbox takes no requests from pages of another origin');
}

function wrongHost(host = 'none'): Refusal {
  return new Refusal(
    403,
    `The sandbox does not answer to the host ${host.slice(0, 100)}. It answers to localhost, to loopback addresses, and to what OWARE_SANDBOX_PUBLIC_URL and OWARE_SANDBOX_HOSTS name`,
  );
}

/** Where a bank and a shop send browsers with a form; neither changes anything. */
const FORMS_FROM_ANYWHERE: ReadonlySet<string> = new Set(['/issuer', '/issuer/return']);

/** Links lead to pages from anywhere. What the control interface shows is for no other page. */
function isOpenToAll({ method, path }: Request): boolean {
  if (method === 'GET' || method === 'HEAD') return !path.startsWith('/sandbox/');
  return method === 'POST' && FORMS_FROM_ANYWHERE.has(path);
}

/** Another port of the same machine is the same site, and another origin. */
const FROM_HERE: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none']);

function isFromHere(headers: IncomingHttpHeaders, host: string, { publicUrl }: OwnAddresses): boolean {
  if (!FROM_HERE.has(headers['sec-fetch-site'])) return false;
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

/** A host with or without a port, written as browsers write it; undefined when it is none. */
function readAuthority(given: string | undefined): URL | undefined {
  const isBare = given !== undefined && /^[^\s/?#@\\]+$/.test(given);
  const url = isBare ? readUrl(`http://${given}`) : undefined;
  // a dot at the end names the same host
  if (url) url.hostname = url.hostname.replace(/\.$/, '');
  return url;
}

const readUrl = (given: string): URL | undefined => (URL.canParse(given) ? new URL(given) : undefined);

const originOf = (given: string): string | undefined => readUrl(given)?.origin;
