import { describe, expect, it } from 'vitest';
import type { OwareClient } from '../../src/client/client.js';
import { InProgressError, NotFoundError } from '../../src/client/errors.js';
import { listRefunds, transactionToRefund } from '../../src/client/owned-refunds.js';
import { kobo, ZERO } from '../../src/domain/money.js';

const PAID = kobo(2_500_00);
const transactions = ['MNFY|1', 'MNFY|2'].map((transactionReference) => ({
  transactionReference,
  paidKobo: PAID,
  refundedKobo: transactionReference === 'MNFY|1' ? PAID : ZERO,
}));

/** The run of the refunds of the first transaction was terminated; the second one has none. */
const oware = {
  refunds: { get: () => Promise.reject(new NotFoundError('its last run ended without a result')) },
  readRefunds: (transactionReference: string) =>
    transactionReference === 'MNFY|1'
      ? Promise.reject(new InProgressError('The refunds of MNFY|1 are being restored.'))
      : Promise.resolve(null),
} as unknown as OwareClient;

const terms = {
  refundReference: 'back-1',
  amountKobo: PAID,
  refundReason: 'Damaged',
  customerNote: 'Refund',
};

describe('the refunds of an order, after a run of them was lost', () => {
  it('are not listed as none, but are in progress', async () => {
    await expect(listRefunds(oware, transactions)).rejects.toBeInstanceOf(InProgressError);
    expect(await listRefunds(oware, transactions.slice(1))).toEqual([]);
  });

  it('may have the one that is repeated: it is not made of another transaction', async () => {
    const wanted = { transactions, named: undefined, terms, noun: 'checkout' };
    await expect(transactionToRefund(oware, wanted)).rejects.toBeInstanceOf(InProgressError);
  });
});
