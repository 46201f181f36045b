import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { collectedIn, readLedger } from '../../src/cli/demo/ledger.js';
import { createWebhookListener, type ReceivedWebhook } from '../../src/cli/webhook-listener.js';
import { type Serving, serve } from '../../src/cli/serve.js';
import { fromNaira, kobo, type Kobo, sum, toNaira } from '../../src/domain/money.js';
import type { DevJson } from '../support/processes/dev-run.js';

export interface Order {
  readonly reference: string;
  readonly amount: Kobo;
}

/** Amounts differ, so that one payment too few and one too many cannot even out. */
export function createOrders(count: number): Order[] {
  return Array.from({ length: count }, (_, index) => ({
    reference: `load-${index + 1}`,
    amount: kobo(100_000 + index * 1_301),
  }));
}

/** The merchant's service. `oware dev` creates its secret. */
export interface WebhookLog {
  readonly received: readonly ReceivedWebhook[];
  readonly listen: (secret: string) => Promise<Serving>;
}

export function createWebhookLog(port: number): WebhookLog {
  const received: ReceivedWebhook[] = [];
  const onWebhook = (webhook: ReceivedWebhook) => void received.push(webhook);
  return {
    received,
    listen: (secret) =>
      serve(createWebhookListener(secret, { onWebhook, onRefused: () => undefined }), '127.0.0.1', port),
  };
}

type Reply = Readonly<Record<string, unknown>>;

const ANSWER_WITHIN_MS = 30_000;
const BETWEEN_CALLS_MS = 200;

/** Calls of a merchant's service: it repeats an identical request whose outcome is unknown. */
export function createMerchantCalls({ api }: DevJson, deadline: number) {
  const repeated = { unavailable: 0, working: 0, broken: 0 };
  /** Replies that would mislead a merchant. */
  const wrong: string[] = [];

  async function attempt(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply | undefined> {
    try {
      const reply = await request(`${api.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
        headersTimeout: ANSWER_WITHIN_MS,
        ...(body && { body: JSON.stringify(body) }),
      });
      const said = (await reply.body.json()) as Reply;
      if (reply.statusCode < 300 && reply.statusCode !== 202) return said;
      if (reply.statusCode === 202) repeated.working += 1;
      else if (reply.statusCode === 503) repeated.unavailable += 1;
      else if (reply.statusCode === 404) wrong.push(`${method} ${path}: ${JSON.stringify(said)}`);
      else throw new RefusedCall(`${method} ${path}: ${reply.statusCode} ${JSON.stringify(said)}`);
    } catch (error) {
      if (error instanceof RefusedCall) throw error;
      repeated.broken += 1;
    }
    return undefined;
  }

  return {
    deadline,
    repeated,
    wrong: wrong as readonly string[],
    call: async (method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> => {
      while (Date.now() < deadline) {
        const reply = await attempt(method, path, body);
        if (reply) return reply;
        await pause(BETWEEN_CALLS_MS);
      }
      throw new Error(`${method} ${path} had no answer before the end of the run`);
    },
  };
}

class RefusedCall extends Error {}

export type MerchantCalls = ReturnType<typeof createMerchantCalls>;

/** Each order is three steps: create, account, payment. */
export const STEPS_PER_ORDER = 3;

export interface Shop {
  readonly json: DevJson;
  readonly calls: MerchantCalls;
  /** Called when a step begins. */
  readonly onStep: () => void;
}

/** From the merchant's order to the payer's transfer. */
async function orderAndPay({ json, calls, onStep }: Shop, order: Order): Promise<void> {
  const { call, deadline } = calls;
  const { reference } = order;
  const amount = toNaira(order.amount);
  onStep();
  await call('POST', '/v1/checkouts', { reference, amount, customer: { email: 'ada@example.com' } });
  onStep();
  const { bankCode, accountNumber } = await call('POST', `/v1/checkouts/${reference}/virtual-account`);
  onStep();
  const isPaid = async () => collectedIn((await readLedger(json.sandbox.url)).entries).includes(amount);
  while (!(await transfer(json, { bankCode, accountNumber, amount }))) {
    // a second call would pay again: the bank checks first, and each order has a different amount
    const found = await whenAvailable(isPaid, deadline);
    if (found) return;
  }
}

/** False when the outcome is unknown. */
async function transfer({ sandbox }: DevJson, payment: object): Promise<boolean> {
  try {
    const reply = await request(`${sandbox.url}/sandbox/bank-simulator/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payment),
    });
    const said = await reply.body.text();
    if (reply.statusCode >= 300) throw new RefusedCall(`the bank refused to pay: ${said}`);
    return true;
  } catch (error) {
    if (error instanceof RefusedCall) throw error;
    return false;
  }
}

async function whenAvailable<Answer>(ask: () => Promise<Answer>, deadline: number): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await pause(BETWEEN_CALLS_MS);
  }
}

/** Several customers at a time, each with the next order of the list. */
export async function orderAndPayAll(shop: Shop, orders: readonly Order[], customers: number): Promise<void> {
  const waiting = [...orders];
  const customer = async () => {
    for (let order = waiting.shift(); order; order = waiting.shift()) await orderAndPay(shop, order);
  };
  await Promise.all(Array.from({ length: customers }, customer));
}

const BETWEEN_GATEWAY_ATTEMPTS_MS = 5 * 60_000;
const QUIET_MS = 15_000;

/**
 * Waits until every order is PAID; returns how often it moved the gateway's clock to the next attempt to deliver an
 * event. The gateway gives each attempt ten seconds, and Temporal may be unavailable for longer.
 */
export async function untilPaid(
  { sandbox }: DevJson,
  { call, deadline }: MerchantCalls,
  orders: readonly Order[],
): Promise<number> {
  let waiting = orders;
  let moved = 0;
  let changed = Date.now();
  while (waiting.length > 0) {
    const states = await Promise.all(
      waiting.map(async ({ reference }) => (await call('GET', `/v1/checkouts/${reference}`))['state']),
    );
    const left = waiting.filter((_, index) => states[index] !== 'PAID');
    if (left.length < waiting.length) changed = Date.now();
    waiting = left;
    if (Date.now() > deadline)
      throw new Error(`not PAID: ${waiting.map(({ reference }) => reference).join()}`);
    if (waiting.length > 0 && Date.now() - changed > QUIET_MS) {
      await whenAvailable(() => advanceClock(sandbox.url, BETWEEN_GATEWAY_ATTEMPTS_MS), deadline);
      moved += 1;
      changed = Date.now();
    }
    await pause(BETWEEN_CALLS_MS);
  }
  return moved;
}

async function advanceClock(sandboxUrl: string, ms: number): Promise<void> {
  const reply = await request(`${sandboxUrl}/sandbox/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ms }),
  });
  await reply.body.dump();
}

export interface Figures {
  readonly collections: number;
  readonly collected: Kobo;
  readonly expected: Kobo;
  readonly balanced: boolean;
  /** Distinct webhook ids: a second delivery under the same id is a retry. */
  readonly paidWebhooks: number;
  readonly webhookRepeats: number;
  /** What differs from the expectation. */
  readonly differences: readonly string[];
}

/** Compares the gateway's ledger and the merchant's webhooks with the orders. */
export async function compare(
  { sandbox }: DevJson,
  received: readonly ReceivedWebhook[],
  orders: readonly Order[],
): Promise<Figures> {
  const { balanced, entries } = await readLedger(sandbox.url);
  const amounts = collectedIn(entries).map(fromNaira);
  const expected = sum(...orders.map(({ amount }) => amount));
  const messages = new Map(received.map((webhook) => [webhook.id, webhook]));
  const paid = [...messages.values()].filter(({ type }) => type === 'checkout.paid');
  const differences = [
    ...(balanced ? [] : ['the ledger does not balance']),
    ...differencesIn('collections', amounts, orders),
    ...orders.flatMap(({ reference }) => {
      const count = paid.filter(({ data }) => data.reference === reference).length;
      return count === 1 ? [] : [`${reference}: ${count} checkout.paid`];
    }),
    ...[...messages.values()]
      .filter(({ type }) => type !== 'checkout.paid')
      .map(({ type, data }) => `${data.reference}: unexpected ${type}`),
  ];
  return {
    collections: amounts.length,
    collected: sum(...amounts),
    expected,
    balanced,
    paidWebhooks: paid.length,
    webhookRepeats: received.length - messages.size,
    differences,
  };
}

function differencesIn(what: string, amounts: readonly Kobo[], orders: readonly Order[]): string[] {
  const shown = (list: readonly Kobo[]) => [...list].sort((one, other) => one - other).join();
  const expected = orders.map(({ amount }) => amount);
  if (shown(amounts) === shown(expected)) return [];
  return [
    `${what}: ${amounts.length} of ${sum(...amounts)} kobo, expected ${expected.length} of ${sum(...expected)}`,
  ];
}
