import type { ChargeableCard } from '../../src/domain/charge/card.js';
import type { ChargeSnapshot, ChargeTerms } from '../../src/domain/charge/charge.js';
import { isMoney } from '../../src/domain/collection/collection.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { awaitsDecision } from '../../src/domain/lifecycle/review.js';
import { newTransaction, withPiece } from '../../src/domain/order/order.js';
import { createOrderState } from '../shared/collection/order-state.js';
import { timestamp } from '../shared/run/state.js';
import { describeCharge } from './details.js';

export type ChargeState = ReturnType<typeof createChargeState>;

export function newSnapshot(terms: ChargeTerms, at: string): ChargeSnapshot {
  return {
    ...beginning('PENDING', 'created by the merchant', at),
    lifecycle: 'charge',
    terms,
    transactions: [],
    hasNoWindow: true,
  };
}

export function createChargeState(initial: ChargeSnapshot) {
  const collection = createOrderState(initial, { describe: describeCharge });
  const { snapshot, change, find } = collection;

  function addTransaction(paymentReference: string, transactionReference: string): void {
    const { transactions, terms } = snapshot();
    if (find(transactionReference)) return;
    const added = { ...newTransaction(transactionReference, terms.amountKobo), paymentReference };
    change({ transactions: [...transactions, added] });
  }

  return {
    ...collection,
    addTransaction,
    /** Nothing was sent, as far as Oware knows, and the charge has not ended. */
    isUnsent: () => snapshot().sentAt === undefined && collection.isOpen(),
    isWanted: () => snapshot().unwanted === undefined,
    hasMoney: () => isMoney(snapshot().state),
    setCard: (card: ChargeableCard) => change({ card }),
    setWaiting: (waiting: string) => {
      if (snapshot().waiting !== waiting) change({ waiting });
    },
    stopWaiting: () => {
      if (snapshot().waiting !== undefined) change(NOT_WAITING);
    },
    cancel: () => change({ unwanted: { end: 'CANCELLED', reason: 'the merchant cancelled it' } }),
    /** It must not be sent. */
    refuse: (reason: string) => change({ unwanted: { end: 'REFUSED', reason } }),
    /** The gateway has it. */
    setSent(paymentReference: string, transactionReference: string, now: number): void {
      addTransaction(paymentReference, transactionReference);
      // no reply to a charge proves a failure: only its record does, when two readings say so
      const left = { kind: 'send', step: 'request', answer: 'left', askedAt: now, answeredAt: now } as const;
      const transactions = snapshot().transactions.map((each) =>
        each.transactionReference === transactionReference ? withPiece(each, left, now) : each,
      );
      change({ transactions, sentAt: timestamp(), ...NOT_WAITING });
    },
    isAnswerable: () => {
      const { sentAt, review, waiting } = snapshot();
      return !collection.isOpen() || sentAt !== undefined || awaitsDecision(review) || waiting !== undefined;
    },
  };
}

/** JSON leaves the field out. */
const NOT_WAITING = { waiting: undefined } as unknown as Partial<ChargeSnapshot>;
