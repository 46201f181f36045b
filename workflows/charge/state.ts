import type { ChargeSnapshot, ChargeTerms } from '../../src/domain/charge/charge.js';
import type { GatewayTransaction } from '../../src/domain/checkout/checkout.js';
import { isMoney } from '../../src/domain/collection/collection.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { awaitsDecision } from '../../src/domain/lifecycle/review.js';
import { newTransaction, withPiece } from '../../src/domain/order/order.js';
import { isAnswered } from '../../src/domain/payout/state.js';
import { newAttempt } from '../../src/domain/pull/attempt.js';
import { isUnsent } from '../../src/domain/pull/state.js';
import { chargeReference } from '../../src/domain/reference.js';
import { createOrderState } from '../shared/collection/order-state.js';
import { timestamp } from '../shared/run/state.js';
import { createTurns } from '../shared/run/turns.js';
import { describeCharge } from './details.js';

export type ChargeState = ReturnType<typeof createChargeState>;

export function newSnapshot(terms: ChargeTerms, at: string): ChargeSnapshot {
  return {
    ...beginning('PENDING', 'created by the merchant', at),
    lifecycle: 'charge',
    terms,
    transactions: [],
    attempt: {
      paymentReference: chargeReference(terms.reference),
      ...newAttempt({ asked: terms.amountKobo }),
    },
    hasNoWindow: true,
  };
}

export function createChargeState(initial: ChargeSnapshot) {
  const collection = createOrderState(initial, { describe: describeCharge });
  const { snapshot, change } = collection;
  const inTurn = createTurns();
  let withdrawal: (() => void) | undefined;
  const withdraw = () => withdrawal?.();

  return {
    ...collection,
    /**
     * A transaction that was found under its reference, and not before this moment. The first one takes over what is known of
     * the request.
     */
    adopt({ transactionReference, paymentReference }: Named, at: number): GatewayTransaction {
      const { attempt, terms, sentAt = timestamp() } = snapshot();
      const added = { ...newTransaction(transactionReference, terms.amountKobo), paymentReference };
      if (!attempt) return added;
      change({ sentAt });
      // no reply to a charge proves a failure: only its record does, when two readings say so
      const left = { kind: 'send', step: 'request', answer: 'left', askedAt: at, answeredAt: at } as const;
      const movement = { ...attempt.movement, terms: added.movement.terms };
      return withPiece({ ...added, movement }, left, at);
    },
    inTurn,
    setWithdrawal: (how: (() => void) | undefined) => void (withdrawal = how),
    /** Withdraws a request that no worker has started yet; one that has started is answered. */
    withdraw,
    /** Whether nothing was sent yet, or the request that was sent has no answer yet. */
    mayBeWithdrawn(): boolean {
      const { attempt } = snapshot();
      return (
        collection.isOpen() &&
        attempt !== undefined &&
        (attempt.movement.sending !== undefined || isUnsent(attempt))
      );
    },
    hasMoney: () => isMoney(snapshot().state),
    /** What may have been sent is not sent again. */
    cancel(): void {
      if (snapshot().attempt && collection.isOpen()) change({ unwanted: 'the merchant cancelled it' });
      withdraw();
    },
    isAnswerable: () => {
      const { attempt, sentAt, review } = snapshot();
      const isSent = sentAt !== undefined || (attempt && (isAnswered(attempt) || attempt.stage));
      return !collection.isOpen() || Boolean(isSent) || awaitsDecision(review);
    },
  };
}

type Named = Pick<GatewayTransaction, 'transactionReference' | 'paymentReference'>;
