import type { Settings } from '../src/config/settings.js';
import type { GatewayActivities } from './gateway.js';
import type { OwnActivities } from './own.js';

type Init = GatewayActivities['initTransaction'];

export interface OpenCheckout {
  /**
   * The first call of a checkout. It also returns the worker's settings, which saves the run a marker and a workflow
   * task. So this activity computes what depends on them: the payment window and the payer's return URL.
   */
  openCheckout(
    request: Parameters<Init>[0],
    checkout: { readonly reference: string; readonly since: string },
  ): Promise<Awaited<ReturnType<Init>> & { readonly settings: Settings }>;
}

export function createOpenCheckout(
  { initTransaction }: Pick<GatewayActivities, 'initTransaction'>,
  { settings: readSettings }: Pick<OwnActivities, 'settings'>,
): OpenCheckout {
  return {
    async openCheckout({ redirectUrl, ...request }, { reference, since }) {
      const settings = await readSettings();
      const { checkoutWindowMs, returnUrl } = settings;
      const payerRedirectUrl = returnUrl === undefined ? redirectUrl : `${returnUrl}/${reference}`;
      const notAfter = new Date(Date.parse(since) + checkoutWindowMs).toISOString();
      const answer = await initTransaction(
        { ...request, ...(payerRedirectUrl !== undefined && { redirectUrl: payerRedirectUrl }) },
        { notAfter },
      );
      return { ...answer, settings };
    },
  };
}
