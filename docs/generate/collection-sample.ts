import type { CollectionState, Paid } from '../../src/domain/collection/collection.js';
import type { CollectionSnapshot } from '../../src/domain/collection/snapshot.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { type Kobo, kobo, ZERO } from '../../src/domain/money.js';
import { add } from '../../src/domain/movement/evidence.js';
import { newTransaction } from '../../src/domain/order/order.js';
import { withRefunds } from '../../src/domain/order/reading.js';
import { ASKED, CAME, named, START, TRANSACTION } from './sample.js';

const STATES: readonly CollectionState[] = ['REVERSED', 'EXPIRED', 'FAILED', 'CANCELLED', 'REFUSED'];

const MONEY: Readonly<Record<string, { readonly state: CollectionState; readonly amount: Kobo }>> = {
  paid: { state: 'PAID', amount: ASKED },
  'partially-paid': { state: 'PARTIALLY_PAID', amount: kobo(1_000_00) },
  overpaid: { state: 'OVERPAID', amount: kobo(3_000_00) },
  underpaid: { state: 'PARTIALLY_PAID', amount: kobo(1_000_00) },
  'topped-up': { state: 'PAID', amount: ASKED },
  'on-hold': { state: 'PAID', amount: ASKED },
  'duplicate-payment': { state: 'PAID', amount: ASKED },
  unexpected: { state: 'PAID', amount: ASKED },
  refunded: { state: 'PAID', amount: ASKED },
  'payment-changed': { state: 'PAID', amount: ASKED },
  'conflicting-records': { state: 'PAID', amount: ASKED },
};

const FLAGS: Readonly<Record<string, Partial<CollectionSnapshot>>> = {
  underpaid: { underpaid: true },
  'on-hold': { late: true },
  'duplicate-payment': { duplicateKobo: ASKED },
  unexpected: { unexpected: true },
  'attempt-failed': {
    lastAttempt: { channel: 'card', outcome: 'declined', reason: 'the gateway says FAILED', at: CAME },
  },
};

/** What a collection looks like when it sends this type. */
export function collectionPart(name: string) {
  const end = name === 'unfulfillable' ? 'reversed' : name;
  const { state = named(STATES, end) ?? 'PENDING', amount } = MONEY[name] ?? {};
  const paid: Paid | undefined =
    amount === undefined ? undefined : { amountKobo: amount, method: 'ACCOUNT_TRANSFER', at: CAME };
  const start = beginning<CollectionState>('PENDING', 'created by the merchant', START);
  const reason = paid ? 'the gateway has the money' : `the gateway says ${state}`;
  const isFirst = state === 'PENDING';
  return {
    ...start,
    ...(!isFirst && {
      state,
      reason,
      transitions: [...start.transitions, { to: state, at: CAME, reason }],
    }),
    sequence: 1,
    expiresAt: '2026-01-15T09:40:00.000Z',
    ...(paid && { paid, main: TRANSACTION }),
    ...FLAGS[name],
    transactions: [transactionOf(name, amount)],
  };
}

/** Its transaction, with as much money as its view shows. */
function transactionOf(name: string, amount: Kobo | undefined) {
  const transaction = newTransaction(TRANSACTION, ASKED);
  if (amount === undefined) return transaction;
  const at = Date.parse(CAME);
  const reading = { kind: 'reading', shows: 'money', amount, askedAt: at, answeredAt: at } as const;
  const paid = {
    ...transaction,
    movement: add(transaction.movement, reading),
    ...(name === 'on-hold' && { isLate: true as const }),
  };
  const refunded = name === 'refunded' ? kobo(1_500_00) : ZERO;
  return withRefunds(paid, { least: refunded, most: refunded, order: [0, at, 1] }, at);
}
