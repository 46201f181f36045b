import type { GatewayActivities } from './gateway.js';
import type { OwnActivities } from './own.js';

type Init = GatewayActivities['initTransaction'];

export interface OpenCheckout {
  /**
   * The first call of a checkout, which does not know the worker's settings yet. So this activity computes what depends
   * on them: the payment window and the payer's return URL.
   */
  openCheckout(
    request: Parameters<Init>[0],
    checkout: { readonly reference: string; readonly since: string },
  ): ReturnType<Init>;
}

export function createOpenCheckout(
  { initTransaction }: Pick<GatewayActivities, 'initTransaction'>,
  { settings: readSettings }: Pick<OwnActivities, 'settings'>,
): OpenCheckout {
  return {
    async openCheckout({ redirectUrl, ...request }, { reference, since }) {
      const { checkoutWindowMs, returnUrl } = await readSettings();
      const payerRedirectUrl = returnUrl === undefined ? redirectUrl : `${returnUrl}/${reference}`;
      const notAfter = new Date(Date.parse(since) + checkoutWindowMs).toISOString();
      return initTransaction(
        { ...request, ...(payerRedirectUrl !== undefined && { redirectUrl: payerRedirectUrl }) },
        { notAfter },
      );
    },
  };
}
