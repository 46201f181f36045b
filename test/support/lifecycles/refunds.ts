import { workflowIdOf } from '../../../src/client/client.js';
import { kobo } from '../../../src/domain/money.js';
import { enquireName } from '../../../src/gateway/endpoints/banks.js';
import { getRefund, initiateRefund } from '../../../src/gateway/endpoints/refunds.js';
import { initBankTransfer } from '../../../src/gateway/endpoints/transactions.js';
import { waitForState, waitUntil } from '../wait-until.js';
import type { Reply, World } from '../world/world.js';
import { type Checkouts, createCheckouts } from './checkouts.js';
import { resolvePath, reviewItems, resolveItem } from './review-items.js';
import { AS_APPROVER } from './transfers.js';
import { readLedger } from './ledger.js';

export interface PaidCheckout {
  readonly reference: string;
  readonly transactionReference: string;
}

/** Of this process: its test files share this module and a namespace. */
let count = 0;

/** What a merchant does with refunds of checkouts of ₦2,500.00. */
export function createRefunds(world: World, prefix: string) {
  const checkouts: Checkouts = createCheckouts(world, prefix);
  const id = (transactionReference: string) => workflowIdOf('refunds-of', transactionReference);
  const terms = (reference: string, more: object = {}) => ({
    reference,
    amount: '1500.00',
    refundReason: 'Broken calabash',
    ...more,
  });
  const query = (transactionReference?: string) =>
    transactionReference === undefined
      ? ''
      : `?transactionReference=${encodeURIComponent(transactionReference)}`;
  const read = (reference: string, transactionReference?: string) =>
    world.call('GET', `/v1/refunds/${reference}${query(transactionReference)}`);

  return {
    checkouts,
    id,
    terms,
    /** An account with the name that its bank holds. */
    async accountAt(accountNumber: string, bankCode = '058') {
      const answer = await world.gateway.call(enquireName, { accountNumber, bankCode });
      const accountName = answer.kind === 'ok' ? answer.body.accountName : 'NO SUCH ACCOUNT';
      return { bankCode, accountNumber, accountName };
    },
    newReference: () => `back-${prefix}-${process.pid}-${(count += 1)}`,
    /** A checkout whose payment arrived by bank transfer, in one or several payments. */
    async paidCheckout(...amounts: readonly string[]): Promise<PaidCheckout> {
      const { reference, account, transactionReference } = await checkouts.openWithAccount();
      for (const amount of amounts.length === 0 ? ['2500.00'] : amounts) await world.pay(account, amount);
      await world.merchant.receives(reference, 'checkout.paid');
      return { reference, transactionReference };
    },
    /** A checkout that is paid through two transactions: the reply to the first init was lost. */
    async paidWithDuplicate(amount: string, duplicate: string) {
      const { reference, main, second, other } = await this.paidOnOneOfTwo(amount);
      await world.pay(second, duplicate);
      await world.merchant.receives(reference, 'checkout.duplicate-payment');
      return { reference, main, duplicate: other };
    },
    /** The same, before the second payment: `second` is the account that takes it. */
    async paidOnOneOfTwo(amount: string) {
      const reference = checkouts.newReference();
      const lost = { on: 'call', endpoint: 'initTransaction', reference, fault: { kind: 'reset' } };
      await world.planFault(lost);
      const { account, transactionReference } = await checkouts.openWithAccount(reference);
      const other = (await world.transactionsOf(reference)).find((each) => each !== transactionReference);
      const second = await world.gateway.call(initBankTransfer, { transactionReference: other ?? '' });
      await world.pay(account, amount);
      await world.merchant.receives(reference, 'checkout.paid');
      return { reference, main: transactionReference, other: other ?? '', second: second.body };
    },
    /** Requests a refund of a checkout. */
    ofCheckout: (checkout: string, reference: string, more: object = {}, headers = {}) =>
      world.call('POST', `/v1/checkouts/${checkout}/refunds`, terms(reference, more), headers),
    /** Requests a refund of a transaction. */
    ofTransaction: (transactionReference: string, reference: string, more: object = {}, headers = {}) =>
      world.call('POST', '/v1/refunds', { ...terms(reference, more), transactionReference }, headers),
    read,
    all: async (transactionReference: string) =>
      (await world.call('GET', `/v1/refunds${query(transactionReference)}`)).body,
    listed: async (checkout: string) =>
      (await world.call('GET', `/v1/checkouts/${checkout}/refunds`)).body.refunds as readonly Reply[],
    cancel: (reference: string, transactionReference: string) =>
      world.call('POST', `/v1/refunds/${reference}/cancel${query(transactionReference)}`),
    /** Another person decides on a refund, unless other headers are given. */
    approveOrDecline: (
      action: 'approve' | 'decline',
      reference: string,
      transactionReference: string,
      headers: Readonly<Record<string, string>> = AS_APPROVER,
    ) =>
      world.call(
        'POST',
        `/v1/refunds/${reference}/${action}${query(transactionReference)}`,
        { reason: 'checked' },
        headers,
      ),
    resolve: (reference: string, key: string, resolution: object) =>
      resolveItem(world, { path: `/v1/refunds/${reference}`, key }, resolution, AS_APPROVER),
    /** After a lost run another person releases it. */
    async release(reference: string, transactionReference: string) {
      const key = `recovered:${reference}`;
      await waitUntil(`the hold of ${reference}`, async () =>
        reviewItems((await read(reference, transactionReference)).body).some((item) => item.key === key),
      );
      const path = resolvePath(`/v1/refunds/${reference}`, key);
      const decision = { decision: 'release', reason: 'checked' };
      const { status, body } = await world.call(
        'POST',
        `${path}${query(transactionReference)}`,
        decision,
        AS_APPROVER,
      );
      if (status !== 200) throw new Error(JSON.stringify(body));
    },
    /** Waits until the refund is in this state. */
    becomes: (reference: string, state: string, transactionReference: string) =>
      waitForState(reference, state, async () => (await read(reference, transactionReference)).body),
    /** The gateway decides the refund ten seconds after it was sent. */
    decide: () => world.sandbox.clock.advance(10_000),
    closed: (transactionReference: string) => world.closed(id(transactionReference)),
    runIdOf: (transactionReference: string) => world.runIdOf(id(transactionReference)),
    /** Every movement of its money, by the ledger. */
    causesOf: readLedger(world).causesOf,
    /** Money that reached the customer, in kobo. */
    paidBack: (reference: string) =>
      world.sandbox.ledger
        .entries({ reference })
        .flatMap(({ lines }) => lines)
        .filter(({ account }) => account.startsWith('bank:'))
        .reduce((total, { amountKobo }) => total + amountKobo, 0),
    /** The webhooks about one refund, in order. */
    webhooksOf: (transactionReference: string, reference: string) =>
      world.merchant
        .of(transactionReference)
        .filter(({ data }) => (data.refund as Reply | undefined)?.reference === reference)
        .map(({ type }) => type),
    /** The status in the gateway's record. */
    async statusAtGateway(reference: string): Promise<string> {
      const answer = await world.gateway.call(getRefund, { refundReference: reference });
      return answer.kind === 'ok' ? answer.body.refundStatus : answer.kind;
    },
    /** Another system of the merchant makes it, without Oware. */
    async makeAtGateway(transactionReference: string, reference: string, naira = 1500) {
      const answer = await world.gateway.call(initiateRefund, {
        transactionReference,
        refundReference: reference,
        refundAmount: kobo(naira * 100),
        refundReason: 'By hand',
        customerNote: 'Sorry',
      });
      if (answer.kind !== 'ok') throw new Error(answer.message);
    },
  };
}

export type Refunds = ReturnType<typeof createRefunds>;
