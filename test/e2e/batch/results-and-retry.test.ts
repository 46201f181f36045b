import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Batches, createBatches, rowsToPeople, rowTo } from '../../support/lifecycles/batches.js';
import { ACCOUNTS } from '../../support/lifecycles/transfers.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let batches: Batches;
beforeAll(async () => {
  world = await createWorld({
    settings: {
      recheckScheduleMs: [200, 300, 1_000],
      gatewayEventGraceMs: 300,
      checkGapMs: 200,
      failureConfirmMs: 500,
    },
  });
  batches = createBatches(world);
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `batch-retry-${process.pid}-${(count += 1)}`;

/** A batch of one paid and one failed row. */
async function halfFailed(first: number): Promise<string> {
  const reference = newReference();
  const failing = rowTo(ACCOUNTS.dormant, { reference: 'staff-2', amount: `${first}.00` });
  await batches.create(reference, [...rowsToPeople(1, first), failing]);
  await batches.becomes(reference, 'COMPLETED');
  return reference;
}

describe.concurrent('the result of a batch', () => {
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

describe.concurrent('a batch that retries another', () => {
  it('pays failed rows to another account, and no second batch may retry them', async () => {
    const earlier = await halfFailed(26_000);
    const retry = newReference();
    const corrected = [rowTo('0100026500', { reference: 'staff-2', amount: '26000.00' })];
    const { status } = await batches.create(retry, corrected, { retryOf: earlier });
    expect(status).toBe(201);
    await batches.becomes(retry, 'COMPLETED');
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
});
