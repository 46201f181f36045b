import { timingSafeEqual } from 'node:crypto';
import { basicOf, isWhitelisted } from '../http/access.js';
import { Refusal } from '../http/refusal.js';
import { type Call, type Route, route } from '../http/route.js';
import { TOKEN_LIFE_SECONDS } from '../http/tokens.js';
import { type Merchant } from '../types/merchant.js';

export const AUTH_ROUTES: readonly Route[] = [route('login', 'POST /api/v1/auth/login', login)];

/** The only endpoint without a token. */
function login(call: Call) {
  const { apiKey, secretKey } = basicOf(call);
  if (apiKey === '') throw new Refusal(401, 'Unauthorized, supply authorization header');
  const merchant = call.world.merchants.find('apiKey', apiKey);
  if (!merchant || !holdsSecret(merchant, secretKey)) throw new Refusal(401, 'Invalid credentials');
  if (!isWhitelisted(merchant, call.address)) throw new Refusal(403, 'Could not Authorize merchant');
  return { accessToken: call.world.tokens.issue(apiKey), expiresIn: TOKEN_LIFE_SECONDS };
}

function holdsSecret({ secretKey }: Merchant, given: string): boolean {
  const expected = Buffer.from(secretKey);
  const offered = Buffer.from(given);
  return offered.length === expected.length && timingSafeEqual(offered, expected);
}
