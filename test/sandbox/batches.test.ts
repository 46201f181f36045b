import { describe, expect, it } from 'vitest';
import { type Answer, type Side, startSandbox, type Wire } from './merchant-side.js';

const BASE = '/api/v2/disbursements';

function row(n: number, changes: Wire = {}): Wire {
  return {
    amount: 1000 + n,
    reference: `row-${n}`,
    narration: 'Salary',
    destinationBankCode: '058',
    destinationAccountNumber: `01000000${String(n).padStart(2, '0')}`,
    currency: 'NGN',
    ...changes,
  };
}

async function send(side: Side, changes: Wire = {}): Promise<Answer> {
  return side.call('POST', `${BASE}/batch`, {
    title: 'June',
    batchReference: 'june',
    narration: 'Salaries',
    sourceAccountNumber: side.sandbox.merchants.first().walletAccountNumber,
    onValidationFailure: 'CONTINUE',
    notificationInterval: 25,
    transactionList: [row(1), row(2), row(3)],
    ...changes,
  });
}

async function start(otpOn = false): Promise<Side> {
  const side = await startSandbox();
  await side.send('PATCH', '/sandbox/merchants/M1', { switches: { otpOn } });
  return side;
}

const rows = async (side: Side): Promise<Wire[]> =>
  (await side.call('GET', `${BASE}/bulk/june/transactions`)).result.content as Wire[];

describe('a batch', () => {
  it('is processed after a delay, row by row', async () => {
    const side = await start();
    const { result } = await send(side);
    expect(result).toMatchObject({
      totalAmount: 3006,
      totalFee: 30,
      batchReference: 'june',
      batchStatus: 'AWAITING_PROCESSING',
      totalTransactionsCount: 3,
    });
    expect((await side.call('GET', `${BASE}/batch/summary?reference=june`)).status).toBe(404);
    await side.sandbox.clock.advance(2_000);
    expect((await rows(side)).map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    const summary = await side.call('GET', `${BASE}/batch/summary?reference=june`);
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
    await send(side, { transactionList: [row(1), bad, row(3, { ...row(1), reference: 'twin' })] });
    await side.sandbox.clock.advance(2_000);
    expect(await rows(side)).toMatchObject([
      { status: 'SUCCESS' },
      { status: 'FAILED', transactionDescription: 'Account number could not be validated' },
      { status: 'FAILED', transactionDescription: expect.stringContaining('Duplicate request') as string },
    ]);
    expect((await rows(side))[1]).not.toHaveProperty('destinationAccountName');
  });

  it('with BREAK is refused for one bad row, and no row is created', async () => {
    const side = await start();
    const bad = row(2, { destinationAccountNumber: '9999999999' });
    const answer = await send(side, { onValidationFailure: 'BREAK', transactionList: [row(1), bad] });
    expect(answer).toMatchObject({ status: 400, body: { responseCode: 'D03' } });
    expect(answer.reason).toContain('row-2');
    expect((await side.call('GET', `${BASE}/single/summary?reference=row-1`)).status).toBe(404);
  });

  it.each([
    ['its reference is a duplicate', {}],
    ['a reference of a row is a duplicate', { batchReference: 'july' }],
  ])('is refused when %s', async (_what, changes) => {
    const side = await start();
    await send(side);
    expect((await send(side, changes)).body.responseCode).toBe('D05');
  });

  it('is refused when the wallet cannot pay all of it', async () => {
    const side = await start();
    const answer = await send(side, {
      transactionList: [row(1, { amount: 6_000_000 }), row(2, { amount: 6_000_000 })],
    });
    expect(answer.body.responseCode).toBe('D04');
  });

  it('stays in progress while a row is open', async () => {
    const side = await start();
    await send(side, { transactionList: [row(1), row(2, { destinationAccountNumber: '0199900002' })] });
    await side.sandbox.clock.advance(2_000);
    const listed = async () =>
      ((await side.call('GET', `${BASE}/bulk?pageNo=0&pageSize=5`)).result.content as Wire[])[0]?.batchStatus;
    expect(await listed()).toBe('IN_PROGRESS');
    await side.sandbox.clock.advance(120_000);
    expect(await listed()).toBe('COMPLETED');
  });

  it('with an OTP waits for the code, then is processed', async () => {
    const side = await start(true);
    expect((await send(side)).result.batchStatus).toBe('PENDING_AUTHORIZATION');
    expect((await rows(side)).map(({ status }) => status)).toEqual(
      Array(3).fill('PENDING_BATCH_AUTHORIZATION'),
    );
    await side.call('POST', `${BASE}/batch/resend-otp`, { batchReference: 'june' });
    const { text } = await side.send('GET', '/sandbox/inbox?reference=june');
    const authorizationCode = (JSON.parse(text) as Wire[])[0]?.code;
    const wrong = await side.call('POST', `${BASE}/batch/validate-otp`, {
      reference: 'june',
      authorizationCode: '1',
    });
    expect(wrong.reason).toBe('Invalid OTP supplied');
    const right = await side.call('POST', `${BASE}/batch/validate-otp`, {
      reference: 'june',
      authorizationCode,
    });
    expect(right.result.batchStatus).toBe('AWAITING_PROCESSING');
    await side.sandbox.clock.advance(2_000);
    expect((await rows(side)).every(({ status }) => status === 'SUCCESS')).toBe(true);
  });

  it('expires with all its rows when the code is not entered', async () => {
    const side = await start(true);
    await send(side);
    await side.sandbox.clock.advance(30 * 60_000);
    expect((await rows(side)).map(({ status }) => status)).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED']);
    expect(side.sandbox.ledger.balance('transit:M1')).toBe(0);
  });
});

describe('a batch with an invalid row', () => {
  const unreadable = row(2, { destinationAccountNumber: '123' });
  const reason = 'Field destinationAccountNumber must be 10 digits';

  it('X5: pays the other rows with CONTINUE, and fails the invalid row with the reason', async () => {
    const side = await start();
    const { status, result } = await send(side, {
      transactionList: [row(1), unreadable, row(3, { amount: 'lots' }), row(4)],
    });
    expect(status).toBe(200);
    expect(result).toMatchObject({ totalTransactionsCount: 4, totalAmount: 2005, totalFee: 20 });
    await side.sandbox.clock.advance(2_000);
    expect((await rows(side)).map(({ reference, status: end }) => [reference, end])).toEqual([
      ['row-1', 'SUCCESS'],
      ['row-2', 'FAILED'],
      ['row-3', 'FAILED'],
      ['row-4', 'SUCCESS'],
    ]);
    expect((await rows(side))[1]).toMatchObject({ transactionDescription: reason, amount: 0, fee: 0 });
    expect((await side.call('GET', `${BASE}/batch/summary?reference=june`)).result).toMatchObject({
      successfulCount: 2,
      failedCount: 2,
    });
  });

  it('X5: drops a row without a reference', async () => {
    const side = await start();
    const { result } = await send(side, { transactionList: [row(1), 'nonsense', row(2, { reference: 7 })] });
    expect(result).toMatchObject({ totalTransactionsCount: 1 });
    const nothing = await send(side, { batchReference: 'july', transactionList: [null] });
    expect(nothing.status).toBe(400);
  });

  it('is refused completely with BREAK', async () => {
    const side = await start();
    const answer = await send(side, {
      onValidationFailure: 'BREAK',
      transactionList: [row(1), unreadable],
    });
    expect(answer).toMatchObject({ status: 400, reason });
    expect((await side.call('GET', `${BASE}/single/summary?reference=row-1`)).status).toBe(404);
  });
});
