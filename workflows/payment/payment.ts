import { type Kobo, ZERO } from '../../src/domain/money.js';
import type { PaymentNews } from '../../src/domain/news.js';
import {
  type CheckoutTerms,
  type GatewayTransaction,
  isEndWithoutMoney,
  isMoney,
  isOpen,
  mayMove,
  type PaymentSnapshot,
  type PaymentState,
  type TransferAccount,
} from '../../src/domain/payment.js';
import { ownerOf } from '../../src/domain/reference.js';
import { beginning } from '../../src/domain/story.js';
import type { Verdict } from '../../src/domain/verdict.js';
import { createRecord } from '../shared/record.js';
import { describePayment } from './details.js';

/** What the merchant hears of. */
export type Change = 'moved' | 'paid-twice';

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

  /** What the verdict changed, if it is something that the merchant must hear. */
  function apply(verdict: Verdict): Change | undefined {
    if (verdict.kind === 'wait') return undefined;
    if (verdict.kind === 'doubt') {
      raise(verdict.attention);
      return undefined;
    }
    const { state, terms } = snapshot();
    if (verdict.to === state) return verdict.second === undefined ? undefined : holdSecond(verdict.second);
    if (!mayMove(state, verdict.to)) {
      const reason = `the gateway says ${verdict.to} after ${state}`;
      raise({ kind: 'contradicted', reason, atRiskKobo: terms.amountKobo });
      return undefined;
    }
    if (verdict.paid) change({ paid: verdict.paid });
    move(verdict.to, verdict.because);
    holdUnusual(state, verdict.to, verdict.paid?.amountKobo ?? ZERO);
    return 'moved';
  }

  /** Money that is less than asked, or that came after the end, waits for a person; more is only told. */
  function holdUnusual(before: PaymentState, to: PaymentState, atRiskKobo: Kobo): void {
    if (to === 'PARTIALLY_PAID') {
      raise({ kind: 'held-short', reason: 'less than asked was paid', atRiskKobo });
    } else if (isMoney(to) && isEndWithoutMoney(before)) {
      raise({ kind: 'held-late', reason: `it was paid after it had ended ${before}`, atRiskKobo });
    }
  }

  function holdSecond(atRiskKobo: Kobo): Change | undefined {
    if (snapshot().attention?.kind === 'held-second') return undefined;
    raise({ kind: 'held-second', reason: 'it was paid a second time, by another way', atRiskKobo });
    return 'paid-twice';
  }

  /** A transaction of this payment that we had lost the answer to; only asking will tell what is true of it. */
  function learnOf({ transactionReference, paymentReference }: PaymentNews): void {
    const { transactions, terms } = snapshot();
    const isKnown = transactions.some((known) => known.transactionReference === transactionReference);
    if (isKnown || ownerOf(paymentReference) !== terms.reference) return;
    change({ transactions: [{ paymentReference, transactionReference }, ...transactions] });
  }

  return {
    ...record,
    apply,
    learnOf,
    isOpen: () => isOpen(snapshot().state),
    /** True once there is something to show to the payer, or nothing more to wait for. */
    isAnswerable: () => snapshot().transactions.length > 0 || !isOpen(snapshot().state),
    newest: () => snapshot().transactions.at(-1),
    opened: (transaction: GatewayTransaction, expiresAt: string) =>
      change({ transactions: [...snapshot().transactions, transaction], expiresAt }),
    hasAccount: (transferAccount: TransferAccount) => change({ transferAccount }),
  };
}
