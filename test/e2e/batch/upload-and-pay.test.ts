import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Batches,
  createBatches,
  rowsToPeople,
  rowTo,
  toRequest,
} from '../../support/lifecycles/batches.js';
import { reviewItems } from '../../support/lifecycles/review-items.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let batches: Batches;
beforeAll(async () => {
  world = await createWorld({
    settings: { recheckScheduleMs: [1_000, 1_000, 2_000], gatewayEventGraceMs: 500, checkGapMs: 1_000 },
  });
  batches = createBatches(world);
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `batch-${process.pid}-${(count += 1)}`;

describe.concurrent('a batch without OTP', () => {
  it('pays every row once, and the merchant receives one webhook with totals and no rows', async () => {
    const reference = newReference();
    const { status, body } = await batches.create(reference, rowsToPeople(3));
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { reference, count: 3, sum: '15000.00', partCount: 1, rows: `/v1/batches/${reference}/rows` },
    });
    const webhook = await world.merchant.receives(reference, 'batch.completed');
    expect(webhook.data.batch).toMatchObject({
      state: 'COMPLETED',
      totals: { byState: { SUCCESS: { count: 3, sum: '15000.00', fee: '30.00' } } },
    });
    expect(JSON.stringify(webhook)).not.toContain('0100020000');
    await batches.closed(reference);
    expect(await batches.rows(reference)).toMatchObject(
      [1, 2, 3].map((row) => ({
        row,
        reference: `staff-${row}`,
        gatewayReference: `${reference}--b${row}`,
        state: 'SUCCESS',
        fee: '10.00',
        sessionId: expect.stringMatching(/^\d{30}$/) as string,
        safeToPayAgain: false,
      })),
    );
    for (const row of [1, 2, 3]) {
      expect(batches.causesOf(reference, row)).toEqual(['transfer-sent', 'transfer-arrived']);
      expect(batches.paidOut(reference, row)).toBe(500_000);
    }
    await world.merchant.receives(reference, 'batch.completed');
    expect(world.merchant.typesOf(reference)).toEqual(['batch.completed']);
  });
});

describe.concurrent('the upload of a batch', () => {
  it('continues after a lost reply: the same request pays once', async () => {
    const reference = newReference();
    const rows = rowsToPeople(4, 20_100);
    await batches.create(reference, rows);
    const again = await batches.create(reference, rows);
    expect(again).toMatchObject({ body: { reference, count: 4 } });
    await batches.becomes(reference, 'COMPLETED');
    for (const row of [1, 2, 3, 4]) expect(batches.paidOut(reference, row)).toBe(500_000);
    await batches.closed(reference);
    expect(await batches.create(reference, rows)).toMatchObject({
      status: 200,
      body: { state: 'COMPLETED' },
    });
  });

  it('is refused with the same reference and other rows: other payments', async () => {
    const reference = newReference();
    await batches.create(reference, rowsToPeople(2, 20_200));
    const other = await batches.create(reference, rowsToPeople(2, 20_300));
    expect(other).toMatchObject({
      status: 409,
      body: { type: '/problems/reference-conflict', differences: ['fingerprint'] },
    });
  });

  it('is refused with the same reference and other names in the rows', async () => {
    const reference = newReference();
    const rows = rowsToPeople(2, 20_400);
    await batches.create(reference, rows);
    const other = await batches.create(
      reference,
      rows.map((row) => ({ ...row, narration: 'Bonus for March' })),
    );
    expect(other).toMatchObject({ status: 409, body: { differences: ['rows'] } });
    await batches.becomes(reference, 'COMPLETED');
  });

  it('stores rows in parts, and sends nothing before it is sealed', async () => {
    const reference = newReference();
    const rows = rowsToPeople(3, 20_500);
    const { terms, rows: stored } = toRequest(reference, rows);
    await world.oware.batches.create(terms);
    await world.oware.batchParts.create({
      reference: `${reference}/1`,
      batch: reference,
      part: 1,
      title: terms.title,
      narration: 'Salary March',
      onValidationFailure: 'CONTINUE',
      rows: stored,
    });
    await waitUntil('the report of the part', async () => {
      const { parts } = await world.oware.batches.get(reference);
      return parts.some(({ state }) => state === 'READY');
    });
    expect(await batches.read(reference)).toMatchObject({ state: 'PENDING' });
    expect(batches.causesOf(reference, 1)).toEqual([]);
    expect(await world.oware.createBatch({ terms, rows: stored })).toMatchObject({ kind: 'open' });
    await batches.becomes(reference, 'COMPLETED');
    expect(batches.paidOut(reference, 3)).toBe(500_000);
  });

  it('takes CSV with a byte order mark, Windows line ends and a quote in a name', async () => {
    const reference = newReference();
    const [row] = rowsToPeople(1, 20_600);
    const csv = `\ufeffreference,amount,bank_code,account_number,account_name,narration\r\nstaff "A",5000.00,058,${row?.accountNumber},"${row?.accountName}",Salary\r\n`;
    const query = new URLSearchParams({ reference, title: 'Salaries', onValidationFailure: 'CONTINUE' });
    const reply = await batches.text(`/v1/batches?${query.toString()}`, { type: 'text/csv', text: csv });
    expect(reply.status).toBe(201);
    await batches.becomes(reference, 'COMPLETED');
    expect(await batches.rows(reference)).toMatchObject([{ reference: 'staff "A"', state: 'SUCCESS' }]);
  });

  it('is refused with the line and the column of a formula, and nothing starts', async () => {
    const reference = newReference();
    const csv = `reference,amount,bank_code,account_number,account_name,narration\n=1+1,5000.00,058,0100020000,Ada Obi,Salary\n`;
    const query = new URLSearchParams({ reference, title: 'Salaries', onValidationFailure: 'CONTINUE' });
    const reply = await batches.text(`/v1/batches?${query.toString()}`, { type: 'text/csv', text: csv });
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.text)).toMatchObject({ errors: [{ line: 2, field: 'reference' }] });
    expect(await world.call('GET', `/v1/batches/${reference}`)).toMatchObject({ status: 404 });
  });
});

/** The gateway pays it, and Oware asks: two of three words agree. */
const DIFFERENT = `${rowTo('0100020777').accountName.split(' ').slice(0, 2).join(' ')} Olatunji`;

describe.concurrent('a batch with excluded rows', () => {
  const mismatched = (first: number) => [
    ...rowsToPeople(2, first),
    rowTo('0100020777', { accountName: DIFFERENT, amount: '700.00' }),
    rowTo('9999999999', { accountName: 'Ada Unknown', amount: '800.00' }),
  ];

  it('waits for an approval, and sends only the rows whose names match', async () => {
    const reference = newReference();
    await batches.create(reference, mismatched(21_000));
    const waiting = await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
    expect(waiting.reason).toContain('2 rows are excluded');
    expect(batches.countsOf(waiting)).toEqual({ HELD: 2, PENDING: 2 });
    expect(await batches.rows(reference, '?state=HELD')).toMatchObject([
      { row: 3, reason: expect.stringContaining('name-mismatch') as string, accountName: DIFFERENT },
      { row: 4, reason: expect.stringContaining('unknown-account') as string },
    ]);
    expect(batches.causesOf(reference, 1)).toEqual([]);
    expect(await batches.approve(reference)).toMatchObject({ status: 200 });
    const done = await batches.becomes(reference, 'COMPLETED');
    expect(batches.countsOf(done)).toEqual({ REFUSED: 2, SUCCESS: 2 });
    expect([1, 2, 3, 4].map((row) => batches.paidOut(reference, row))).toEqual([500_000, 500_000, 0, 0]);
    expect(await batches.rows(reference, '?state=REFUSED')).toMatchObject([
      { row: 3, safeToPayAgain: true },
      { row: 4, safeToPayAgain: true },
    ]);
    await world.merchant.receives(reference, 'batch.completed');
    expect(world.merchant.typesOf(reference)).toEqual(['batch.waiting-for-approval', 'batch.completed']);
  });

  it('includes a row that another person released, and an approval before that is void', async () => {
    const reference = newReference();
    await batches.create(reference, mismatched(21_100));
    await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
    const released = await batches.release(reference, [3]);
    expect(released).toMatchObject({ status: 200, body: { releases: [{ rows: [3], by: 'checker' }] } });
    await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
    expect(await batches.approve(reference)).toMatchObject({ status: 200 });
    const done = await batches.becomes(reference, 'COMPLETED');
    expect(batches.countsOf(done)).toEqual({ REFUSED: 1, SUCCESS: 3 });
    expect(batches.paidOut(reference, 3)).toBe(70_000);
    expect(await batches.release(reference, 'all')).toMatchObject({ status: 409 });
  });

  it('cannot be released or approved by its maker', async () => {
    const reference = newReference();
    await batches.create(reference, mismatched(21_200));
    await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
    const path = `/v1/batches/${reference}`;
    expect(await world.call('POST', `${path}/rows/release`, { rows: 'all', reason: 'x' })).toMatchObject({
      status: 403,
    });
    expect(await world.call('POST', `${path}/approve`, {})).toMatchObject({ status: 403 });
    expect(await batches.decline(reference)).toMatchObject({ status: 200 });
    const ended = await batches.becomes(reference, 'CANCELLED');
    expect(ended.reason).toContain('declined by checker');
    expect(batches.countsOf(ended)).toEqual({ CANCELLED: 4 });
    await batches.closed(reference);
    await world.merchant.receives(reference, 'batch.cancelled');
    expect(world.merchant.typesOf(reference)).toEqual(['batch.waiting-for-approval', 'batch.cancelled']);
  });

  it('is cancelled while it waits, and nothing is sent', async () => {
    const reference = newReference();
    await batches.create(reference, mismatched(21_300));
    await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
    expect(await batches.cancel(reference)).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
    await batches.closed(reference);
    expect(await batches.cancel(reference)).toMatchObject({ status: 200, body: { state: 'CANCELLED' } });
    expect(batches.causesOf(reference, 1)).toEqual([]);
    expect(await batches.rows(reference, '?state=CANCELLED')).toHaveLength(4);
  });
});

describe.concurrent('an equal batch within seven days', () => {
  it('is held, and is sent after an operator says that it is meant twice', async () => {
    const [first, second] = [newReference(), newReference()];
    await batches.create(first, rowsToPeople(2, 22_000));
    await batches.becomes(first, 'COMPLETED');
    await batches.create(second, rowsToPeople(2, 22_000));
    await world.merchant.receives(second, 'batch.on-hold');
    const held = await batches.read(second);
    expect(reviewItems(held)).toMatchObject([
      { key: 'possible-duplicate', reason: expect.stringContaining(first) as string, atRisk: '10000.00' },
    ]);
    expect(batches.causesOf(second, 1)).toEqual([]);
    await batches.resolve(second, 'possible-duplicate', { decision: 'release', reason: 'a second salary' });
    await batches.becomes(second, 'COMPLETED');
    expect(batches.paidOut(second, 1)).toBe(500_000);
  });

  it('is refused by an operator', async () => {
    const [first, second] = [newReference(), newReference()];
    await batches.create(first, rowsToPeople(2, 22_100));
    await batches.becomes(first, 'COMPLETED');
    await batches.create(second, rowsToPeople(2, 22_100));
    await world.merchant.receives(second, 'batch.on-hold');
    await batches.resolve(second, 'possible-duplicate', { decision: 'refuse', reason: 'sent by mistake' });
    await batches.becomes(second, 'REFUSED');
    await batches.closed(second);
    expect(batches.causesOf(second, 1)).toEqual([]);
  });

  it('is sent at once when the request says so', async () => {
    const [first, second] = [newReference(), newReference()];
    await batches.create(first, rowsToPeople(2, 22_200));
    await batches.create(second, rowsToPeople(2, 22_200), { duplicateIntended: true });
    await batches.becomes(second, 'COMPLETED');
    expect(batches.paidOut(second, 2)).toBe(500_000);
  });
});
