import { describe, expect, it } from 'vitest';
import { type Wire } from './merchant-side.js';
import { entriesOf, listenToEvents, PAYOUTS, row, sendBatch, startPayouts } from './payout-side.js';

const ROWS = 500;

/** Rows of batch b; every hundredth fails. */
const rowsOfBatch = (b: number): Wire[] =>
  Array.from({ length: ROWS }, (_, n) =>
    row(n, {
      reference: `b${b}--${n}`,
      amount: 100 + n + 1000 * b,
      destinationAccountNumber:
        n % 100 === 99 ? '0199900001' : `01000${String(b * ROWS + n).padStart(5, '0')}`,
    }),
  );

describe('three batches of 500 rows', () => {
  it('pay or return every row once, send one event for each, and list them all', async () => {
    const { url, events } = await listenToEvents();
    const side = await startPayouts({ otpOn: false }, url);
    const batches = [0, 1, 2];
    for (const b of batches) {
      const sent = await sendBatch(side, { batchReference: `b${b}`, transactionList: rowsOfBatch(b) });
      expect(sent.result.totalTransactionsCount).toBe(ROWS);
    }
    await side.sandbox.clock.advance(2_000);
    for (const b of batches) {
      const listed: Wire[] = [];
      for (let page = 0; page < ROWS / 100; page += 1) {
        const path = `${PAYOUTS}/bulk/b${b}/transactions?pageNo=${page}&pageSize=100`;
        listed.push(...((await side.call('GET', path)).result.content as Wire[]));
      }
      expect(new Set(listed.map(({ reference }) => reference)).size).toBe(ROWS);
      expect(listed.filter(({ status }) => status === 'SUCCESS')).toHaveLength(ROWS - 5);
      expect(listed.filter(({ status }) => status === 'FAILED')).toHaveLength(5);
    }
    const seen = events().map(({ eventData }) => String(eventData.reference));
    expect(seen).toHaveLength(3 * ROWS);
    expect(new Set(seen).size).toBe(3 * ROWS);
    for (const [reference, end] of [
      ['b0--0', 'transfer-arrived'],
      ['b2--99', 'transfer-failed'],
    ] as const) {
      expect(entriesOf(side, reference).map(([cause]) => cause)).toEqual(['transfer-sent', end]);
    }
    expect(side.sandbox.ledger.balance('transit:M1')).toBe(0);
    expect(side.sandbox.ledger.audit().problems).toEqual([]);
    // the log of deliveries keeps its limit
    expect(side.sandbox.deliveries.list()).toHaveLength(1_000);
  });
});
