import { describe, expect } from 'vitest';
import { serve } from '../../src/cli/serve.js';
import type { OwareClient } from '../../src/client/client.js';
import type { CheckoutSnapshot } from '../../src/domain/checkout/checkout.js';
import { kobo } from '../../src/domain/money.js';
import { newTransaction } from '../../src/domain/order/order.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { closeVisits, smallTargets, test } from '../support/browser/browser.js';
import { returnPath, serveApi } from '../support/api/serve-api.js';
import { untouchedClient } from '../support/api/untouched-client.js';

describe('after a decline', () => {
  test('"Try again" on the return page opens a fresh page of the gateway', async ({ visit }) => {
    const gateway = await serve(
      (_request, response) => {
        response.setHeader('content-type', 'text/html').end('<h1>Pay here</h1>');
      },
      '127.0.0.1',
      0,
    );
    const at = '2026-01-31T10:00:00.000Z';
    const transaction = (n: number) => ({
      ...newTransaction(`T|${n}`, kobo(250_000)),
      paymentReference: 'order-1',
      checkoutUrl: `${gateway.url}/checkout/T|${n}`,
    });
    const spent = { ...transaction(1), spent: true } as const;
    const declined: CheckoutSnapshot = {
      ...beginning('PENDING', 'created by the merchant', at),
      lifecycle: 'checkout',
      terms: {
        reference: 'order-1',
        amountKobo: kobo(250_000),
        currency: 'NGN',
        customer: { email: 'ada@example.com' },
      },
      lastAttempt: { channel: 'page', outcome: 'declined', reason: 'the gateway reports FAILED', at },
      transactions: [spent],
    };
    const checkouts = {
      get: () => Promise.resolve(declined),
      page: () => Promise.resolve({ ...declined, transactions: [spent, transaction(2)] }),
    } as unknown as OwareClient['checkouts'];
    const api = await serveApi({ ...untouchedClient(), checkouts });

    const { page, picture, expects } = await visit({ phone: true });
    // the browser requests an icon, and there is none
    expects(/favicon/);
    await page.goto(`${api.url}${returnPath('order-1')}`);
    await page.getByText('No money was taken').waitFor();
    expect(await smallTargets(page)).toEqual([]);
    await picture('return-declined');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Pay here' }).waitFor();
    expect(page.url()).toContain('/checkout/T');
    await closeVisits();
    await api.close();
    await gateway.close();
  });
});
