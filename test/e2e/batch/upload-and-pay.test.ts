import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Batches, createBatches, rowsToPeople } from '../../support/lifecycles/batches.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let batches: Batches;
beforeAll(async () => {
  world = await createWorld({
    settings: { recheckScheduleMs: [1_000, 1_000, 2_000], gatewayEventGraceMs: 2_000, checkGapMs: 1_000 },
  });
  batches = createBatches(world);
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `batch-${process.pid}-${(count += 1)}`;

describe('a batch without OTP', () => {
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
    expect(world.merchant.typesOf(reference)).toEqual(['batch.completed']);
  });
});
