import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { cardAsTyped } from '../../src/sandbox/collections/test-cards.js';
import type { Tree } from '../checkout/tree.js';

/** One checkout of the loop; times are milliseconds since the epoch, absent where it did not get so far. */
export interface Sale {
  readonly reference: string;
  readonly startedAt: number;
  createdAt?: number;
  /** When the payer sent the payment. */
  paidAt?: number;
  failure?: string;
}

const AMOUNT = '2500.00';

/**
 * Starts checkouts at a fixed rate, whether or not those before are done, until `isOver`. Each payer pays on the hosted
 * page as soon as it exists. Resolves when every request has its answer.
 */
export async function sellAtRate(
  tree: Tree,
  {
    perSecond,
    name,
    isOver,
  }: { readonly perSecond: number; readonly name: string; readonly isOver: () => boolean },
): Promise<readonly Sale[]> {
  const sales: Sale[] = [];
  const underWay: Promise<void>[] = [];
  const startedAt = Date.now();
  while (!isOver()) {
    const sale: Sale = { reference: `${name}-${sales.length + 1}`, startedAt: Date.now() };
    sales.push(sale);
    underWay.push(
      sell(tree, sale).catch((error: unknown) => {
        sale.failure = String(error);
      }),
    );
    // by the clock, so that a late timer does not lower the rate
    await pause(Math.max(0, startedAt + (sales.length * 1_000) / perSecond - Date.now()));
  }
  await Promise.all(underWay);
  return sales;
}

async function sell({ api, sandboxUrl }: Tree, sale: Sale): Promise<void> {
  const { reference } = sale;
  const created = await post(`${api.url}/v1/checkouts`, {
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reference, amount: AMOUNT, customer: { email: 'ada@example.com' } }),
  });
  sale.createdAt = Date.now();
  const { transactionReference } = JSON.parse(created) as { readonly transactionReference: string };
  sale.paidAt = Date.now();
  await post(`${sandboxUrl}/checkout/${encodeURIComponent(transactionReference)}/card`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(cardAsTyped('approved')).toString(),
  });
}

async function post(
  url: string,
  options: { readonly headers: Record<string, string>; readonly body: string },
) {
  const reply = await request(url, { method: 'POST', ...options });
  const text = await reply.body.text();
  if (reply.statusCode === 202 || reply.statusCode >= 400) {
    throw new Error(`${url} answered ${reply.statusCode}: ${text}`);
  }
  return text;
}
