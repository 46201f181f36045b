import { describe, expect, it } from 'vitest';
import { chooseTransaction, refundableOf } from '../../src/domain/collection/refundable.js';
import { add } from '../../src/domain/movement/evidence.js';
import { newTransaction } from '../../src/domain/order/order.js';
import { withRefunds } from '../../src/domain/order/reading.js';
import { kobo } from '../../src/domain/money.js';
import {
  afterEnd,
  type AskedBack,
  type PolicyRefund,
  withForgotten,
  withPolicyRefund,
} from '../../src/domain/refund/by-policy.js';

const asked: AskedBack = {
  payment: { transactionReference: 'T1', method: 'ACCOUNT_TRANSFER' },
  amountKobo: kobo(50_000),
  cause: 'overpaid',
  minKobo: kobo(10_000),
};

const ask = (more: Partial<AskedBack> = {}, earlier: readonly PolicyRefund[] = [], owner = 'order-1') =>
  withPolicyRefund(earlier, owner, { ...asked, ...more });

describe('a policy asks for a refund', () => {
  it('under a reference that names its owner', () => {
    expect(ask()).toEqual([
      {
        refundReference: 'order-1--r1',
        transactionReference: 'T1',
        amountKobo: 50_000,
        cause: 'overpaid',
      },
    ]);
  });

  it.each([
    ['a card', { payment: { transactionReference: 'T1', method: 'CARD' } }],
    ['a payment of unknown method', { payment: { transactionReference: 'T1' } }],
    ['a payment without a transaction', { payment: { method: 'ACCOUNT_TRANSFER' } }],
    ['several accounts', { payment: { ...asked.payment, sources: 2 } }],
    ['less than the minimum', { amountKobo: kobo(9_999) }],
  ])('never of %s', (_what, more) => {
    expect(ask(more)).toBeUndefined();
  });

  it('only for what is not asked back yet', () => {
    const underWay = ask() ?? [];
    expect(ask({}, underWay)).toBeUndefined();
    expect(ask({ amountKobo: kobo(80_000) }, underWay)?.at(-1)).toMatchObject({
      refundReference: 'order-1--r2',
      amountKobo: 30_000,
    });
  });

  it('again after one that was paid, and not after one that was refused', () => {
    const paid = afterEnd(ask(), 'order-1--r1', 'COMPLETED') ?? [];
    expect(ask({}, paid)?.at(-1)).toMatchObject({ refundReference: 'order-1--r2', amountKobo: 50_000 });
    const refused = afterEnd(ask(), 'order-1--r1', 'REFUSED') ?? [];
    expect(ask({}, refused)).toBeUndefined();
    expect(afterEnd(refused, 'order-1--r1', 'REFUSED')).toBeUndefined();
  });

  it('under the next number, also where earlier ones are not known', () => {
    const [third] = (ask() ?? []).map((each) => ({
      ...each,
      refundReference: 'order-1--r3',
      state: 'COMPLETED',
    }));
    expect(ask({}, third ? [third] : [])?.at(-1)).toMatchObject({ refundReference: 'order-1--r4' });
  });

  it('not without end, and not for a reference that is not ours', () => {
    const many = Array.from({ length: 20 }, (_, n) => ({
      ...(ask() ?? [])[0]!,
      transactionReference: `T${n + 2}`,
    }));
    expect(ask({}, many)).toBeUndefined();
    expect(ask({}, [], 'MNFY|PAYREF|1')).toBeUndefined();
  });
});

describe('a refund that names no transaction', () => {
  const at = { askedAt: 0, answeredAt: 0 };
  const paid = (reference: string, amount: number) => {
    const transaction = newTransaction(reference, kobo(250_000));
    const reading = { kind: 'reading', shows: 'money', amount: kobo(amount), ...at } as const;
    return { ...transaction, movement: add(transaction.movement, reading) };
  };
  const ended = newTransaction('T3', kobo(250_000));
  const transactions = refundableOf([
    withRefunds(paid('T1', 250_000), { least: kobo(100_000), most: kobo(100_000), order: [0, 0, 1] }, 0),
    paid('T2', 100_000),
    { ...ended, movement: add(ended.movement, { kind: 'reading', shows: 'end', ...at }) },
    newTransaction('T4', kobo(250_000)),
  ]);

  it('is of the only one with enough money left', () => {
    expect(chooseTransaction(transactions, kobo(150_000))).toEqual({
      kind: 'one',
      transactionReference: 'T1',
    });
    expect(chooseTransaction(transactions, kobo(100_000))).toEqual({ kind: 'several' });
    expect(chooseTransaction(transactions, kobo(150_001))).toEqual({ kind: 'too-little' });
  });

  it('is of the only paid one, whatever is left of it', () => {
    expect(chooseTransaction(transactions.slice(0, 1), kobo(900_000))).toMatchObject({ kind: 'one' });
    expect(chooseTransaction([], kobo(1))).toEqual({ kind: 'unpaid' });
  });
});

it('a refund that was handed over, and that the refunds of its transaction do not know, is handed over again', () => {
  const [refund] = (ask() ?? []).map((each) => ({ ...each, requested: true as const }));
  if (!refund) throw new Error('no refund');
  const other = { ...refund, refundReference: 'order-1--r2', transactionReference: 'T2' };
  const ended = { ...refund, refundReference: 'order-1--r3', state: 'FAILED' };
  const none = { byPolicy: [], isWhole: true };
  const [again, ...same] = withForgotten([refund, other, ended], 'T1', none);
  expect(again).not.toHaveProperty('requested');
  expect(same).toEqual([other, ended]);
  expect(withForgotten([refund], 'T1', { ...none, byPolicy: [refund] })).toEqual([refund]);
  // a worker of an earlier version did not say which there are
  expect(withForgotten([refund], 'T1', { ...none, isWhole: false })).toEqual([refund]);
});
