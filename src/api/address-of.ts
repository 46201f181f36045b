import { isIPv6 } from 'node:net';
import type { Request } from 'express';

/** The key of a limit per address. An IPv6 customer usually has a whole /64 network, so that counts as one address. */
export function addressOf({ ip = '' }: Pick<Request, 'ip'>): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(ip) ? networkOf(ip) : ip;
}

const GROUPS_OF_ADDRESS = 8;
const GROUPS_OF_NETWORK = 4;

function networkOf(ip: string): string {
  const [before = '', after] = ip.replace(/%.*$/, '').split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const zeros = new Array<string>(Math.max(GROUPS_OF_ADDRESS - head.length - tail.length, 0)).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, GROUPS_OF_NETWORK).join(':')}::/64`;
}
