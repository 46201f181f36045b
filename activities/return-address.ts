import type { GatewayActivities } from './gateway.js';

type Init = GatewayActivities['initTransaction'];

export interface ReturnAddress {
  /** Where payers come back to; `/<reference>` follows it. */
  readonly returnUrl: string;
  readonly tokenOf: (reference: string) => string;
}

/**
 * Adds its token to the return address of a checkout. Workflows know the address without it: the token is for the
 * payer alone, so it is added where the gateway is called, and no history shows it.
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
