import type { GatewayActivities } from './gateway.js';

type Init = GatewayActivities['initTransaction'];

export interface ReturnAddress {
  /** The base of the return URLs; `/<reference>` follows it. */
  readonly returnUrl: string;
  readonly tokenOf: (reference: string) => string;
}

/**
 * Adds the return token to the redirect URL of a checkout. The token is for the payer only, so the activity adds it
 * just before the gateway call: workflows have the URL without it, and no history shows it.
 */
export function withReturnTokens(initTransaction: Init, { returnUrl, tokenOf }: ReturnAddress): Init {
  return ({ redirectUrl, ...request }, options) => {
    if (!redirectUrl?.startsWith(`${returnUrl}/`)) {
      return initTransaction({ ...request, ...(redirectUrl !== undefined && { redirectUrl }) }, options);
    }
    const reference = redirectUrl.slice(returnUrl.length + 1);
    return initTransaction({ ...request, redirectUrl: `${redirectUrl}/${tokenOf(reference)}` }, options);
  };
}
