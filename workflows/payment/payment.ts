import { type CardState, type CardStep, isUnresolved } from '../../src/domain/card.js';
import { type Kobo, subtract, ZERO } from '../../src/domain/money.js';
import type { CollectionNews } from '../../src/domain/news.js';
import { inWords } from '../../src/domain/notice.js';
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
  offers,
} from '../../src/domain/payment.js';
import { actionFor, type Occasion, type Policies } from '../../src/domain/policy.js';
import { ownerOf } from '../../src/domain/reference.js';
import { beginning } from '../../src/domain/story.js';
import type { Verdict } from '../../src/domain/verdict.js';
import { createRecord, timestamp } from '../shared/record.js';
import type { Tale } from '../shared/story.js';
import { describePayment } from './details.js';

const ENDED_CARD: readonly CardState[] = ['DECLINED', 'NOT_CHARGED'];

export type Payment = ReturnType<typeof createPayment>;

export function newSnapshot(terms: CheckoutTerms, at: string): PaymentSnapshot {
  return {
    ...beginning('PENDING', 'the merchant asked for it', at),
    story: 'checkout',
    terms,
    transactions: [],
  };
}

/** Whoever wants a page waits for its address; an account or a card needs only the transaction. */
function canBeShown({ transactions, terms }: PaymentSnapshot): boolean {
  const newest = transactions.at(-1);
  return newest !== undefined && (newest.checkoutUrl !== undefined || !offers(terms, 'page'));
}

export function createPayment(initial: PaymentSnapshot) {
  const record = createRecord<PaymentSnapshot>(initial, {
    describe: describePayment,
    worth: ({ terms }) => terms.amountKobo,
    passing: ['CLOSING'],
  });
  const { snapshot, change, move, raise, settle } = record;

  /** What the verdict changed, as far as the merchant must hear of it. */
  function apply(verdict: Verdict, policies: Policies): Tale[] {
    if (verdict.kind === 'wait') return [];
    if (verdict.kind === 'doubt') {
      raise(verdict.attention);
      return [];
    }
    const { state, terms } = snapshot();
    if (verdict.to === state) return noticeSecond(verdict.second, policies);
    if (!mayMove(state, verdict.to)) {
      const reason = `the gateway says ${verdict.to} after ${state}`;
      raise({ kind: 'contradicted', reason, atRiskKobo: terms.amountKobo });
      return [];
    }
    if (verdict.paid) change({ paid: verdict.paid });
    move(verdict.to, verdict.because);
    weighMoney(state, verdict, policies);
    return [tale(), ...noticeSecond(verdict.second, policies)];
  }

  /** What is too little is weighed only when the window is over: the rest may still come. */
  function weighMoney(
    before: PaymentState,
    { to, paid }: Verdict & { kind: 'move' },
    policies: Policies,
  ): void {
    const came = paid?.amountKobo ?? ZERO;
    if (before === 'PARTIALLY_PAID' && snapshot().attention?.kind === 'held-short') settle();
    if (isMoney(to) && isEndWithoutMoney(before)) {
      hold('late', came, { policies, reason: `it was paid after it had ended ${before}` });
    } else if (to === 'OVERPAID') {
      hold('over', subtract(came, snapshot().terms.amountKobo), {
        policies,
        reason: 'more than asked was paid',
      });
    }
  }

  function hold(
    occasion: Occasion,
    atRiskKobo: Kobo,
    { policies, reason }: { readonly policies: Policies; readonly reason: string },
  ): void {
    const held = actionFor(policies[occasion], atRiskKobo) === 'hold';
    if (held) raise({ kind: `held-${occasion}`, reason, atRiskKobo });
  }

  function noticeSecond(second: Kobo | undefined, policies: Policies): Tale[] {
    if (second === undefined || second === snapshot().secondKobo) return [];
    change({ secondKobo: second });
    hold('second', second, { policies, reason: 'it was paid a second time, by another way' });
    return [{ type: 'payment.paid-twice', effect: `second:${second}` }];
  }

  /** The window is over and less than asked has come. */
  function weighShort(policies: Policies): void {
    const { paid, terms } = snapshot();
    const missing = subtract(terms.amountKobo, paid?.amountKobo ?? ZERO);
    hold('short', missing, { policies, reason: 'less than asked was paid' });
  }

  function tale(): Tale {
    const { unexpected, state } = snapshot();
    return { type: unexpected ? 'payment.unexpected' : `payment.${inWords(state)}` };
  }

  /**
   * Whether the news is a reason to ask. A transaction of this payment that it does not know yet is one that
   * the answer was lost to; what a record has shown already need not be asked for again.
   */
  function learnOf({ transactionReference, paymentReference, amountKobo }: CollectionNews): boolean {
    const { transactions, terms } = snapshot();
    const known = transactions.find((each) => each.transactionReference === transactionReference);
    if (known) return known.paidKobo !== amountKobo;
    if (ownerOf(paymentReference) !== terms.reference) return false;
    change({ transactions: [{ paymentReference, transactionReference }, ...transactions] });
    return true;
  }

  function changeTransaction(transactionReference: string, part: Partial<GatewayTransaction>): void {
    const transactions = snapshot().transactions.map((each) =>
      each.transactionReference === transactionReference ? { ...each, ...part } : each,
    );
    change({ transactions });
  }

  /** Says more of the card that was begun with. */
  function cardIs(step: Partial<CardStep>): void {
    const { card } = snapshot();
    if (card) change({ card: { ...card, ...step } });
  }

  /** Nobody is led to this transaction any more, and its card, if it had one, was declined. */
  function spend(transactionReference: string): void {
    const { card } = snapshot();
    changeTransaction(transactionReference, { spent: true });
    const isItsCard = card?.transactionReference === transactionReference;
    if (isItsCard && !ENDED_CARD.includes(card.state)) {
      cardIs({ state: 'DECLINED', because: 'the gateway says FAILED' });
    }
  }

  return {
    ...record,
    beginCard: (card: CardStep) => change({ card }),
    cardIs,
    spend,
    notePaid: (transactionReference: string, paidKobo: Kobo) =>
      changeTransaction(transactionReference, { paidKobo }),
    /** The transaction that a payer can be led to, if there is one. */
    usable: () => {
      const newest = snapshot().transactions.at(-1);
      return newest?.spent ? undefined : newest;
    },
    isCardUnresolved: () => {
      const { card } = snapshot();
      return card !== undefined && isUnresolved(card);
    },
    apply,
    weighShort,
    tale,
    learnOf,
    isOpen: () => isOpen(snapshot().state),
    /** When the gateway stops taking money; before a transaction was opened, at once. */
    closesAt: () => snapshot().expiresAt ?? timestamp(),
    isAnswerable: () => !isOpen(snapshot().state) || canBeShown(snapshot()),
    opened: (transaction: GatewayTransaction, expiresAt: string) =>
      change({ transactions: [...snapshot().transactions, transaction], expiresAt }),
    hasAccount: (transferAccount: TransferAccount) => change({ transferAccount }),
  };
}
