import { isIP } from 'node:net';

export type GatewayMode = 'live' | 'sandbox';

export class MixedEnvironment extends Error {
  override readonly name = 'MixedEnvironment';
}

const KEY_PREFIX = { live: 'MK_PROD_', sandbox: 'MK_TEST_' } as const;

/** Keys, address and mode must belong to one environment: live keys in a test move real money. */
export function refuseMixedEnvironment(settings: {
  readonly mode: GatewayMode;
  readonly apiKey: string;
  readonly baseUrl: string;
}): void {
  const { mode, apiKey, baseUrl } = settings;
  const other = mode === 'live' ? 'sandbox' : 'live';
  if (apiKey.startsWith(KEY_PREFIX[other])) throw refusal(mode, `the API key is a ${other} key`);
  const { hostname, protocol } = new URL(baseUrl);
  const rehearsal = isRehearsalHost(hostname);
  if (mode === 'live' && rehearsal) throw refusal(mode, `${hostname} is the address of a sandbox`);
  if (mode === 'live' && protocol !== 'https:') throw refusal(mode, 'the address is not https');
  if (mode === 'sandbox' && !rehearsal) throw refusal(mode, `${hostname} is not the address of a sandbox`);
}

/** This machine, a private network, a private name, or a name that contains sandbox. */
function isRehearsalHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(host) === 4) return /^(127|10)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\./.test(host);
  if (isIP(host) === 6) return host === '::1' || /^f[cd]/.test(host);
  return !host.includes('.') || /(^|[.-])sandbox([.-]|$)|\.(localhost|local|internal|test)$/.test(host);
}

function refusal(mode: GatewayMode, reason: string): MixedEnvironment {
  return new MixedEnvironment(`The gateway mode is ${mode}, but ${reason}.`);
}
