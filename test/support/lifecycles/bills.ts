import { kobo } from '../../../src/domain/money.js';
import { requeryBill, vendBill } from '../../../src/gateway/endpoints/bills.js';
import type { World } from '../world/world.js';
import { readLedger } from './ledger.js';
import { resolveItem } from './review-items.js';
import { AS_APPROVER } from './transfers.js';
import { whenStarted } from './when-started.js';

/** What a merchant does with bills: airtime for ₦1,000.00. */
export function createBills(world: World) {
  const id = (reference: string) => `bill:${reference}`;
  const terms = (reference: string, more: object = {}) => ({
    reference,
    amount: '1000.00',
    productCode: 'PRD-AIRTIME',
    customerId: '08030001234',
    ...more,
  });
  const create = (reference: string, more?: object) =>
    world.call('POST', '/v1/bills', terms(reference, more));
  const { causesOf, paidTo } = readLedger(world);
  return {
    id,
    terms,
    create,
    /** Requests a bill without waiting for the reply; resolves when its workflow has started. */
    start: (reference: string, more?: object) => whenStarted(world, id(reference), create(reference, more)),
    read: async (reference: string) => (await world.call('GET', `/v1/bills/${reference}`)).body,
    cancel: (reference: string) => world.call('POST', `/v1/bills/${reference}/cancel`),
    resolve: (reference: string, key: string, resolution: object) =>
      resolveItem(world, { path: `/v1/bills/${reference}`, key }, resolution, AS_APPROVER),
    decide: (reference: string, decision: 'approve' | 'decline') =>
      world.call('POST', `/v1/bills/${reference}/${decision}`, { reason: 'checked' }, AS_APPROVER),
    becomes: (reference: string, state: string) => world.becomes(reference, state, 'bills'),
    closed: (reference: string) => world.closed(id(reference)),
    /** Every movement of its money, by the ledger. */
    causesOf,
    /** Money that reached the biller, in kobo: the merchant keeps its commission of one percent. */
    paidOut: (reference: string) => paidTo('biller:', reference),
    async statusAtGateway(reference: string): Promise<string> {
      const answer = await world.gateway.call(requeryBill, { reference });
      return answer.kind === 'ok' ? answer.body.vendStatus : answer.kind;
    },
    /** Another system of the merchant pays it, without Oware. */
    payAtGateway: (reference: string, naira = 1_000) =>
      world.gateway.call(vendBill, {
        reference,
        amount: kobo(naira * 100),
        productCode: 'PRD-AIRTIME',
        customerId: '08030001234',
      }),
  };
}

/** Numbers of customers whose purchases end otherwise. */
export const CUSTOMERS = { rejected: '08030000001', slow: '08030000002' };

export type Bills = ReturnType<typeof createBills>;
