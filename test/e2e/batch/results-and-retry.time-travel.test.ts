import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Batches, createBatches, rowsToPeople, rowTo } from '../../support/lifecycles/batches.js';
import { ACCOUNTS } from '../../support/lifecycles/transfers.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let batches: Batches;
beforeAll(async () => {
  world = await createTimeTravelWorld();
  batches = createBatches(world, { isClockKept: true });
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `batch-retry-${process.pid}-${(count += 1)}`;

/** Until a failure is confirmed by a second reading. */
async function ends(reference: string) {
  await batches.becomes(reference, 'IN_PROGRESS');
  await world.pass(15 * MINUTE, 3 * MINUTE);
  await batches.becomes(reference, 'COMPLETED');
}

/** A batch of one paid and one failed row. */
async function halfFailed(first: number): Promise<string> {
  const reference = newReference();
  const failing = rowTo(ACCOUNTS.dormant, { reference: 'staff-2', amount: `${first}.00` });
  await batches.create(reference, [...rowsToPeople(1, first), failing]);
  await ends(reference);
  return reference;
}

describe('the result of a batch', () => {
  it('is a file with every row, and a file with the rows to pay again', async () => {
    const reference = await halfFailed(25_000);
    const result = await batches.text(`/v1/batches/${reference}/result.csv`);
    const [head, paid, failed] = result.text.replace('\ufeff', '').split('\r\n');
    expect(head).toContain('row,reference,gateway_reference');
    expect(paid).toMatch(new RegExp(`^1,staff-1,${reference}--b1,MFDS\\S+,\\d{30},5000.00,10.00,SUCCESS,`));
    expect(failed).toContain('FAILED,the gateway reports FAILED: Dormant account,yes');
    const again = await batches.text(`/v1/batches/${reference}/failed-rows.csv`);
    const lines = again.text.replace('\ufeff', '').trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`staff-2,25000.00,058,${ACCOUNTS.dormant}`);
  });

  it('of an unknown batch is not found', async () => {
    for (const path of ['rows', 'result.csv', 'failed-rows.csv']) {
      expect(await batches.text(`/v1/batches/no-such-batch/${path}`)).toMatchObject({ status: 404 });
    }
  });
});

describe('a batch that retries another', () => {
  it('pays failed rows to another account, and no second batch may retry them', async () => {
    const earlier = await halfFailed(26_000);
    const retry = newReference();
    const corrected = [rowTo('0100026500', { reference: 'staff-2', amount: '26000.00' })];
    const { status } = await batches.create(retry, corrected, { retryOf: earlier });
    expect(status).toBe(201);
    await ends(retry);
    expect(batches.paidOut(retry, 1)).toBe(2_600_000);
    expect(await batches.read(earlier)).toMatchObject({ retriedBy: retry });
    expect(await batches.create(retry, corrected, { retryOf: earlier })).toMatchObject({ status: 200 });
    const second = newReference();
    expect(await batches.create(second, corrected, { retryOf: earlier })).toMatchObject({
      status: 422,
      body: { type: '/problems/retry-refused', detail: expect.stringContaining(retry) as string },
    });
    expect(batches.causesOf(second, 1)).toEqual([]);
  });

  it('is refused for a row that was paid, and the reply names it', async () => {
    const earlier = await halfFailed(27_000);
    const retry = newReference();
    const { status, body } = await batches.create(retry, rowsToPeople(1, 27_000), { retryOf: earlier });
    expect({ status, body }).toMatchObject({
      status: 422,
      body: {
        type: '/problems/retry-refused',
        errors: [{ line: 1, field: 'reference', message: expect.stringContaining('row 1') as string }],
      },
    });
    expect(await world.call('GET', `/v1/batches/${retry}`)).toMatchObject({ status: 404 });
  });

  it('asks the whole chain of retries: a row that an earlier one has paid is not paid again', async () => {
    const reference = newReference();
    const [STAFF_2, STAFF_3] = [
      { reference: 'staff-2', amount: '28200.00' },
      { reference: 'staff-3', amount: '28300.00' },
    ];
    const [second, third] = [rowTo(ACCOUNTS.dormant, STAFF_2), rowTo(ACCOUNTS.dormant, STAFF_3)];
    const [paid] = rowsToPeople(1, 28_000);
    if (!paid) throw new Error('no row');
    await batches.create(reference, [paid, second, third]);
    await ends(reference);
    const retry = newReference();
    const corrected = rowTo('0100028500', STAFF_2);
    expect(await batches.create(retry, [corrected], { retryOf: reference })).toMatchObject({ status: 201 });
    await ends(retry);
    const again = (rows: readonly (typeof paid)[]) =>
      batches.create(newReference(), rows, { retryOf: retry });
    for (const [row, about] of [
      [paid, `row 1 of batch ${reference}`],
      [corrected, 'row 1,'],
    ] as const) {
      expect(await again([row])).toMatchObject({
        status: 422,
        body: {
          type: '/problems/retry-refused',
          errors: [{ message: expect.stringContaining(about) as string }],
        },
      });
    }
    // the third row has failed in the first batch, and no retry has named it
    const last = rowTo('0100028600', STAFF_3);
    expect(await again([last])).toMatchObject({ status: 201 });
  });
});
