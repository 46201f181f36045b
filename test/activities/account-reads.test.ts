import { describe, expect, it } from 'vitest';
import { createAccountReads, type ListedCredits } from '../../activities/account-reads.js';
import { activityEnvironment } from './environment.js';

const SINCE = Date.parse('2026-11-11T00:00:00Z');
const rowsOf = (...references: readonly string[]) =>
  references.map((transactionReference, n) => ({
    transactionReference,
    paymentReference: transactionReference,
    paymentStatus: 'PAID',
    amount: 100_00,
    // the newest first
    completedOn: new Date(SINCE + (10 - n) * 3_600_000).toISOString(),
  }));

/** An account with these pages; the gateway has none of those that are missing. */
function listing(
  pages: readonly (readonly object[] | 'gone')[],
  says: (page: number) => object = () => ({}),
): Promise<ListedCredits> {
  const gateway = {
    listReservedAccountTransactions: ({ page = 0 }) => {
      const content = pages[page] ?? 'gone';
      if (content === 'gone') return Promise.resolve({ kind: 'not-found', message: 'no such account' });
      return Promise.resolve({
        kind: 'ok',
        body: { content, last: page + 1 >= pages.length, ...says(page) },
      });
    },
  };
  const reads = createAccountReads(gateway as never, {
    readHoldings: () => Promise.resolve(undefined),
  });
  return activityEnvironment().run(() =>
    reads.listUnheldCredits({ accountReference: 'ada-1', since: SINCE }),
  );
}

describe('the listing of an account', () => {
  it('is read to its end', async () => {
    const { credits, unread } = await listing([rowsOf('T1', 'T2'), rowsOf('T3')]);
    expect(credits.map(({ transactionReference }) => transactionReference)).toEqual(['T1', 'T2', 'T3']);
    expect(unread).toEqual({});
  });

  it('that is read to its end has shown what it counts, also the newest first', async () => {
    const { unread } = await listing([rowsOf('T1', 'T2')], () => ({ totalElements: 5 }));
    expect(unread).toEqual({ 'not-listed': 3 });
  });

  it('that ends with rows from before it is wanted may count more of those', async () => {
    const old = [{ ...rowsOf('T0')[0], completedOn: new Date(SINCE - 1).toISOString() }];
    const pages = [rowsOf('T1', 'T2'), old, rowsOf('T9')];
    const { credits, unread } = await listing(pages, () => ({ totalElements: 500 }));
    expect([credits.length, unread]).toEqual([2, {}]);
  });

  it('that grows while it is read counts what was there at first', async () => {
    const { unread } = await listing([rowsOf('T1', 'T2'), rowsOf('T2', 'T3')], (page) => ({
      totalElements: 3 + page,
    }));
    expect(unread).toEqual({});
  });

  it('may be none, which is said: only of a deallocated account that is no surprise', async () => {
    expect(await listing(['gone'])).toEqual({ credits: [], hasMore: false, unread: {}, isMissing: true });
  });

  it('that is gone while it is read is no answer: what its other pages have is not known', async () => {
    await expect(listing([rowsOf('T1', 'T2'), 'gone'])).rejects.toThrow('no more');
  });
});
