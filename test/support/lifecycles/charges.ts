import { expect } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { chargeCardToken } from '../../../src/gateway/endpoints/cards.js';
import { queryTransaction } from '../../../src/gateway/endpoints/transactions.js';
import type { CardScenario } from '../../../src/sandbox/collections/test-cards.js';
import type { World } from '../world/world.js';
import { createCheckouts } from './checkouts.js';
import { resolveItem } from './review-items.js';
import { whenStarted } from './when-started.js';

export const EMAIL = 'ada@example.com';

/** What a merchant does with charges of ₦1,500.00 on cards that paid a checkout. */
export function createCharges(world: World, prefix: string) {
  const checkouts = createCheckouts(world, `${prefix}-card`);
  const id = (reference: string) => `charge:${reference}`;

  const create = (reference: string, terms: object, headers: Readonly<Record<string, string>> = {}) =>
    world.call('POST', '/v1/charges', { reference, amount: '1500.00', ...terms }, headers);

  return {
    checkouts,
    id,
    create,
    newReference: () => checkouts.newReference().replace('-card-', '-'),
    /** A checkout that was paid with a card whose token can be charged again; returns its reference. */
    async paidByCard(scenario: CardScenario = 'tokenizable', more: object = {}): Promise<string> {
      const reference = await checkouts.open(more);
      await checkouts.payByCard(reference, scenario);
      await world.becomes(reference, 'PAID');
      return reference;
    },
    /** The token that the gateway's record of a paid checkout has. */
    async tokenOf(checkout: string): Promise<string> {
      const answer = await world.gateway.call(queryTransaction, { paymentReference: checkout });
      return (answer.kind === 'ok' && answer.body.cardDetails?.cardToken) || '';
    },
    /** The gateway's transaction under a reference. */
    async transactionOf(paymentReference: string): Promise<string> {
      const answer = await world.gateway.call(queryTransaction, { paymentReference });
      return (answer.kind === 'ok' && answer.body.transactionReference) || '';
    },
    /** Requests a charge without waiting for the reply; resolves when its workflow has started. */
    start: (reference: string, terms: object) => whenStarted(world, id(reference), create(reference, terms)),
    read: async (reference: string) => (await world.call('GET', `/v1/charges/${reference}`)).body,
    cancel: (reference: string) => world.call('POST', `/v1/charges/${reference}/cancel`),
    becomes: (reference: string, state: string) => world.becomes(reference, state, 'charges'),
    closed: (reference: string, limitMs?: number) => world.closed(id(reference), limitMs),
    resolve: (reference: string, key: string, resolution: object) =>
      resolveItem(world, { path: `/v1/charges/${reference}`, key }, resolution),
    /** The money that the ledger has collected under a reference at the gateway, in kobo, entry by entry. */
    async collected(paymentReference: string): Promise<number[]> {
      const answer = await world.gateway.call(queryTransaction, { paymentReference });
      if (answer.kind !== 'ok') return [];
      const { transactionReference, amountPaid } = answer.body;
      return world.collected(transactionReference).map(() => Number(amountPaid));
    },
    /** Another system of the merchant charges the card, without Oware. */
    async chargeAtGateway(paymentReference: string, cardToken: string, naira = 1_500): Promise<void> {
      const answer = await world.gateway.call(chargeCardToken, {
        cardToken,
        amount: kobo(naira * 100),
        customerName: 'Ada',
        customerEmail: EMAIL,
        paymentReference,
        paymentDescription: 'Charge',
        currencyCode: 'NGN',
      });
      expect(answer.kind).toBe('ok');
    },
  };
}

export type Charges = ReturnType<typeof createCharges>;
