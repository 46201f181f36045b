import type { Resolution } from '../../../src/domain/lifecycle/review.js';
import type { SignedGrant } from '../../../src/domain/approval/grant.js';
import { grantedTerms, type RefundTerms, toPayoutState } from '../../../src/domain/refund/refund.js';
import { itemOf } from '../../../workflows/shared/payout/listed-items.js';
import type { ScriptedWorld } from './scripted-gateway.js';

/** Each scripted refund has a transaction of its own, named after it. */
export const transactionOf = (refundReference: string) => `paid.${refundReference}`;

/** Items that carry the reference of a payout in any lifecycle; others do so only where payouts share one. */
const NAMED_AFTER_PAYOUT = ['identity-mismatch', 'unproven-event', 'unreadable-record'];

interface Signed {
  readonly grant: SignedGrant;
}

/** The refunds of an Oware, each as if it were a lifecycle of its own. */
export function createRefundClient({ oware }: ScriptedWorld) {
  const { refunds } = oware;
  const globalKey = (reference: string, key: string) =>
    key.endsWith(`:${reference}`) ? key : `${key}:${reference}`;
  const get = async (reference: string) => {
    const snapshot = await refunds.get(transactionOf(reference));
    const refund = snapshot.refunds.find(({ terms }) => terms.refundReference === reference);
    if (!refund) throw new Error(`there is no refund ${reference}`);
    const review = snapshot.review.flatMap((item) => {
      const own = itemOf(reference, item);
      if (!own) return [];
      return [NAMED_AFTER_PAYOUT.includes(own.key) ? item : own];
    });
    return { ...refund, state: toPayoutState(refund.state), review };
  };
  return {
    get,
    create: (terms: RefundTerms, { maker }: { readonly maker: SignedGrant }) =>
      refunds.request(transactionOf(terms.refundReference), { ...terms, maker }),
    cancel: async (reference: string, options = {}) => {
      await refunds.cancelRefund(transactionOf(reference), { refundReference: reference }, options);
      return get(reference);
    },
    approve: (reference: string, { grant }: Signed) =>
      refunds.approveRefund(transactionOf(reference), { refundReference: reference, grant }),
    decline: (reference: string, { grant }: Signed) =>
      refunds.declineRefund(transactionOf(reference), { refundReference: reference, grant }),
    resolve: (
      reference: string,
      key: string,
      resolution: Pick<Resolution, 'decision' | 'reason'> & Signed,
      options = {},
    ) => refunds.resolve(transactionOf(reference), globalKey(reference, key), resolution, options),
    requestCheck: (reference: string) => refunds.requestCheck(transactionOf(reference)),
    globalKey,
    /** What grants are about: of a decision the lifecycle, of anything else the refund. */
    termsOf: (terms: RefundTerms, isDecision: boolean) => {
      const transaction = transactionOf(terms.refundReference);
      return isDecision ? { reference: transaction } : grantedTerms(transaction, terms);
    },
  };
}
