import { ZERO } from '../../src/domain/money.js';
import {
  type CheckoutTerms,
  type GatewayTransaction,
  isOpen,
  mayMove,
  type PaymentSnapshot,
  type PaymentState,
  type TransferAccount,
} from '../../src/domain/payment.js';
import { beginning } from '../../src/domain/story.js';
import type { Verdict } from '../../src/domain/verdict.js';
import { createRecord } from '../shared/record.js';
import { describePayment } from './details.js';

export type Payment = ReturnType<typeof createPayment>;

export function newSnapshot(terms: CheckoutTerms, at: string): PaymentSnapshot {
  return {
    ...beginning('PENDING', 'the merchant asked for it', at),
    story: 'checkout',
    terms,
    transactions: [],
  };
}

export function createPayment(initial: PaymentSnapshot) {
  const record = createRecord<PaymentState, PaymentSnapshot>(initial, {
    describe: describePayment,
    passing: ['CLOSING'],
  });
  const { snapshot, change, move, raise } = record;

  /** True when the verdict changed something that the merchant must hear. */
  function apply(verdict: Verdict): boolean {
    if (verdict.kind === 'wait') return false;
    if (verdict.kind === 'doubt') {
      raise(verdict.attention);
      return false;
    }
    const { state, terms } = snapshot();
    if (verdict.to === state) return false;
    if (!mayMove(state, verdict.to)) {
      const reason = `the gateway says ${verdict.to} after ${state}`;
      raise({ kind: 'contradicted', reason, atRiskKobo: terms.amountKobo });
      return false;
    }
    if (verdict.paid) change({ paid: verdict.paid });
    move(verdict.to, verdict.because);
    if (verdict.to === 'PARTIALLY_PAID') {
      const atRiskKobo = verdict.paid?.amountKobo ?? ZERO;
      raise({ kind: 'held-short', reason: 'less than asked was paid', atRiskKobo });
    }
    return true;
  }

  return {
    ...record,
    apply,
    isOpen: () => isOpen(snapshot().state),
    /** True once there is something to show to the payer, or nothing more to wait for. */
    isAnswerable: () => snapshot().transactions.length > 0 || !isOpen(snapshot().state),
    newest: () => snapshot().transactions.at(-1),
    opened: (transaction: GatewayTransaction, expiresAt: string) =>
      change({ transactions: [...snapshot().transactions, transaction], expiresAt }),
    hasAccount: (transferAccount: TransferAccount) => change({ transferAccount }),
  };
}
