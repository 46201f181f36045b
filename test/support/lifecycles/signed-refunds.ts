import { expect } from 'vitest';
import type { Grant, SignedGrant } from '../../../src/domain/approval/grant.js';
import { kobo } from '../../../src/domain/money.js';
import { grantedTerms, type RefundRequest, type RefundTerms } from '../../../src/domain/refund/refund.js';
import { termsHash } from '../../../src/secrets/grants.js';
import { grantOf, testGrants } from '../grants.js';
import { waitUntil } from '../wait-until.js';
import type { World } from '../world/world.js';
import { createRefunds } from './refunds.js';

export const ADA = { key: 'shop', subject: 'ada@example.com' };
export const BOLA = { key: 'finance', subject: 'bola@example.com' };
export const CHIDI = { key: 'finance-2', subject: 'chidi@example.com' };

export const SENT_AND_ARRIVED = ['refund-sent', 'refund-arrived'];

export interface Waiting {
  readonly transactionReference: string;
  readonly terms: RefundTerms;
}

/** Refunds of a world whose people sign what they decide, as the api does for them. */
export function createSignedRefunds(world: World, prefix: string) {
  const { decide: passTime, ...refunds } = createRefunds(world, prefix);
  const client = world.oware.refunds;

  const termsOf = (amountKobo = 150_000): RefundTerms => ({
    refundReference: refunds.newReference(),
    amountKobo: kobo(amountKobo),
    refundReason: 'Broken calabash',
    customerNote: 'Sorry',
  });

  function sign({ transactionReference, terms }: Waiting, part: Partial<Grant>): SignedGrant {
    const hash = termsHash(grantedTerms(transactionReference, terms));
    return testGrants.sign(grantOf({ target: refunds.id(transactionReference), termsHash: hash, ...part }));
  }

  function request(waiting: Waiting, maker?: SignedGrant) {
    const asked: RefundRequest = { ...waiting.terms, ...(maker && { maker }) };
    return client.request(waiting.transactionReference, asked);
  }

  async function paid(amountKobo?: number): Promise<Waiting> {
    const { transactionReference } = await refunds.paidCheckout();
    return { transactionReference, terms: termsOf(amountKobo) };
  }

  return {
    ...refunds,
    passTime,
    termsOf,
    sign,
    request,
    paid,
    /** A refund that a person asked for. */
    async waiting({ amountKobo = 150_000, maker = ADA } = {}): Promise<Waiting> {
      const made = await paid(amountKobo);
      await request(made, sign(made, { action: 'create', ...maker }));
      return made;
    },
    decide: (
      action: 'approve' | 'decline',
      waiting: Waiting,
      part: Partial<Grant>,
      idempotencyKey?: string,
    ) => {
      const { transactionReference, terms } = waiting;
      const { refundReference } = terms;
      const grant = sign(waiting, { action, ...part });
      return client[`${action}Refund`](transactionReference, { refundReference, grant }, { idempotencyKey });
    },
    async stateOf({ transactionReference, terms }: Waiting) {
      return (await refunds.read(terms.refundReference, transactionReference)).body;
    },
    /** After a lost run another person releases it. */
    release: ({ transactionReference, terms }: Waiting) =>
      refunds.release(terms.refundReference, transactionReference),
    async completes({ transactionReference, terms }: Waiting) {
      const { refundReference } = terms;
      await waitUntil('the send', () => refunds.causesOf(refundReference).length > 0);
      await passTime();
      await refunds.becomes(refundReference, 'COMPLETED', transactionReference);
      expect(refunds.causesOf(refundReference)).toEqual(SENT_AND_ARRIVED);
    },
  };
}

export type SignedRefunds = ReturnType<typeof createSignedRefunds>;
