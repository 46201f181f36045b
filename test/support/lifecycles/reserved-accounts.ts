import { expect } from 'vitest';
import { reviewItems, resolveItem } from './review-items.js';
import { waitUntil } from '../wait-until.js';
import type { BankAccount, World } from '../world/world.js';

export const BVN = '22212345678';

/** What a merchant and its payers do with reserved accounts. */
export function createReservedAccounts(world: World) {
  const path = (reference: string, more = '') => `/v1/reserved-accounts/${reference}${more}`;
  const id = (reference: string) => `reserved-account:${reference}`;
  const webhooks = (reference: string, type = 'reserved-account.credited') =>
    world.merchant.of(reference).filter((webhook) => webhook.type === type);

  const create = (reference: string, more: object = {}) =>
    world.call('POST', '/v1/reserved-accounts', {
      reference,
      accountName: 'Ada Obi',
      customer: { email: 'ada@example.com', name: 'Ada Obi' },
      bvn: BVN,
      ...more,
    });

  return {
    path,
    id,
    create,
    /** Creates an account and returns the first number that money can be sent to. */
    async open(reference: string, more: object = {}): Promise<BankAccount> {
      const { status, body } = await create(reference, more);
      expect(status).toBe(201);
      const [number] = body.accounts as readonly BankAccount[];
      return number!;
    },
    async pay(to: BankAccount, amount: string, payer?: object) {
      return (await world.pay(to, amount, payer)) as { accepted: boolean; transactionReference: string };
    },
    get: (reference: string, more = '') => world.call('GET', path(reference, more)),
    credits: async (reference: string) => (await world.call('GET', path(reference, '/credits'))).body,
    sweep: (reference: string) => world.call('POST', path(reference, '/sweep')),
    deallocate: (reference: string) => world.call('DELETE', path(reference)),
    closed: (reference: string) => world.closed(id(reference)),
    /** The webhooks of one type that the merchant has received so far. */
    webhooks,
    /** Waits until the merchant has received `count` of them. */
    receives: (reference: string, count: number, type = 'reserved-account.credited') =>
      waitUntil(`${count} × ${type} of ${reference}`, () => {
        const received = webhooks(reference, type);
        return received.length >= count && received;
      }),
    /** Waits for a review item whose reason contains the text. */
    reviewItem: (reference: string, reason = '') =>
      waitUntil(`a review item of ${reference}`, async () => {
        const { body } = await world.call('GET', path(reference));
        return reviewItems(body).find((item) => item.reason.includes(reason));
      }),
    resolve: (reference: string, key: string, resolution: object) =>
      resolveItem(world, { path: path(reference), key }, resolution),
  };
}

export type ReservedAccounts = ReturnType<typeof createReservedAccounts>;
