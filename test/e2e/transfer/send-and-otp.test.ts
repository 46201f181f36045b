import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTransfers, type Transfers } from '../../support/lifecycles/transfers.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let transfers: Transfers;
beforeAll(async () => {
  world = await createWorld({ settings: { recheckScheduleMs: [100, 200, 1_000], gatewayEventGraceMs: 100 } });
  transfers = createTransfers(world);
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
});
afterAll(() => world.close());

let count = 0;
const newReference = () => `pay-${process.pid}-${(count += 1)}`;

describe('a transfer without OTP', () => {
  it('is paid at once, and the merchant receives one webhook', async () => {
    const reference = newReference();
    const { status, body } = await transfers.create(reference);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { reference, state: 'SUCCESS', amount: '5000.00', safeToPayAgain: false },
    });
    const webhook = await world.merchant.receives(reference, 'transfer.success');
    expect(webhook.data).toMatchObject({ transfer: { state: 'SUCCESS', fee: '10.00' } });
    await transfers.closed(reference);
    expect(transfers.causesOf(reference)).toEqual(['transfer-sent', 'transfer-arrived']);
    expect(transfers.paidOut(reference)).toBe(500_000);
    expect(world.merchant.typesOf(reference)).toEqual(['transfer.success']);
  });
});
