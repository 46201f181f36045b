import { describe, expect, test } from 'vitest';
import {
  type Account,
  type BatchReadOptions,
  type BatchReads,
  createBatchReads,
} from '../../activities/batch-reads.js';
import { activityEnvironment } from './environment.js';

type Gateway = Parameters<typeof createBatchReads>[0];
type Calls = Partial<Record<keyof Gateway, (request: never) => unknown>>;

const notScripted = () => Promise.reject(new Error('the gateway does not answer'));

/** The reads on a gateway that answers what a test says. */
function begin(calls: Calls, options: BatchReadOptions = {}) {
  const asked: { readonly name: string; readonly request: unknown }[] = [];
  const names = [
    'enquireName',
    'listBatchTransfers',
    'getTransfer',
    'listWalletBatches',
    'listBatches',
  ] as const;
  const gateway = Object.fromEntries(
    names.map((name) => [
      name,
      (request: never) => {
        asked.push({ name, request });
        return Promise.resolve((calls[name] ?? notScripted)(request));
      },
    ]),
  ) as unknown as Gateway;
  const reads = createBatchReads(gateway, { nameEnquiriesPerSecond: 10_000, ...options });
  async function run<Name extends keyof BatchReads>(name: Name, request: Parameters<BatchReads[Name]>[0]) {
    const read = reads[name] as (given: unknown) => Promise<never>;
    return activityEnvironment().run(read, request) as ReturnType<BatchReads[Name]>;
  }
  return { run, asked };
}

const ok = (body: object) => ({ kind: 'ok', body });
const row = (n: number, status = 'SUCCESS', more: object = {}) => ({
  reference: `payroll--b${n}`,
  status,
  amount: 500_000,
  ...more,
});
const page = (rows: readonly object[], more: object = {}) => ok({ content: rows, ...more });
const REQUEST = { batchReference: 'payroll--p1', batch: 'payroll', rows: [1, 2, 3], known: {} };

describe('the names of accounts', () => {
  const account = (accountNumber: string): Account => ({ bankCode: '058', accountNumber });
  const held = ({ accountNumber }: Account) => ok({ accountNumber, accountName: 'ADA OBI' });

  test('are answered in the order of the accounts; no answer, and one about another account, are unavailable', async () => {
    const { run } = begin({
      enquireName: (asked: Account) => {
        if (asked.accountNumber === '2') return { kind: 'not-found', message: 'no such account' };
        if (asked.accountNumber === '3') return notScripted();
        return asked.accountNumber === '4' ? held(account('1')) : held(asked);
      },
    });
    expect(await run('enquireNames', ['1', '2', '3', '4', '5'].map(account))).toEqual([
      { kind: 'held', name: 'ADA OBI' },
      { kind: 'unknown', message: 'no such account' },
      { kind: 'unavailable' },
      { kind: 'unavailable' },
      { kind: 'held', name: 'ADA OBI' },
    ]);
  });

  test('are kept for ten minutes, but not that an enquiry was not answered', async () => {
    const clock = { now: 0 };
    let isDown = true;
    const enquireName = (asked: Account) => (isDown ? notScripted() : held(asked));
    const { run, asked } = begin({ enquireName }, { now: () => clock.now });
    const ask = () => run('enquireNames', [account('1')]);
    expect(await ask()).toEqual([{ kind: 'unavailable' }]);
    isDown = false;
    expect(await ask()).toEqual([{ kind: 'held', name: 'ADA OBI' }]);
    await ask();
    expect(asked).toHaveLength(2);
    clock.now += 10 * 60_000;
    await ask();
    expect(asked).toHaveLength(3);
  });
});

describe('the rows of a part', () => {
  test('are read over all pages, and those of other batches are left out', async () => {
    const { run, asked } = begin({
      listBatchTransfers: ({ pageNo }: { pageNo: number }) =>
        pageNo === 0
          ? page([row(1), { ...row(9), reference: 'other--b2' }, row(2, 'PENDING')], { last: false })
          : page([row(3, 'FAILED', { transactionDescription: 'Dormant account', fee: 1_000 })], {
              last: true,
            }),
    });
    expect(await run('readBatchRows', REQUEST)).toEqual({
      kind: 'ok',
      changed: [
        { n: 1, status: 'SUCCESS', amount: 500_000 },
        { n: 2, status: 'PENDING', amount: 500_000 },
        { n: 3, status: 'FAILED', amount: 500_000, description: 'Dormant account', fee: 1_000 },
      ],
      missing: [],
    });
    expect(asked).toHaveLength(2);
  });

  test('are left out of the answer while they are as they were', async () => {
    const { run } = begin({
      listBatchTransfers: () => page([row(1), row(2), row(3, 'REVERSED')], { last: true }),
    });
    expect(await run('readBatchRows', { ...REQUEST, known: { SUCCESS: [1, 2, 3] } })).toMatchObject({
      changed: [{ n: 3, status: 'REVERSED' }],
      missing: [],
    });
  });

  test.each([
    ['repeats its first page for ever', () => page([row(1)])],
    ['ends too early', () => page([row(1)], { last: true })],
    ['has totals that are too low', () => page([row(1)], { last: false, totalPages: 1 })],
    ['is empty after the first page', ({ pageNo }: { pageNo: number }) => page(pageNo === 0 ? [row(1)] : [])],
  ])('are named as missing where the listing %s', async (_what, listBatchTransfers) => {
    const { run, asked } = begin({ listBatchTransfers });
    expect(await run('readBatchRows', REQUEST)).toMatchObject({ missing: [2, 3] });
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  test.each([
    ['counts more rows than it shows', page([row(1)], { last: true, totalElements: 3 }), true],
    ['repeats its first page, and counts none', page([row(1)]), true],
    ['counts the rows that it shows', page([row(1)], { last: true, totalElements: 1 }), undefined],
    ['says that it ends, and counts none', page([row(1)], { last: true }), undefined],
  ])('that are missing prove nothing where the listing %s', async (_what, listed, isShort) => {
    const { run } = begin({ listBatchTransfers: () => listed });
    expect(await run('readBatchRows', REQUEST)).toMatchObject({ missing: [2, 3] });
    expect(((await run('readBatchRows', REQUEST)) as { isShort?: true }).isShort).toBe(isShort);
  });

  test('are read from at most fifty pages of a listing that never ends', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => index + 1);
    const { run, asked } = begin({
      listBatchTransfers: ({ pageNo }: { pageNo: number }) => page([row(pageNo + 1)]),
    });
    expect(await run('readBatchRows', { ...REQUEST, rows })).toMatchObject({ kind: 'ok' });
    expect(asked).toHaveLength(50);
  });

  test('fail when a page does not answer: a part of the rows proves nothing about the others', async () => {
    const { run } = begin({
      listBatchTransfers: ({ pageNo }: { pageNo: number }) => (pageNo === 0 ? page([row(1)]) : notScripted()),
    });
    await expect(run('readBatchRows', REQUEST)).rejects.toThrow('the gateway does not answer');
  });

  test('one by one are found, absent, or unknown: a crossed reply and no reply prove nothing', async () => {
    const { run } = begin({
      getTransfer: ({ reference }: { reference: string }) => {
        if (reference === 'payroll--b1') return ok(row(1));
        if (reference === 'payroll--b2') return { kind: 'not-found', message: 'D02' };
        return reference === 'payroll--b3' ? ok(row(1)) : notScripted();
      },
    });
    expect(await run('readRows', { batch: 'payroll', rows: [4, 3, 2, 1] })).toEqual([
      { kind: 'none', n: 4 },
      { kind: 'none', n: 3 },
      { kind: 'absent', n: 2 },
      { kind: 'found', record: { n: 1, status: 'SUCCESS', amount: 500_000 } },
    ]);
  });
});

describe('the record of a part', () => {
  const found = {
    batchReference: 'payroll--p1',
    batchStatus: 'COMPLETED',
    totalTransactionsCount: 3,
    totalAmount: 1_500_000,
    totalFee: null,
  };
  const other = { ...found, batchReference: 'payroll--p2' };

  test.each([
    ['in the list of the wallet', page([other, found]), page([])],
    ['in the list of all batches', page([other]), page([found])],
    ['in one list, while the other does not answer', undefined, page([found])],
  ])('is found %s', async (_what, wallet, all) => {
    const { run } = begin({
      listWalletBatches: () => wallet ?? notScripted(),
      listBatches: () => all,
    });
    expect(await run('findBatch', { batchReference: 'payroll--p1' })).toEqual({
      status: 'COMPLETED',
      count: 3,
      amountKobo: 1_500_000,
    });
  });

  test('is found on a later page', async () => {
    const list = ({ pageNo }: { pageNo: number }) =>
      pageNo === 0 ? page([other], { last: false }) : page([found], { last: true });
    const { run } = begin({ listWalletBatches: list, listBatches: list });
    expect(await run('findBatch', { batchReference: 'payroll--p1' })).toMatchObject({ status: 'COMPLETED' });
  });

  const NO_LIST = { kind: 'no-list', message: 'HTTP 404' };
  test('is null when every list was read to its end, also where one does not exist', async () => {
    const { run } = begin({ listWalletBatches: () => NO_LIST, listBatches: () => page([other]) });
    expect(await run('findBatch', { batchReference: 'payroll--p1' })).toBeNull();
  });

  test.each([
    ['does not answer', notScripted],
    ['counts more than it shows', () => page([other], { last: true, totalElements: 2 })],
    [
      'does not answer on its second page',
      ({ pageNo }: { pageNo: number }) => (pageNo === 0 ? page([other], { last: false }) : notScripted()),
    ],
  ])('is unknown when one list %s', async (_what, listWalletBatches) => {
    const { run } = begin({ listWalletBatches, listBatches: () => page([other]) });
    await expect(run('findBatch', { batchReference: 'payroll--p1' })).rejects.toThrow();
  });

  test('is unknown when neither list answers: that is not "no such batch"', async () => {
    const { run } = begin({});
    await expect(run('findBatch', { batchReference: 'payroll--p1' })).rejects.toThrow('does not answer');
  });
});
