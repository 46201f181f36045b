import { request } from 'undici';
import { expect } from 'vitest';
import { reviewItems } from './review-items.js';
import { waitUntil } from '../wait-until.js';
import type { World } from '../world/world.js';

export const BVN = '22212345678';

export interface AccountBody {
  readonly reference: string;
  readonly state: string;
  readonly accounts: readonly { readonly bankCode: string; readonly accountNumber: string }[];
}

type Near = Pick<World, 'call' | 'gatewayUrl' | 'merchant' | 'sandbox'>;

/** What tests do with a customer's own account, in the world that they live in. */
export function withAccounts(world: Near) {
  const path = (reference: string, more = '') => `/v1/reserved-accounts/${reference}${more}`;

  function reserve(reference: string, more: object = {}) {
    const customer = { email: 'ada@example.com', name: 'Ada Obi' };
    const terms = { reference, accountName: 'Ada Obi', customer, bvn: BVN, ...more };
    return world.call('POST', '/v1/reserved-accounts', terms);
  }

  async function post(to: string, body: object, method: 'POST' | 'DELETE' = 'POST') {
    const reply = await request(`${world.gatewayUrl}${to}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
    return { status: reply.statusCode, body: await reply.body.json() };
  }

  return {
    path,
    reserve,
    /** Reserves it, and gives the number that money is sent to. */
    async numberOf(reference: string, more: object = {}) {
      const { status, body } = await reserve(reference, more);
      expect(status).toBe(201);
      const [number] = (body as unknown as AccountBody).accounts;
      return number!;
    },
    async send(to: { bankCode: string; accountNumber: string }, amount: string, payer?: object) {
      const { bankCode, accountNumber } = to;
      const { body } = await post('/sandbox/bank-simulator/payments', {
        bankCode,
        accountNumber,
        amount,
        ...(payer && { payer }),
      });
      return body as { accepted: boolean; transactionReference: string };
    },
    async plan(rule: object) {
      expect(await post('/sandbox/faults', rule)).toMatchObject({ status: 201 });
    },
    forgetFaults: () => post('/sandbox/faults', {}, 'DELETE'),
    /** The gateway sends the same event once more. */
    replay: (id: string) => post(`/sandbox/deliveries/${id}/replay`, {}),
    get: (reference: string, more = '') => world.call('GET', path(reference, more)),
    credits: async (reference: string) => (await world.call('GET', path(reference, '/credits'))).body,
    heard: (reference: string, type = 'reserved-account.credited') =>
      world.merchant.of(reference).filter((webhook) => webhook.type === type),
    hears: (reference: string, count: number, type = 'reserved-account.credited') =>
      waitUntil(`${count} × ${type} of ${reference}`, () => {
        const heard = world.merchant.of(reference).filter((webhook) => webhook.type === type);
        return heard.length >= count && heard;
      }),
    needsPerson: (reference: string, reason = '') =>
      waitUntil(`a review item of ${reference}`, async () => {
        const { body } = await world.call('GET', path(reference));
        return reviewItems(body).find((item) => item.reason.includes(reason));
      }),
    /** A person has looked at it. */
    resolve: (reference: string, key: string, resolution: object) =>
      world.call('POST', path(reference, `/review-items/${encodeURIComponent(key)}/resolve`), resolution),
  };
}

export type WithAccounts = ReturnType<typeof withAccounts>;
