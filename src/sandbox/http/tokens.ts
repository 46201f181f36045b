import { createHmac, timingSafeEqual } from 'node:crypto';

export const TOKEN_LIFE_SECONDS = 3_600;

export type TokenReading =
  | { readonly kind: 'valid'; readonly apiKey: string }
  | { readonly kind: 'expired' }
  | { readonly kind: 'malformed' };

export interface Tokens {
  issue(apiKey: string): string;
  read(token: string): TokenReading;
}

interface Claims {
  readonly sub: string;
  readonly exp: number;
}

const REMEMBERED = 1_000;

/** Self-contained JWTs, so that they stay valid after a restart, like the real gateway's. */
export function createTokens(key: string, now: () => number): Tokens {
  const known = new Map<string, Claims>();
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url');
  const header = encode({ alg: 'HS256', typ: 'JWT' });

  function claimsOf(token: string): Claims | undefined {
    const remembered = known.get(token);
    if (remembered) return remembered;
    const claims = verifyToken(token, sign);
    if (!claims) return undefined;
    if (known.size >= REMEMBERED) known.clear();
    known.set(token, claims);
    return claims;
  }

  return {
    issue(apiKey) {
      const seconds = Math.floor(now() / 1_000);
      const claims = { sub: apiKey, iat: seconds, exp: seconds + TOKEN_LIFE_SECONDS };
      const body = `${header}.${encode(claims)}`;
      return `${body}.${sign(body)}`;
    },
    read(token) {
      const claims = claimsOf(token);
      if (!claims) return { kind: 'malformed' };
      if (claims.exp * 1_000 <= now()) return { kind: 'expired' };
      return { kind: 'valid', apiKey: claims.sub };
    },
  };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function verifyToken(token: string, sign: (text: string) => string): Claims | undefined {
  const [header = '', body = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0) return undefined;
  const expected = Buffer.from(sign(`${header}.${body}`));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Claims;
}
