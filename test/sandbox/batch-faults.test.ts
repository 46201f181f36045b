import { describe, expect, it } from 'vitest';
import { waitUntil } from '../support/wait-until.js';
import { type Side, type Wire } from './merchant-side.js';
import {
  listenToEvents,
  listRows,
  MINUTE,
  PAYOUTS,
  readTransfer,
  row,
  rowsOf,
  rowsUpTo,
  sendBatch,
  sendTransfer,
  setBalance,
  setSwitches,
  startPayouts,
} from './payout-side.js';

const plan = (side: Side, fault: Wire, aim: Wire = {}) =>
  side.send('POST', '/sandbox/faults', { on: 'call', endpoint: 'listBatchTransfers', ...aim, fault });

async function batchStatus(side: Side): Promise<unknown> {
  const { result } = await side.call('GET', `${PAYOUTS}/bulk`);
  return (result.content as Wire[])[0]?.batchStatus;
}

/** How many rows have each status. */
async function progress(side: Side): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of await rowsOf(side, '?pageSize=100')) {
    counts[String(status)] = (counts[String(status)] ?? 0) + 1;
  }
  return counts;
}

const referencesOf = async (side: Side, query: string): Promise<unknown[]> =>
  (await rowsOf(side, query)).map(({ reference }) => reference);

describe('a slow batch', () => {
  it('sends some rows each minute, in order, and completes with the last', async () => {
    const side = await startPayouts({ otpOn: false, batchRowsPerMinute: 2 });
    const wallet = side.sandbox.ledger.balance('wallet:M1');
    await sendBatch(side, { transactionList: rowsUpTo(5) });
    expect(await progress(side)).toEqual({ AWAITING_PROCESSING: 5 });
    expect(await batchStatus(side)).toBe('AWAITING_PROCESSING');
    await side.sandbox.clock.advance(2_000);
    expect(await progress(side)).toEqual({ SUCCESS: 2, AWAITING_PROCESSING: 3 });
    expect(await batchStatus(side)).toBe('IN_PROGRESS');
    expect(wallet - side.sandbox.ledger.balance('wallet:M1')).toBe((1001 + 1002 + 20) * 100);
    await side.sandbox.clock.advance(MINUTE);
    expect((await rowsOf(side)).map(({ status }) => status)).toEqual([
      ...Array<string>(4).fill('SUCCESS'),
      'AWAITING_PROCESSING',
    ]);
    expect((await side.call('GET', `${PAYOUTS}/batch/summary?reference=june`)).status).toBe(404);
    await side.sandbox.clock.advance(MINUTE);
    expect(await progress(side)).toEqual({ SUCCESS: 5 });
    expect(await batchStatus(side)).toBe('COMPLETED');
  });

  it('does not wait for a row that its bank has not decided', async () => {
    const side = await startPayouts({ otpOn: false, batchRowsPerMinute: 1 });
    await sendBatch(side, {
      transactionList: [row(1, { destinationAccountNumber: '0199900006' }), row(2), row(3)],
    });
    await side.sandbox.clock.advance(2_000 + 2 * MINUTE);
    expect(await progress(side)).toEqual({ PENDING: 1, SUCCESS: 2 });
    expect(await batchStatus(side)).toBe('IN_PROGRESS');
  });

  it('follows the switch while it runs', async () => {
    const side = await startPayouts({ otpOn: false, batchRowsPerMinute: 1 });
    await sendBatch(side, { transactionList: rowsUpTo(10) });
    await side.sandbox.clock.advance(2_000);
    await setSwitches(side, { batchRowsPerMinute: null });
    await side.sandbox.clock.advance(MINUTE);
    expect(await progress(side)).toEqual({ SUCCESS: 10 });
  });

  it('fails the rows that the wallet can no longer pay', async () => {
    const side = await startPayouts({ otpOn: false, batchRowsPerMinute: 2 });
    await sendBatch(side, { transactionList: rowsUpTo(4) });
    await side.sandbox.clock.advance(2_000);
    await setBalance(side, 0);
    await side.sandbox.clock.advance(MINUTE);
    const rows = await rowsOf(side);
    expect(rows.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'FAILED', 'FAILED']);
    expect(rows[3]?.transactionDescription).toBe('Insufficient balance in wallet');
    expect(await batchStatus(side)).toBe('COMPLETED');
  });
});

describe('the rows of a batch', () => {
  it('are listed page by page, in the order of the request', async () => {
    const side = await startPayouts();
    await sendBatch(side, { transactionList: rowsUpTo(5) });
    expect(await referencesOf(side, '?pageNo=0&pageSize=2')).toEqual(['row-1', 'row-2']);
    expect(await referencesOf(side, '?pageNo=2&pageSize=2')).toEqual(['row-5']);
    expect((await listRows(side, '?pageNo=2&pageSize=2')).result).toMatchObject({
      totalElements: 5,
      totalPages: 3,
      last: true,
      number: 2,
    });
  });

  it('repeat the first page on every later one, with a page-repeat fault', async () => {
    const side = await startPayouts();
    await sendBatch(side, { transactionList: rowsUpTo(5) });
    await plan(side, { kind: 'page-repeat' }, { reference: 'june' });
    expect(await referencesOf(side, '?pageNo=0&pageSize=2')).toEqual(['row-1', 'row-2']);
    expect(await referencesOf(side, '?pageNo=1&pageSize=2')).toEqual(['row-1', 'row-2']);
    expect((await listRows(side, '?pageNo=2&pageSize=2')).result).toMatchObject({
      number: 2,
      totalElements: 5,
      last: true,
      content: [{ reference: 'row-1' }, { reference: 'row-2' }],
    });
    await side.send('DELETE', '/sandbox/faults');
    expect(await referencesOf(side, '?pageNo=1&pageSize=2')).toEqual(['row-3', 'row-4']);
  });

  it('fall short of the batch with a page-short fault; each can still be read', async () => {
    const side = await startPayouts();
    await sendBatch(side, { transactionList: rowsUpTo(5) });
    await side.sandbox.clock.advance(2_000);
    await plan(side, { kind: 'page-short', rows: 2 });
    expect((await listRows(side)).result).toMatchObject({ totalElements: 3, totalPages: 1, last: true });
    expect(await referencesOf(side, '?pageSize=2&pageNo=1')).toEqual(['row-3']);
    expect((await readTransfer(side, 'row-5')).result.status).toBe('SUCCESS');
    await plan(side, { kind: 'page-short', rows: 100 });
    expect((await listRows(side)).result).toMatchObject({ totalElements: 0, empty: true, content: [] });
  });

  it('are D02 one by one where the switch hides them, and are in the listing', async () => {
    const side = await startPayouts({ otpOn: false, batchRowStatusMissing: true });
    await sendBatch(side);
    await side.sandbox.clock.advance(2_000);
    expect(await readTransfer(side, 'row-1')).toMatchObject({ status: 404, body: { responseCode: 'D02' } });
    expect(await rowsOf(side)).toMatchObject([{ reference: 'row-1', status: 'SUCCESS' }, {}, {}]);
    await sendTransfer(side);
    expect((await readTransfer(side)).result.status).toBe('SUCCESS');
  });

  it('each send one event', async () => {
    const { url, events } = await listenToEvents();
    const side = await startPayouts({ otpOn: false }, url);
    await sendBatch(side, {
      transactionList: [
        row(1),
        row(2, { destinationAccountNumber: '0199900001' }),
        row(3, { destinationAccountNumber: '9999999999' }),
        row(4, { destinationAccountNumber: '0199900004' }),
      ],
    });
    await side.sandbox.clock.advance(2_000);
    const seen = () =>
      events()
        .map(({ eventType, eventData }) => `${String(eventData.reference)} ${eventType}`)
        .sort();
    const first = [
      'row-1 SUCCESSFUL_DISBURSEMENT',
      'row-2 FAILED_DISBURSEMENT',
      'row-3 FAILED_DISBURSEMENT',
      'row-4 SUCCESSFUL_DISBURSEMENT',
    ];
    expect(seen()).toEqual(first);
    await side.sandbox.clock.advance(10 * MINUTE);
    expect(seen()).toEqual([...first.slice(0, 3), 'row-4 REVERSED_DISBURSEMENT', ...first.slice(3)]);
  });
});

describe('a batch', () => {
  it('has a total with or without the fees', async () => {
    const side = await startPayouts();
    expect((await sendBatch(side)).result).toMatchObject({ totalAmount: 3006, totalFee: 30 });
    await setSwitches(side, { batchTotalsIncludeFees: true });
    const july = { batchReference: 'july', transactionList: [row(4), row(5)] };
    expect((await sendBatch(side, july)).result).toMatchObject({ totalAmount: 2029, totalFee: 20 });
  });

  it('is listed under one path only where the other is missing', async () => {
    const side = await startPayouts({ otpOn: false, batchListMissing: true });
    await sendBatch(side);
    const listed = await side.call('GET', `${PAYOUTS}/bulk?pageNo=0&pageSize=5`);
    expect(listed.result.content).toMatchObject([{ batchReference: 'june' }]);
    expect((await side.call('GET', `${PAYOUTS}/bulk/transactions?pageNo=0&pageSize=5`)).status).toBe(404);
    await setSwitches(side, { batchListMissing: false });
    const documented = await side.call('GET', `${PAYOUTS}/bulk/transactions?pageNo=0&pageSize=5`);
    expect(documented.result).toEqual(listed.result);
  });

  it.each([
    ['of a single transfer', { transactionList: [row(1, { reference: 'payout-1' })] }],
    ['twice in the batch', { transactionList: [row(1), row(2, { reference: 'row-1' })] }],
  ])('with a row reference %s is refused with D05, and no row is created', async (_what, changes) => {
    const side = await startPayouts();
    await sendTransfer(side);
    expect(await sendBatch(side, changes)).toMatchObject({ status: 400, body: { responseCode: 'D05' } });
    expect((await listRows(side)).body.responseCode).toBe('D02');
  });

  it('spends the references of its rows for single transfers too', async () => {
    const side = await startPayouts();
    await sendBatch(side);
    expect((await sendTransfer(side, { reference: 'row-2' })).body.responseCode).toBe('D05');
  });
});

it('a delayed response delays nothing that the call began', async () => {
  const { url, events } = await listenToEvents();
  const side = await startPayouts({ otpOn: false }, url);
  await sendTransfer(side, { reference: 'payout-0', amount: 4_000 });
  await waitUntil('the first event', () => events().length === 1);
  await plan(side, { kind: 'delay', ms: 500 }, { endpoint: 'initiateTransfer', when: 'after' });
  const order: string[] = [];
  const sending = sendTransfer(side).then(() => order.push('response'));
  await waitUntil('the event', () => events().length === 2);
  order.push('event');
  await sending;
  expect(order).toEqual(['event', 'response']);
});
