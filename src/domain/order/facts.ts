import { type Kobo, showNaira, ZERO } from '../money.js';
import { rest } from '../movement/amounts.js';
import {
  countedOf,
  hasMoney,
  leftOf,
  mainOf,
  type Order,
  type OrderTransaction,
  refundedOf,
  type Word,
} from './order.js';
import { isAboveTolerance, isHeldAsLate, isShort } from './state.js';
import { isAccepted, moneyIn, wordOn } from './words.js';

/** Unexpected money: what it is, on which transaction, and how much of it there is now. */
export interface Fact extends Pick<Word, 'kind' | 'transactionReference' | 'amountKobo'> {
  /** What is missing, the surplus, or what is left of late and second payments. */
  readonly nowKobo: Kobo;
  readonly reason: string;
}

/**
 * What is unexpected about the money of an order. Late money is weighed by itself: whether it is enough is asked once it was
 * accepted. Each further payment is a fact of its own.
 */
export function factsOf(order: Order): readonly Fact[] {
  const main = mainOf(order);
  if (!main) return [];
  const others = order.transactions.filter((each) => each !== main && hasMoney(each));
  return [...ofMain(order, main), ...others.map(duplicate)];
}

function ofMain(order: Order, main: OrderTransaction): readonly Fact[] {
  if (isHeldAsLate(order)) {
    return [{ ...moneyIn('late', main), nowKobo: leftOf(main), reason: whyLate(order, main) }];
  }
  const { amountKobo: asked } = order.terms;
  if (isShort(order) && !isAccepted(order, 'underpaid', main)) {
    const nowKobo = rest(asked, countedOf(main));
    return [{ ...moneyIn('underpaid', main), nowKobo, reason: 'paid less than the amount asked' }];
  }
  const surplus = surplusOf(order);
  if (!isAboveTolerance(order, main) || surplus === ZERO) return [];
  return [{ ...moneyIn('overpaid', main), nowKobo: surplus, reason: 'paid more than the amount asked' }];
}

function whyLate({ end }: Order, transaction: OrderTransaction): string {
  const { wentBack, isOfLostRun, transactionReference } = transaction;
  if (wentBack) {
    const left = showNaira(leftOf(transaction));
    return `${left} arrived on ${transactionReference} after its money had gone back`;
  }
  if (isOfLostRun)
    return 'it may have been paid after the order had ended: what the lost run knew of that is lost';
  return `paid after it was already ${end?.to ?? 'REFUNDED'}`;
}

const duplicate = (transaction: OrderTransaction): Fact => ({
  ...moneyIn('duplicate', transaction),
  nowKobo: leftOf(transaction),
  reason: 'paid a second time through another transaction',
});

/** What the payment that counts has beyond the amount, without what went back. */
export function surplusOf(order: Order): Kobo {
  const main = mainOf(order);
  return main ? rest(rest(countedOf(main), order.terms.amountKobo), refundedOf(main)) : ZERO;
}

/** What is missing. */
export function outstandingOf(order: Order): Kobo {
  const main = mainOf(order);
  return main ? rest(order.terms.amountKobo, countedOf(main)) : ZERO;
}

/** All money left beside the payment that counts. */
export const duplicatesOf = (order: Order): readonly OrderTransaction[] => {
  const main = mainOf(order);
  return main ? order.transactions.filter((each) => each !== main && hasMoney(each)) : [];
};

/** A person need not look at it: the policy or a person has had the last word. */
export function isFinal(order: Order, fact: Fact): boolean {
  const says = wordOn(order, fact)?.says;
  return says === 'accept' || says === 'dismissed';
}

export const isOpenFact = (order: Order) => (fact: Fact) => !isFinal(order, fact);

/** The refund of money on this transaction that a policy asked for and that has not ended, whatever it was for. */
export const openRefundOf = ({ policyRefunds = [] }: Order, transaction: string) =>
  policyRefunds.find(
    ({ transactionReference, state }) => transactionReference === transaction && state === undefined,
  );
