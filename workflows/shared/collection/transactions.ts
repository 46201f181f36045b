import type { GatewayTransaction } from '../../../src/domain/checkout/checkout.js';
import { type CollectionSnapshot, refundedOn } from '../../../src/domain/collection/collection.js';
import {
  afterRefunds,
  type Known,
  learn,
  paidAfterReturn,
  type Reading,
} from '../../../src/domain/collection/verdict.js';
import type { CollectionEvent } from '../../../src/domain/lifecycle/events/collection.js';
import type { RefundEndedEvent } from '../../../src/domain/lifecycle/events/refund-ended.js';
import { ZERO } from '../../../src/domain/money.js';
import { ownerOf } from '../../../src/domain/reference.js';
import type { WebhookDraft } from '../run/lifecycle.js';
import type { Collection } from './collection.js';

type WithTransactions = CollectionSnapshot & { readonly transactions: readonly GatewayTransaction[] };

/** The gateway's transactions of a collection, and what their records have proven. */
export function createTransactions<Snapshot extends WithTransactions>(collection: Collection<Snapshot>) {
  const { snapshot } = collection;

  const find = (transactionReference: string) =>
    snapshot().transactions.find((each) => each.transactionReference === transactionReference);

  /** Every snapshot of this kind has the field; the compiler cannot see that it may be set. */
  const set = (transactions: readonly GatewayTransaction[]) =>
    collection.change({ transactions } as unknown as Partial<Snapshot>);

  function changeTransaction(transactionReference: string, part: Partial<GatewayTransaction>): void {
    set(
      snapshot().transactions.map((each) =>
        each.transactionReference === transactionReference ? { ...each, ...part } : each,
      ),
    );
  }

  /**
   * Whether to add a transaction that an event names and that is not known here: under our reference it is one whose
   * reply was lost. One that exceeds the maximum becomes a review item.
   */
  function acceptUnknown(event: CollectionEvent, most: number): boolean {
    const { transactionReference, paymentReference, amountKobo } = event;
    const { transactions, terms } = snapshot();
    if (ownerOf(paymentReference) !== terms.reference) return false;
    if (transactions.length < most) return true;
    const reason = `an event names ${transactionReference}, which exceeds the maximum number of transactions`;
    collection.raise({ kind: 'unmatched-event', reason, atRiskKobo: amountKobo, addsUp: true });
    return false;
  }

  /** Learns what a reading proves. Returns webhooks when money came again after it had gone back. */
  function learnReading(
    transactionReference: string,
    reading: Reading,
  ): { readonly known: Known | undefined; readonly drafts?: WebhookDraft[] } {
    const { known: before } = find(transactionReference) ?? {};
    const known = afterRefunds(learn(before, reading), refundedOn(snapshot(), transactionReference));
    if (known !== before) changeTransaction(transactionReference, { known });
    collection.weighDoubt(transactionReference, reading);
    const more = paidAfterReturn(before, reading);
    if (more > ZERO && before?.kind === 'returned' && reading.kind === 'money') {
      changeTransaction(transactionReference, { known: { ...before, paid: reading.paid } });
      return { known, drafts: collection.paidAgain(transactionReference, more) };
    }
    return { known };
  }

  /** A refund ended: a transaction whose money went back in full has none left. */
  function recordRefund(event: RefundEndedEvent): WebhookDraft[] {
    const { transactionReference } = event;
    const transaction = find(transactionReference);
    if (!transaction) return [];
    const drafts = collection.recordRefund(event);
    const { known: before } = transaction;
    const known = afterRefunds(before, refundedOn(snapshot(), transactionReference));
    if (known && known !== before) changeTransaction(transactionReference, { known });
    return drafts;
  }

  return { find, set, changeTransaction, acceptUnknown, learnReading, recordRefund };
}
