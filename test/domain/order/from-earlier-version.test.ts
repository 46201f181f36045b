import { expect, it } from 'vitest';
import type { CollectionState } from '../../../src/domain/collection/collection.js';
import type { ReviewItem } from '../../../src/domain/lifecycle/review.js';
import { type Kobo, kobo } from '../../../src/domain/money.js';
import { refundableOf } from '../../../src/domain/movement/standing.js';
import {
  type EarlierOrder,
  fromEarlierVersion,
  withOrderEvidence,
} from '../../../src/domain/order/from-earlier-version.js';
import { itemsDue } from '../../../src/domain/order/items.js';
import { isFulfillable, isOver, stateOf } from '../../../src/domain/order/state.js';

const ASKED = kobo(1_000_00);
const EARLIER = {
  lifecycle: 'checkout',
  terms: { reference: 'order-1', amountKobo: ASKED, currency: 'NGN' },
  epoch: '2026-01-15T09:00:00.000Z',
  transitions: [],
  review: [],
} as const;

const paid = (amountKobo: Kobo, transactionReference = 'T') => ({ transactionReference, amountKobo });
const money = (amountKobo: Kobo, transactionReference = 'T') => ({
  transactionReference,
  known: { kind: 'money', paid: paid(amountKobo, transactionReference), payableKobo: ASKED } as const,
});
const back = (to: 'REVERSED' | 'REFUNDED') => ({
  transactionReference: 'T',
  known: { kind: 'returned', to, paid: paid(ASKED) } as const,
});
const ended = (to: 'EXPIRED' | 'FAILED') => ({
  transactions: [
    { transactionReference: 'T', known: { kind: 'end', to, observed: `the gateway reports ${to}` } as const },
  ],
  transitions: [{ to, reason: `the gateway reports ${to}` }],
});
const item = (kind: ReviewItem['kind']): ReviewItem => ({
  kind,
  key: kind,
  reason: 'x',
  atRiskKobo: ASKED,
  since: EARLIER.epoch,
});

type Part = Partial<EarlierOrder> & { readonly state: CollectionState };

it.each<
  [string, Part, { state: string; fulfillable: boolean; refundable: number; items: readonly string[] }]
>([
  [
    'paid',
    { state: 'PAID', transactions: [money(ASKED)], paid: paid(ASKED) },
    { state: 'PAID', fulfillable: true, refundable: ASKED, items: [] },
  ],
  [
    'paid in part, and held',
    {
      state: 'PARTIALLY_PAID',
      transactions: [money(kobo(400_00))],
      paid: paid(kobo(400_00)),
      underpaid: true,
      review: [item('underpaid')],
    },
    { state: 'PARTIALLY_PAID', fulfillable: false, refundable: 400_00, items: ['underpaid'] },
  ],
  [
    'paid in part, and accepted',
    {
      state: 'PARTIALLY_PAID',
      transactions: [money(kobo(400_00))],
      paid: paid(kobo(400_00)),
      underpaid: true,
    },
    { state: 'PARTIALLY_PAID', fulfillable: true, refundable: 400_00, items: [] },
  ],
  [
    'paid late, and held',
    {
      state: 'PAID',
      transactions: [money(ASKED)],
      paid: paid(ASKED),
      late: true,
      review: [item('paid-late')],
      transitions: [{ to: 'EXPIRED', reason: 'x' }],
    },
    { state: 'PAID', fulfillable: false, refundable: ASKED, items: ['paid-late'] },
  ],
  [
    'paid twice, which is held',
    {
      state: 'PAID',
      transactions: [money(ASKED), money(ASKED, 'T2')],
      paid: paid(ASKED),
      review: [item('duplicate-payment')],
    },
    { state: 'PAID', fulfillable: true, refundable: 2 * ASKED, items: ['duplicate-payment'] },
  ],
  [
    'paid in cash',
    {
      state: 'PAID',
      transactions: [],
      cash: [{ ...paid(ASKED, 'C'), status: 'PAID', currency: 'NGN' }],
      paid: paid(ASKED, 'C'),
    },
    { state: 'PAID', fulfillable: true, refundable: ASKED, items: [] },
  ],
  [
    'reversed',
    { state: 'REVERSED', transactions: [back('REVERSED')], paid: paid(ASKED) },
    { state: 'REVERSED', fulfillable: false, refundable: 0, items: [] },
  ],
  [
    'refunded by refunds of ours',
    {
      state: 'REFUNDED',
      transactions: [back('REFUNDED')],
      paid: paid(ASKED),
      refunded: [{ transactionReference: 'T', refundedKobo: ASKED }],
    },
    { state: 'REFUNDED', fulfillable: false, refundable: 0, items: [] },
  ],
  [
    'expired',
    { state: 'EXPIRED', ...ended('EXPIRED') },
    { state: 'EXPIRED', fulfillable: false, refundable: 0, items: [] },
  ],
  [
    'failed',
    { state: 'FAILED', ...ended('FAILED') },
    { state: 'FAILED', fulfillable: false, refundable: 0, items: [] },
  ],
  [
    'cancelled before it was opened',
    {
      state: 'CANCELLED',
      transactions: [],
      transitions: [{ to: 'CANCELLED', reason: 'the merchant cancelled it' }],
    },
    { state: 'CANCELLED', fulfillable: false, refundable: 0, items: [] },
  ],
  [
    'an invoice that was paid',
    {
      lifecycle: 'invoice',
      state: 'PAID',
      transactionReference: 'T',
      known: money(ASKED).known,
      paid: paid(ASKED),
    },
    { state: 'PAID', fulfillable: true, refundable: ASKED, items: [] },
  ],
])('an order that an earlier version kept as %s is known as such', (_what, part, expected) => {
  const order = { ...EARLIER, ...part, ...fromEarlierVersion({ ...EARLIER, ...part }) };
  const { state } = stateOf(order, { state: part.state, reason: '' });
  expect({
    state,
    fulfillable: isFulfillable(order),
    refundable: order.transactions.reduce((sum, { movement }) => sum + refundableOf(movement), 0),
    items: itemsDue(order).map(({ kind }) => kind),
  }).toEqual(expected);
  expect(isOver({ ...order, state })).toBe(true);
});

it('only orders without evidence are changed', () => {
  const transfer = { lifecycle: 'transfer' };
  expect(withOrderEvidence(transfer)).toBe(transfer);
  const known = {
    lifecycle: 'checkout',
    ...fromEarlierVersion({ ...EARLIER, state: 'PAID', transactions: [money(ASKED)] }),
  };
  expect(withOrderEvidence(known)).toBe(known);
});
