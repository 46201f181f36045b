import { kobo } from '../../../src/domain/money.js';
import { createPaycode, getPaycode } from '../../../src/gateway/endpoints/paycodes.js';
import { waitUntil } from '../wait-until.js';
import { DAY, type World } from '../world/world.js';
import { readLedger } from './ledger.js';
import { AS_APPROVER } from './transfers.js';
import { whenStarted } from './when-started.js';

/** What a merchant does with paycodes for ₦2,000.00 that expire after a day. */
export function createPaycodes(world: World) {
  const id = (reference: string) => `paycode:${reference}`;
  const expiresAt = new Date(Date.now() + DAY).toISOString();
  const terms = (reference: string, more: object = {}) => ({
    reference,
    amount: '2000.00',
    beneficiaryName: 'Ada Obi',
    expiresAt,
    ...more,
  });
  const create = (reference: string, more?: object) =>
    world.call('POST', '/v1/paycodes', terms(reference, more));
  return {
    id,
    create,
    /** Requests a paycode without waiting for the reply; resolves when its workflow has started. */
    start: (reference: string, more?: object) => whenStarted(world, id(reference), create(reference, more)),
    read: async (reference: string) => (await world.call('GET', `/v1/paycodes/${reference}`)).body,
    reveal: (reference: string) => world.call('POST', `/v1/paycodes/${reference}/reveal`),
    cancel: (reference: string) => world.call('POST', `/v1/paycodes/${reference}/cancel`),
    confirm: (reference: string) => world.call('POST', `/v1/paycodes/${reference}/confirm`),
    decide: (reference: string, decision: 'approve' | 'decline') =>
      world.call('POST', `/v1/paycodes/${reference}/${decision}`, { reason: 'checked' }, AS_APPROVER),
    becomes: (reference: string, state: string) => world.becomes(reference, state, 'paycodes'),
    issued: (reference: string) =>
      waitUntil(`the issue of ${reference}`, async () => {
        const { body } = await world.call('GET', `/v1/paycodes/${reference}`);
        return body.issuedAt;
      }),
    closed: (reference: string) => world.closed(id(reference)),
    /** The beneficiary collects the cash from an agent. */
    redeem: (reference: string) => world.control(`paycodes/${world.account.id}/${reference}/redeem`, {}),
    /** Every movement of its money, by the ledger. */
    causesOf: readLedger(world).causesOf,
    async statusAtGateway(reference: string): Promise<string> {
      const answer = await world.gateway.call(getPaycode, { paycodeReference: reference });
      return answer.kind === 'ok' ? answer.body.transactionStatus : answer.kind;
    },
    /** Another system of the merchant issues it, without Oware. */
    issueAtGateway: (reference: string, naira: number) =>
      world.gateway.call(createPaycode, {
        paycodeReference: reference,
        amount: kobo(naira * 100),
        beneficiaryName: 'Ada Obi',
        expiryDate: expiresAt,
      }),
  };
}

export type Paycodes = ReturnType<typeof createPaycodes>;
