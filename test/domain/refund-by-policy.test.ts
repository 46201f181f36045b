import { describe, expect, it } from 'vitest';
import { chooseTransaction, refundableOf } from '../../src/domain/collection/refundable.js';
import { afterRefunds, paidAfterReturn } from '../../src/domain/collection/verdict.js';
import { kobo } from '../../src/domain/money.js';
import {
  afterEnd,
  type AskedBack,
  type PolicyRefund,
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

  it('not without end, and not for a reference that is not ours', () => {
    const many = Array.from({ length: 20 }, (_, n) => ({
      ...(ask() ?? [])[0]!,
      transactionReference: `T${n + 2}`,
    }));
    expect(ask({}, many)).toBeUndefined();
    expect(ask({}, [], 'MNFY|PAYREF|1')).toBeUndefined();
  });
});

describe('what is known of a transaction after refunds', () => {
  const paid = { amountKobo: kobo(250_000) };
  const money = { kind: 'money', paid, payableKobo: kobo(250_000) } as const;

  it('is the same until all of it went back', () => {
    expect(afterRefunds(money, kobo(249_999))).toBe(money);
    expect(afterRefunds(money, kobo(250_000))).toEqual({
      kind: 'returned',
      to: 'REFUNDED',
      paid,
      observed: 'refunds have returned ₦2,500.00',
    });
    expect(afterRefunds(undefined, kobo(250_000))).toBeUndefined();
  });

  it('shows money that arrived after that', () => {
    const returned = { kind: 'returned', to: 'REFUNDED', paid } as const;
    const more = { ...money, paid: { amountKobo: kobo(300_000) } };
    expect(paidAfterReturn(returned, more)).toBe(50_000);
    expect(paidAfterReturn(returned, money)).toBe(0);
    expect(paidAfterReturn(money, more)).toBe(0);
  });
});

describe('a refund that names no transaction', () => {
  const known = (amount: number) =>
    ({ kind: 'money', paid: { amountKobo: kobo(amount) }, payableKobo: kobo(amount) }) as const;
  const transactions = refundableOf(
    [
      { transactionReference: 'T1', known: known(250_000) },
      { transactionReference: 'T2', known: known(100_000) },
      { transactionReference: 'T3', known: { kind: 'end', to: 'EXPIRED', observed: '' } },
      { transactionReference: 'T4' },
    ],
    { refunded: [{ transactionReference: 'T1', refundedKobo: kobo(100_000) }] },
  );

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
