import { describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { add } from '../../../src/domain/movement/evidence.js';
import { changeOrder } from '../../../src/domain/order/change.js';
import { newTransaction, type Order } from '../../../src/domain/order/order.js';
import { endByRecords, type Shown } from '../../../src/domain/order/state.js';
import { ORDER_VERSIONS } from '../../../src/domain/order/versions.js';
import { dueRules, FIRST_RULES, NEWEST_RULES, versionOf } from '../../../src/domain/rules-version.js';
import { policiesOf } from '../order/played.js';

const MISSING = NEWEST_RULES + 1;
const AMOUNT = kobo(250_000);

/** An order that waits for evidence, to be judged by a version that this code does not have. */
const order: Order & Shown = {
  terms: { reference: 'order-1', amountKobo: AMOUNT, currency: 'NGN' },
  transactions: [newTransaction('T1', AMOUNT)],
  state: 'PENDING',
  reason: '',
  rulesDue: MISSING,
};

const change = (part: Partial<Order & Shown>) =>
  changeOrder<Order & Shown>(order, part, {
    now: 1,
    policies: policiesOf('hold'),
    refundMinKobo: kobo(1),
    endOf: endByRecords,
    readsOfClaim: 2,
    unresolvedAfterMs: 1,
  });

describe('the rules', () => {
  it('of a version that the code does not have decide nothing', () => {
    expect(() => ORDER_VERSIONS.of({ rules: MISSING })).toThrow(
      `version ${MISSING} of the rules is not known here`,
    );
    expect(ORDER_VERSIONS.of({})).toBe(ORDER_VERSIONS.of({ rules: FIRST_RULES }));
  });

  it('change for an order with new evidence, and with nothing else', () => {
    expect(change({ windowOverAt: 1 }).shown.state).toBe('CLOSING');
    expect(change({}).order.rulesDue).toBe(MISSING);
    const [transaction] = order.transactions;
    const reading = { kind: 'reading', shows: 'money', amount: AMOUNT, askedAt: 1, answeredAt: 1 } as const;
    const transactions = [{ ...transaction!, movement: add(transaction!.movement, reading) }];
    expect(() => change({ transactions })).toThrow(`version ${MISSING} of the rules`);
  });

  it('that are due are kept with the evidence that they judge', () => {
    expect(dueRules({ rulesDue: 2 }, true)).toEqual({ rules: 2 });
    expect(dueRules({ rulesDue: 2 }, false)).toEqual({});
    expect(dueRules({ rules: 2 }, true)).toEqual({});
    expect([versionOf({}), versionOf({ rules: 2 })]).toEqual([FIRST_RULES, 2]);
  });
});
