import { type Merchant } from '../types/merchant.js';
import { Refusal } from './refusal.js';
import { oauthRefusal, type Reply } from './reply.js';
import { type Call, isPayout, type Route } from './route.js';

/** The merchant of the bearer token, or the response that refuses it. */
export function authenticate(call: Call, route: Route): Merchant | Reply {
  const { world, address } = call;
  const token = bearerOf(call);
  if (token === undefined) {
    return oauthRefusal('unauthorized', 'Full authentication is required to access this resource');
  }
  const reading = world.tokens.read(token);
  if (reading.kind === 'expired') return oauthRefusal('invalid_token', `Access token expired: ${token}`);
  const merchant = reading.kind === 'valid' ? world.merchants.find('apiKey', reading.apiKey) : undefined;
  if (!merchant) return oauthRefusal('invalid_token', 'Cannot convert access token to JSON');
  if (!isWhitelisted(merchant, address)) {
    throw new Refusal(403, 'Could not Authorize merchant', isPayout(route) ? 'D06' : '99');
  }
  return merchant;
}

export function isMerchant(admitted: Merchant | Reply): admitted is Merchant {
  return 'apiKey' in admitted;
}

/** The merchant that a request claims to be from; used to match faults, refuses nothing. */
export function claimedMerchant(call: Call): Merchant | undefined {
  const token = bearerOf(call);
  const reading = token === undefined ? undefined : call.world.tokens.read(token);
  const apiKey = reading?.kind === 'valid' ? reading.apiKey : basicOf(call).apiKey;
  return call.world.merchants.find('apiKey', apiKey);
}

export function basicOf({ headers }: Call): { readonly apiKey: string; readonly secretKey: string } {
  const [scheme, encoded = ''] = (headers.authorization ?? '').split(' ');
  const [apiKey = '', secretKey = ''] =
    scheme?.toLowerCase() === 'basic' ? Buffer.from(encoded, 'base64').toString('utf8').split(':') : [];
  return { apiKey, secretKey };
}

function bearerOf({ headers }: Call): string | undefined {
  const [scheme, token] = (headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined;
}

export function isWhitelisted({ switches }: Merchant, address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return switches.whitelistedAddresses?.includes(plain) ?? true;
}
