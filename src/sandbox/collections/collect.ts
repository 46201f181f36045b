import { successfulTransaction } from '../events/collection.js';
import { announce } from '../events/deliveries.js';
import { accounts } from '../money/books.js';
import { collectionFee } from '../money/fees.js';
import { shareOut } from '../money/split.js';
import { merchantById } from '../people/merchants.js';
import { type PaymentStatus, type Transaction } from '../types/transaction.js';
import { type World } from '../world.js';

/** Money for a transaction that has just come from somewhere. */
export interface Income {
  readonly transaction: Transaction;
  readonly amountKobo: number;
  /** The account of the books that it comes out of. */
  readonly from: string;
  readonly status: PaymentStatus;
  /** What else the payment says about the transaction: by card, from whose account. */
  readonly facts: Partial<Transaction>;
  /** What the gateway keeps, where it is not its usual share. */
  readonly fee?: (amountKobo: number) => number;
  /** Whether the merchant hears of it by an event. */
  readonly told?: boolean;
}

/** Inside of a commit: books the income, marks the transaction and tells the merchant. */
export function collect(world: World, income: Income): Transaction {
  const { transaction, amountKobo, status, facts, told = true } = income;
  const fee = feeOf(income);
  const { shares, merchantKobo } = shareOut(amountKobo, fee, transaction.split);
  const at = world.clock.now();
  world.ledger.move({
    at,
    cause: 'collection',
    reference: transaction.transactionReference,
    lines: [
      { account: income.from, amountKobo: -amountKobo },
      { account: accounts.fees, amountKobo: fee },
      ...shares.map((share) => ({
        account: accounts.subAccount(share.subAccountCode),
        amountKobo: share.amountKobo,
      })),
      { account: accounts.collected(transaction.merchantId), amountKobo: merchantKobo },
    ],
  });
  const paid: Transaction = {
    ...transaction,
    ...facts,
    // money by any channel ends a card charge that still waited for its customer
    cardAttempt: null,
    recorded: status,
    paidKobo: transaction.paidKobo + amountKobo,
    feeKobo: transaction.feeKobo + fee,
    netKobo: transaction.netKobo + merchantKobo,
    paidAt: at,
  };
  world.transactions.put(paid);
  if (told) announce(world, merchantById(world, paid.merchantId), successfulTransaction(world, paid));
  return paid;
}

/** A fee that the customer bears was fixed when the transaction began; otherwise it is a share of what came. */
function feeOf({ transaction, amountKobo, fee = collectionFee }: Income): number {
  if (transaction.surchargeKobo === 0) return fee(amountKobo);
  return Math.min(transaction.surchargeKobo - transaction.feeKobo, amountKobo);
}
