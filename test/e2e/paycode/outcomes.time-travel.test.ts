import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import { createPaycodes, type Paycodes } from '../../support/lifecycles/paycodes.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { costOf } from '../../support/temporal/history.js';
import { DAY, HOUR, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let paycodes: Paycodes;
beforeAll(async () => {
  world = await createTimeTravelWorld({ settings: { approvalAboveKobo: kobo(1_000_000) } });
  paycodes = createPaycodes(world);
});
beforeEach(() => world.backToNow());
afterAll(() => world.close());

let count = 0;
const newReference = () => `cash-time-${process.pid}-${(count += 1)}`;

it('a paycode that is not collected expires, and the money is back', async () => {
  const reference = newReference();
  await paycodes.create(reference);
  await world.pass(DAY + HOUR, HOUR);
  await world.merchant.receives(reference, 'paycode.safe-to-pay-again');
  expect(await paycodes.read(reference)).toMatchObject({ state: 'EXPIRED', safeToPayAgain: true });
  expect(paycodes.causesOf(reference)).toEqual(['paycode-issued', 'paycode-given-back']);
  await paycodes.closed(reference);
  // look, issue, webhook, two safety checks at most, the end of the window, webhook, a second read, webhook
  const { counts } = await costOf(world.client, paycodes.id(reference));
  expect(counts.ACTIVITY_TASK_SCHEDULED).toBeLessThanOrEqual(9);
});

it('a paycode that is collected is reported by the safety check, without a request', async () => {
  const reference = newReference();
  await paycodes.create(reference);
  await paycodes.redeem(reference);
  await world.pass(6 * MINUTE);
  await world.merchant.receives(reference, 'paycode.success');
  expect(paycodes.causesOf(reference)).toEqual(['paycode-issued', 'paycode-redeemed']);
  await paycodes.closed(reference);
});

it('a paycode above the limit is issued once another person approves', async () => {
  const reference = newReference();
  const { body } = await paycodes.create(reference, { amount: '10000.01' });
  expect(body).toMatchObject({ state: 'WAITING_FOR_APPROVAL' });
  expect(await paycodes.reveal(reference)).toMatchObject({ status: 409 });
  expect(paycodes.causesOf(reference)).toEqual([]);
  await paycodes.decide(reference, 'approve');
  await world.merchant.receives(reference, 'paycode.issued');
  expect(paycodes.causesOf(reference)).toEqual(['paycode-issued']);
});

it('a paycode that is cancelled before its approval was never issued', async () => {
  const reference = newReference();
  await paycodes.create(reference, { amount: '10000.01' });
  expect(await paycodes.cancel(reference)).toMatchObject({ body: { state: 'CANCELLED' } });
  expect(paycodes.causesOf(reference)).toEqual([]);
  await paycodes.closed(reference);
});
