import { afterAll, beforeAll } from 'vitest';
import { createTransfers, type Transfers } from '../../support/lifecycles/transfers.js';
import { testCosts } from '../../support/temporal/cost-table.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
let transfers: Transfers;
beforeAll(async () => {
  world = await createWorld();
  transfers = createTransfers(world);
  await world.setSwitches({ duplicateGuardOn: false });
});
afterAll(() => world.close());

async function withoutOtp(): Promise<string> {
  const reference = `cost-transfer-${process.pid}`;
  await world.setSwitches({ otpOn: false });
  await transfers.create(reference);
  await transfers.closed(reference);
  return transfers.id(reference);
}

async function withOtp(): Promise<string> {
  const reference = `cost-otp-${process.pid}`;
  await world.setSwitches({ otpOn: true });
  await transfers.create(reference);
  await transfers.submitOtp(reference, await transfers.otpOf(reference));
  await transfers.closed(reference);
  return transfers.id(reference);
}

testCosts(() => world, {
  'a transfer without OTP': {
    scenario: withoutOtp,
    recordAs: 'transfer-paid',
    // activities: look, send, webhook
    includes: { ACTIVITY_TASK_SCHEDULED: 3, WORKFLOW_EXECUTION_SIGNALED: 1 },
    total: 36,
  },
  'a transfer with OTP': {
    scenario: withOtp,
    recordAs: 'transfer-otp-paid',
    includes: { WORKFLOW_EXECUTION_UPDATE_COMPLETED: 2 },
    total: 65,
  },
});
