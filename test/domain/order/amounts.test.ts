import { describe, expect, it } from 'vitest';
import { judge } from '../../../src/domain/collection/verdict.js';
import { kobo } from '../../../src/domain/money.js';
import { changeOrder } from '../../../src/domain/order/change.js';
import { newTransaction, type Order } from '../../../src/domain/order/order.js';
import { isAnswer, withReading } from '../../../src/domain/order/reading.js';
import { endByRecords, type Shown } from '../../../src/domain/order/state.js';
import { policiesOf } from './played.js';

const TERMS = { reference: 'order-1', amountKobo: kobo(250_000), currency: 'NGN' } as const;
const SPAN = { askedAt: 1, answeredAt: 1 };
const TOLERANCE = { feeCeilingKobo: kobo(200_000) };

function stateAfter(paymentStatus: string, paid: number, payable = 250_000) {
  const record = {
    transactionReference: 'T1',
    paymentReference: 'order-1',
    paymentStatus,
    amountPaid: kobo(paid),
    totalPayable: kobo(payable),
    currency: 'NGN',
  };
  const reading = judge(TERMS, record);
  const before: Order & Shown = {
    terms: TERMS,
    transactions: [newTransaction('T1', TERMS.amountKobo)],
    state: 'PENDING',
    reason: '',
  };
  const about = { span: SPAN, terms: TERMS, tolerance: TOLERANCE };
  const transactions = before.transactions.map((each) =>
    isAnswer(reading) ? withReading(each, reading, about) : each,
  );
  const rules = {
    now: 1,
    policies: policiesOf('hold'),
    refundMinKobo: kobo(1),
    endOf: endByRecords,
    readsOfClaim: 2,
    unresolvedAfterMs: 1,
  };
  return changeOrder<Order & Shown>(before, { transactions }, rules).shown.state;
}

describe('the state of an order whose record shows', () => {
  it.each([
    ['exactly what was asked', 'PAID', 250_000, 250_000, 'PAID'],
    ['PAID with one kobo too little', 'PAID', 249_999, 250_000, 'PARTIALLY_PAID'],
    ['one kobo too much', 'OVERPAID', 250_001, 250_000, 'OVERPAID'],
    ['PAID with one kobo too much', 'PAID', 250_001, 250_000, 'OVERPAID'],
    ['the fee that the customer bears on top', 'PAID', 253_750, 253_750, 'PAID'],
    ['a payable amount beyond any fee', 'PAID', 900_000, 900_000, 'OVERPAID'],
    ['a part', 'PARTIALLY_PAID', 100, 250_000, 'PARTIALLY_PAID'],
    ['a part, by its other published status', 'UNDERPAID', 100, 250_000, 'PARTIALLY_PAID'],
    ['an end', 'EXPIRED', 0, 250_000, 'EXPIRED'],
    ['an end by its other published status', 'ABANDONED', 0, 250_000, 'EXPIRED'],
    ['a failure while the payer can try again', 'FAILED', 0, 250_000, 'PENDING'],
    ['money that went back, read once', 'REVERSED', 250_000, 250_000, 'PENDING'],
  ])('%s', (_what, status, paid, payable, state) => {
    expect(stateAfter(status, paid, payable)).toBe(state);
  });
});
