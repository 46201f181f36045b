import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { cardAsTyped } from '../../src/sandbox/collections/test-cards.js';
import type { Tree } from './tree.js';

/** Paid on the hosted page, through a virtual account, or on the hosted page while `GET ?wait=` is open. */
export type Kind = 'hosted' | 'account' | 'waited';

const AMOUNT = '2500.00';

/** The same in all kinds: a wait must have started before the payer pays. */
const UNTIL_PAYER_PAYS_MS = 100;

/** The route has another name in older trees. */
const VIRTUAL_ACCOUNT_ROUTES = ['virtual-account', 'transfer-account'];

type Reply = Readonly<Record<string, unknown>>;

export interface Shop {
  /** One checkout from its creation to its payment; returns how long its creation took, in ms. */
  readonly sell: (kind: Kind, reference: string) => Promise<number>;
}

/** A merchant's service and its payers, by routes that all trees have. */
export function createShop({ name, api, sandboxUrl }: Tree, waits: number): Shop {
  let accountRoutes = VIRTUAL_ACCOUNT_ROUTES;

  async function call(method: 'GET' | 'POST', path: string, body?: object) {
    const reply = await request(`${api.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: reply.statusCode, body: (await reply.body.json()) as Reply };
  }

  async function succeed(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> {
    const reply = await call(method, path, body);
    if (reply.status === 200 || reply.status === 201) return reply.body;
    throw new Error(`${name}: ${method} ${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  }

  async function openAccount(reference: string): Promise<Reply> {
    const path = (route: string | undefined) => `/v1/checkouts/${reference}/${route ?? ''}`;
    const [route, ...others] = accountRoutes;
    if (others.length > 0 && (await call('POST', path(route))).status === 404) accountRoutes = others;
    return succeed('POST', path(accountRoutes[0]));
  }

  function openWaits(reference: string): Promise<Reply>[] {
    return Array.from({ length: waits }, () => succeed('GET', `/v1/checkouts/${reference}?wait=30s`));
  }

  /** An action of a payer at the sandbox. */
  async function pay(path: string, contentType: string, body: string): Promise<void> {
    const reply = await request(`${sandboxUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
    });
    const text = await reply.body.text();
    if (reply.statusCode >= 400) throw new Error(`${name}: ${path} answered ${reply.statusCode}: ${text}`);
  }

  function payOnPage(transactionReference: string): Promise<void> {
    const card = new URLSearchParams(cardAsTyped('approved')).toString();
    const path = `/checkout/${encodeURIComponent(transactionReference)}/card`;
    return pay(path, 'application/x-www-form-urlencoded', card);
  }

  function payAccount({ bankCode, accountNumber }: Reply): Promise<void> {
    const transfer = JSON.stringify({ bankCode, accountNumber, amount: AMOUNT });
    return pay('/sandbox/bank-simulator/payments', 'application/json', transfer);
  }

  return {
    async sell(kind, reference) {
      const startedAt = performance.now();
      const customer = { email: 'ada@example.com' };
      const checkout = await succeed('POST', '/v1/checkouts', { reference, amount: AMOUNT, customer });
      const elapsed = performance.now() - startedAt;
      const account = kind === 'account' ? await openAccount(reference) : undefined;
      const waiting = Promise.all(kind === 'waited' ? openWaits(reference) : []);
      // one that fails during the pause is reported after it
      waiting.catch(() => undefined);
      await pause(UNTIL_PAYER_PAYS_MS);
      const payment = account ? payAccount(account) : payOnPage(checkout['transactionReference'] as string);
      await Promise.all([payment, waiting]);
      return elapsed;
    },
  };
}
