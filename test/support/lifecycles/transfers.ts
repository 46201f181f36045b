import { expect } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { enquireName } from '../../../src/gateway/endpoints/banks.js';
import { getTransfer, initiateTransfer } from '../../../src/gateway/endpoints/transfers.js';
import { waitUntil } from '../wait-until.js';
import { APPROVER_KEY, type World } from '../world/world.js';
import { readLedger } from './ledger.js';
import { resolveItem } from './review-items.js';
import { whenStarted } from './when-started.js';

export { ACCOUNTS } from './scenario-accounts.js';

/** The account of an ordinary beneficiary. */
export const BENEFICIARY = { bankCode: '058', accountNumber: '0100090002' };

export const AS_APPROVER = { authorization: `Bearer ${APPROVER_KEY}` };

/** What a merchant does with transfers of ₦5,000.00. */
export function createTransfers(world: World) {
  const id = (reference: string) => `transfer:${reference}`;
  const { causesOf, paidTo } = readLedger(world);
  const nameOf = async ({ bankCode, accountNumber }: typeof BENEFICIARY) => {
    const answer = await world.gateway.call(enquireName, { bankCode, accountNumber });
    return answer.kind === 'ok' ? answer.body.accountName : 'NO SUCH ACCOUNT';
  };

  async function terms(reference: string, { to = BENEFICIARY.accountNumber, ...more }: Terms = {}) {
    const account = { ...BENEFICIARY, accountNumber: to };
    return {
      reference,
      amount: '5000.00',
      destination: { ...account, accountName: await nameOf(account) },
      narration: 'Salary March',
      ...more,
    };
  }

  const create = async (reference: string, more?: Terms) =>
    world.call('POST', '/v1/transfers', await terms(reference, more));

  return {
    id,
    terms,
    create,
    /** Requests a transfer without waiting for the reply; resolves when its workflow has started. */
    start: (reference: string, more?: Terms) => whenStarted(world, id(reference), create(reference, more)),
    read: async (reference: string) => (await world.call('GET', `/v1/transfers/${reference}`)).body,
    cancel: (reference: string) => world.call('POST', `/v1/transfers/${reference}/cancel`),
    resolve: (reference: string, key: string, resolution: object) =>
      resolveItem(world, { path: `/v1/transfers/${reference}`, key }, resolution, AS_APPROVER),
    /** Another person decides, unless other headers are given. */
    decide: (reference: string, decision: 'approve' | 'decline', headers = AS_APPROVER) =>
      world.call('POST', `/v1/transfers/${reference}/${decision}`, { reason: 'checked' }, headers),
    becomes: (reference: string, state: string) => world.becomes(reference, state, 'transfers'),
    closed: (reference: string) => world.closed(id(reference)),
    runIdOf: (reference: string) => world.runIdOf(id(reference)),
    submitOtp: (reference: string, otp: string) =>
      world.call('POST', `/v1/transfers/${reference}/otp`, { otp }),
    resendOtp: (reference: string) => world.call('POST', `/v1/transfers/${reference}/otp/resend`, {}),
    /** The newest OTP that the gateway sent by e-mail. */
    otpOf: (reference: string) =>
      waitUntil(`an OTP for ${reference}`, async () => (await world.codesFor(reference)).at(-1)),
    /** Every movement of its money, by the ledger. */
    causesOf,
    /** Money that reached the beneficiary, in kobo. */
    paidOut: (reference: string) => paidTo('bank:', reference),
    /** The status in the gateway's record. */
    async statusAtGateway(reference: string): Promise<string> {
      const answer = await world.gateway.call(getTransfer, { reference });
      return answer.kind === 'ok' ? answer.body.status : answer.kind;
    },
    /** Another system of the merchant pays it, without Oware. */
    async payAtGateway(reference: string, naira = 5_000) {
      const answer = await world.gateway.call(initiateTransfer, {
        reference,
        amount: kobo(naira * 100),
        currency: 'NGN',
        narration: 'Salary March',
        destinationBankCode: BENEFICIARY.bankCode,
        destinationAccountNumber: BENEFICIARY.accountNumber,
        destinationAccountName: await nameOf(BENEFICIARY),
      });
      expect(answer.kind).toBe('ok');
    },
  };
}

export interface Terms {
  /** The account number of the beneficiary. */
  readonly to?: string;
  readonly [field: string]: unknown;
}

export type Transfers = ReturnType<typeof createTransfers>;
