import type { ChargeableCard } from '../../src/domain/charge/card.js';
import type { ChargeSnapshot, ChargeTerms } from '../../src/domain/charge/charge.js';
import { isMoney } from '../../src/domain/collection/collection.js';
import type { Reading } from '../../src/domain/collection/verdict.js';
import type { CollectionEvent } from '../../src/domain/lifecycle/events/collection.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { awaitsDecision } from '../../src/domain/lifecycle/review.js';
import { createCollection } from '../shared/collection/collection.js';
import { createTransactions } from '../shared/collection/transactions.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { timestamp } from '../shared/run/state.js';
import type { ClaimedLevel } from '../shared/run/wait-for-outcome.js';
import { describeCharge } from './details.js';

/** One reference has one transaction; events for more than these become review items. */
const TRANSACTIONS_KEPT = 10;

export type ChargeState = ReturnType<typeof createChargeState>;

export function newSnapshot(terms: ChargeTerms, at: string): ChargeSnapshot {
  return {
    ...beginning('PENDING', 'created by the merchant', at),
    lifecycle: 'charge',
    terms,
    transactions: [],
  };
}

export function createChargeState(initial: ChargeSnapshot) {
  const collection = createCollection(initial, { prefix: 'charge', describe: describeCharge });
  const { snapshot, change } = collection;
  const { find, set, acceptUnknown, learnReading, recordRefund } = createTransactions(collection);

  function addTransaction(paymentReference: string, transactionReference: string): void {
    const { transactions } = snapshot();
    if (!find(transactionReference)) set([...transactions, { paymentReference, transactionReference }]);
  }

  /** The claim that an event makes. */
  function recordEvent(event: CollectionEvent): ClaimedLevel | undefined {
    const { transactionReference, paymentReference, amountKobo } = event;
    if (!find(transactionReference)) {
      if (!acceptUnknown(event, TRANSACTIONS_KEPT)) return undefined;
      addTransaction(paymentReference, transactionReference);
    }
    return { subject: transactionReference, level: amountKobo };
  }

  return {
    ...collection,
    find,
    addTransaction,
    recordEvent,
    recordRefund,
    applyReading: (transactionReference: string, reading: Reading): WebhookDraft[] =>
      learnReading(transactionReference, reading).drafts ?? [],
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
    setSent(paymentReference: string, transactionReference: string): void {
      addTransaction(paymentReference, transactionReference);
      change({ sentAt: timestamp(), ...NOT_WAITING });
    },
    /** Ends it without a send that had an effect. */
    endUnsent(...end: Parameters<typeof collection.endUnsent>): WebhookDraft[] {
      change(NOT_WAITING);
      return collection.endUnsent(...end);
    },
    isAnswerable: () => {
      const { sentAt, review, waiting } = snapshot();
      return !collection.isOpen() || sentAt !== undefined || awaitsDecision(review) || waiting !== undefined;
    },
  };
}

/** JSON leaves the field out. */
const NOT_WAITING = { waiting: undefined } as unknown as Partial<ChargeSnapshot>;
