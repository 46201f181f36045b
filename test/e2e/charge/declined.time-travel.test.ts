import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Charges, createCharges } from '../../support/lifecycles/charges.js';
import { costOf } from '../../support/temporal/history.js';
import { createTimeTravelWorld, type TimeTravelWorld } from '../../support/world/time-travel-world.js';
import { HOUR, MINUTE } from '../../support/world/world.js';

let world: TimeTravelWorld;
let charges: Charges;
beforeAll(async () => {
  world = await createTimeTravelWorld({ settings: { gatewayEventGraceMs: 100 } });
  charges = createCharges(world, 'declined-charge');
});
afterAll(() => world.close());

describe('a charge that the gateway declines', () => {
  it('is FAILED at once, and safe to charge again when a second record says so', async () => {
    const reference = charges.newReference();
    await charges.create(reference, { checkout: await charges.paidByCard('tokenizable-once') });
    expect(await charges.becomes(reference, 'FAILED')).toMatchObject({
      fulfillable: false,
      reason: 'the gateway reports FAILED',
      safeToChargeAgain: false,
    });
    await world.pass(6 * MINUTE, MINUTE);
    await charges.closed(reference);
    expect(await charges.read(reference)).toMatchObject({ state: 'FAILED', safeToChargeAgain: true });
    expect(world.merchant.typesOf(reference)).toEqual(['charge.failed', 'charge.safe-to-charge-again']);
    expect(await charges.collected(`${reference}--c1`)).toEqual([]);
    // activities: settings, card, pauses, send, checks (after the reply, at the end of its wait, to confirm), two webhooks
    const { counts } = await costOf(world.client, charges.id(reference), 'charge-failed');
    expect(counts.ACTIVITY_TASK_SCHEDULED).toBe(9);
    const { events } = await world.handle(charges.id(reference)).fetchHistory();
    const [sent] = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
      scheduled?.activityType?.name === 'chargeCardToken' ? [scheduled] : [],
    );
    // what was read before it may be corrected while it waits in the queue
    expect(Number(sent?.scheduleToStartTimeout?.seconds)).toBe(HOUR / 1_000);
  });
});
