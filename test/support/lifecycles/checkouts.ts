import { expect } from 'vitest';
import { cardAsTyped, type CardScenario } from '../../../src/sandbox/collections/test-cards.js';
import { costOf } from '../temporal/history.js';
import { waitUntil } from '../wait-until.js';
import type { BankAccount, Reply, World } from '../world/world.js';
import { reviewItems, resolveItem } from './review-items.js';

export interface OpenCheckout extends Reply {
  readonly expiresAt: string;
  readonly account: BankAccount & { readonly payable: string };
}

/** The OTP that every test card accepts. */
export const OTP = '123456';

/** Of this process: its test files share this module and a namespace, and may use the same prefix. */
let count = 0;

/** What a merchant and its payers do with checkouts of ₦2,500.00; `prefix` names the suite in their references. */
export function createCheckouts(world: World, prefix: string) {
  const newReference = () => `${prefix}-${process.pid}-${(count += 1)}`;
  const path = (reference: string) => `/v1/checkouts/${reference}`;
  const id = (reference: string) => `checkout:${reference}`;

  const create = (reference: string, more: object = {}) =>
    world.call('POST', '/v1/checkouts', {
      reference,
      amount: '2500.00',
      customer: { email: 'ada@example.com' },
      ...more,
    });
  const post = (reference: string, step: string, body?: unknown, headers = {}) =>
    world.call('POST', `${path(reference)}/${step}`, body, headers);
  const read = async (reference: string) => (await world.call('GET', path(reference))).body;

  async function virtualAccount(reference: string) {
    const { body } = await post(reference, 'virtual-account');
    return body as unknown as OpenCheckout['account'];
  }

  return {
    newReference,
    id,
    create,
    /** A call under the checkout's path. */
    post,
    read,
    virtualAccount,
    /** Creates a checkout under a new reference, which it returns. */
    async open(more: object = {}): Promise<string> {
      const reference = newReference();
      await create(reference, more);
      return reference;
    },
    /** Creates a checkout that a payer can pay by bank transfer. */
    async openWithAccount(reference = newReference(), more: object = {}): Promise<OpenCheckout> {
      const { body } = await create(reference, more);
      return { ...(body as OpenCheckout), reference, account: await virtualAccount(reference) };
    },
    cancel: (reference: string) => post(reference, 'cancel'),
    payByCard: (reference: string, scenario: CardScenario) => post(reference, 'card', cardAsTyped(scenario)),
    submitOtp: (reference: string, otp = OTP) => post(reference, 'otp', { otp }),
    /** The payer acts on the issuer's page, at the URL that the checkout returned. */
    answerIssuer: (redirectUrl: string, answer: { otp: string } | { decline: true } = { otp: OTP }) =>
      world.control(`issuer/${new URL(redirectUrl).pathname.split('/').at(-1) ?? ''}`, answer),
    runIdOf: (reference: string) => world.runIdOf(id(reference)),
    closed: (reference: string) => world.closed(id(reference)),
    /** Waits for a review item of this kind. */
    reviewItem: (reference: string, kind: string) =>
      waitUntil(`${kind} of ${reference}`, async () =>
        reviewItems(await read(reference)).find((item) => item.kind === kind),
      ),
    resolve: (reference: string, key: string, resolution: object, headers = {}) =>
      resolveItem(world, { path: path(reference), key }, resolution, headers),
    /** The merchant received `checkout.paid` once, and the ledger has one collection. */
    async expectPaidOnce(reference: string): Promise<void> {
      await world.merchant.receives(reference, 'checkout.paid');
      expect(await world.collectedFor(reference)).toHaveLength(1);
      expect(world.sandbox.ledger.audit()).toMatchObject({ balanced: true });
      const types = world.merchant.typesOf(reference).filter((type) => type !== 'checkout.attempt-failed');
      expect(types).toEqual(['checkout.paid']);
    },
    /** Records the history for the replay test, after the run has closed. */
    async recordHistory(reference: string, name: string): Promise<void> {
      await world.closed(id(reference));
      await costOf(world.client, id(reference), name);
    },
  };
}

export type Checkouts = ReturnType<typeof createCheckouts>;

export function cardIn(reply: { readonly body: object }) {
  return (
    reply.body as { card: { state: string; reason: string; redirectUrl: string; attemptsLeft: number } }
  ).card;
}
