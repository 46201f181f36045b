import { describe, expect, it } from 'vitest';
import { type Side, type Wire } from './merchant-side.js';
import { PAYOUTS, row, rowsOf, sendBatch, startPayouts } from './payout-side.js';

const start = (otpOn = false): Promise<Side> => startPayouts({ otpOn });

describe('a batch', () => {
  it('is processed after a delay, row by row', async () => {
    const side = await start();
    const { result } = await sendBatch(side);
    expect(result).toMatchObject({
      totalAmount: 3006,
      totalFee: 30,
      batchReference: 'june',
      batchStatus: 'AWAITING_PROCESSING',
      totalTransactionsCount: 3,
    });
    expect((await side.call('GET', `${PAYOUTS}/batch/summary?reference=june`)).status).toBe(404);
    await side.sandbox.clock.advance(2_000);
    expect((await rowsOf(side)).map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    const summary = await side.call('GET', `${PAYOUTS}/batch/summary?reference=june`);
    expect(summary.result).toMatchObject({
      batchStatus: 'COMPLETED',
      successfulCount: 3,
      successfulAmount: 3006,
      failedCount: 0,
      pendingCount: 0,
      title: 'June',
    });
  });

  it('with CONTINUE fails only its bad rows', async () => {
    const side = await start();
    const bad = row(2, { destinationAccountNumber: '9999999999' });
    await sendBatch(side, { transactionList: [row(1), bad, row(3, { ...row(1), reference: 'twin' })] });
    await side.sandbox.clock.advance(2_000);
    expect(await rowsOf(side)).toMatchObject([
      { status: 'SUCCESS' },
      { status: 'FAILED', transactionDescription: 'Account number could not be validated' },
      { status: 'FAILED', transactionDescription: expect.stringContaining('Duplicate request') as string },
    ]);
    expect((await rowsOf(side))[1]).not.toHaveProperty('destinationAccountName');
  });

  it('with BREAK is refused for one bad row, and no row is created', async () => {
    const side = await start();
    const bad = row(2, { destinationAccountNumber: '9999999999' });
    const answer = await sendBatch(side, { onValidationFailure: 'BREAK', transactionList: [row(1), bad] });
    expect(answer).toMatchObject({ status: 400, body: { responseCode: 'D03' } });
    expect(answer.reason).toContain('row-2');
    expect((await side.call('GET', `${PAYOUTS}/single/summary?reference=row-1`)).status).toBe(404);
  });

  it.each([
    ['its reference is a duplicate', {}],
    ['a reference of a row is a duplicate', { batchReference: 'july' }],
  ])('is refused when %s', async (_what, changes) => {
    const side = await start();
    await sendBatch(side);
    expect((await sendBatch(side, changes)).body.responseCode).toBe('D05');
  });

  it('is refused when the wallet cannot pay all of it', async () => {
    const side = await start();
    const answer = await sendBatch(side, {
      transactionList: [row(1, { amount: 6_000_000 }), row(2, { amount: 6_000_000 })],
    });
    expect(answer.body.responseCode).toBe('D04');
  });

  it('stays in progress while a row is open', async () => {
    const side = await start();
    await sendBatch(side, { transactionList: [row(1), row(2, { destinationAccountNumber: '0199900002' })] });
    await side.sandbox.clock.advance(2_000);
    const listed = async () =>
      ((await side.call('GET', `${PAYOUTS}/bulk?pageNo=0&pageSize=5`)).result.content as Wire[])[0]
        ?.batchStatus;
    expect(await listed()).toBe('IN_PROGRESS');
    await side.sandbox.clock.advance(120_000);
    expect(await listed()).toBe('COMPLETED');
  });

  it('with an OTP waits for the code, then is processed', async () => {
    const side = await start(true);
    expect((await sendBatch(side)).result.batchStatus).toBe('PENDING_AUTHORIZATION');
    expect((await rowsOf(side)).map(({ status }) => status)).toEqual(
      Array(3).fill('PENDING_BATCH_AUTHORIZATION'),
    );
    await side.call('POST', `${PAYOUTS}/batch/resend-otp`, { batchReference: 'june' });
    const { text } = await side.send('GET', '/sandbox/inbox?reference=june');
    const authorizationCode = (JSON.parse(text) as Wire[])[0]?.code;
    const wrong = await side.call('POST', `${PAYOUTS}/batch/validate-otp`, {
      reference: 'june',
      authorizationCode: '1',
    });
    expect(wrong.reason).toBe('Invalid OTP supplied');
    const right = await side.call('POST', `${PAYOUTS}/batch/validate-otp`, {
      reference: 'june',
      authorizationCode,
    });
    expect(right.result.batchStatus).toBe('AWAITING_PROCESSING');
    await side.sandbox.clock.advance(2_000);
    expect((await rowsOf(side)).every(({ status }) => status === 'SUCCESS')).toBe(true);
  });

  it('expires with all its rows when the code is not entered', async () => {
    const side = await start(true);
    await sendBatch(side);
    await side.sandbox.clock.advance(30 * 60_000);
    expect((await rowsOf(side)).map(({ status }) => status)).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED']);
    expect(side.sandbox.ledger.balance('transit:M1')).toBe(0);
  });
});

describe('a batch with an invalid row', () => {
  const unreadable = row(2, { destinationAccountNumber: '123' });
  const reason = 'Field destinationAccountNumber must be 10 digits';

  it('pays the other rows with CONTINUE, and fails the invalid row with the reason', async () => {
    const side = await start();
    const { status, result } = await sendBatch(side, {
      transactionList: [row(1), unreadable, row(3, { amount: 'lots' }), row(4)],
    });
    expect(status).toBe(200);
    expect(result).toMatchObject({ totalTransactionsCount: 4, totalAmount: 2005, totalFee: 20 });
    await side.sandbox.clock.advance(2_000);
    expect((await rowsOf(side)).map(({ reference, status: end }) => [reference, end])).toEqual([
      ['row-1', 'SUCCESS'],
      ['row-2', 'FAILED'],
      ['row-3', 'FAILED'],
      ['row-4', 'SUCCESS'],
    ]);
    expect((await rowsOf(side))[1]).toMatchObject({ transactionDescription: reason, amount: 0, fee: 0 });
    expect((await side.call('GET', `${PAYOUTS}/batch/summary?reference=june`)).result).toMatchObject({
      successfulCount: 2,
      failedCount: 2,
    });
  });

  it('drops a row without a reference', async () => {
    const side = await start();
    const { result } = await sendBatch(side, {
      transactionList: [row(1), 'nonsense', row(2, { reference: 7 })],
    });
    expect(result).toMatchObject({ totalTransactionsCount: 1 });
    const nothing = await sendBatch(side, { batchReference: 'july', transactionList: [null] });
    expect(nothing.status).toBe(400);
  });

  it('is refused completely with BREAK', async () => {
    const side = await start();
    const answer = await sendBatch(side, {
      onValidationFailure: 'BREAK',
      transactionList: [row(1), unreadable],
    });
    expect(answer).toMatchObject({ status: 400, reason });
    expect((await side.call('GET', `${PAYOUTS}/single/summary?reference=row-1`)).status).toBe(404);
  });
});
