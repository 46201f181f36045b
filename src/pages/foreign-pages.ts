import { type IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** The addresses that a server without authentication accepts beside loopback. */
export interface OwnAddresses {
  /** Its public address for browsers. */
  readonly publicUrl?: () => string;
  /** Additional host names of this machine. */
  readonly hosts: () => readonly string[];
}

/**
 * What tells requests of other web pages from a server's own: pages that point their own name at this machine (DNS
 * rebinding) show it in Host, forms and scripts of another origin in Origin or Sec-Fetch-Site. Servers and command lines
 * send neither of the two.
 */
export function isOwnHost({ host }: IncomingHttpHeaders, own: OwnAddresses): boolean {
  const hostname = readAuthority(host)?.hostname;
  return hostname !== undefined && (isLoopback(hostname) || namesOf(own).includes(hostname));
}

/** `same-site` is not allowed: another port of the same machine is another origin. */
const SAME_ORIGIN: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none']);

export function isSameOrigin(headers: IncomingHttpHeaders, { publicUrl }: OwnAddresses): boolean {
  if (!SAME_ORIGIN.has(headers['sec-fetch-site'])) return false;
  if (headers.origin === undefined) return true;
  if (!URL.canParse(headers.origin)) return false;
  const origin = new URL(headers.origin);
  return (
    origin.host === readAuthority(headers.host)?.host ||
    (publicUrl !== undefined && origin.origin === readUrl(publicUrl())?.origin)
  );
}

function namesOf({ publicUrl, hosts }: OwnAddresses): readonly (string | undefined)[] {
  const named = hosts().map((one) => readAuthority(one)?.hostname);
  return publicUrl === undefined ? named : [readUrl(publicUrl())?.hostname, ...named];
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

function isLoopback(hostname: string): boolean {
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
