import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kobo } from '../../../src/domain/money.js';
import {
  createPayoutContract,
  done,
  lost,
  type PayoutContract,
} from '../../support/world/payout-contract.js';
import { inTurn, type ScriptedWorld } from '../../support/world/scripted-gateway.js';
import { each } from '../../support/world/scripted-payout-kinds.js';
import { noTransfer as notFound, PAYOUT, referenceUsed } from '../../support/world/scripted-payouts.js';
import { HOUR, MINUTE } from '../../support/world/world.js';

/* What becomes of every payout of which nothing is known for a day. */

let world: ScriptedWorld;
let contract: PayoutContract;
let payouts: PayoutContract['payouts'];
beforeAll(async () => {
  contract = await createPayoutContract();
  ({ world, payouts } = contract);
});
beforeEach(() => contract.begin());
afterEach(() => contract.end());
afterAll(() => world.close());

describe('a payout of which nothing is known for a day', () => {
  it('because its record lags is not sent a third time, never FAILED, and needs review', async () => {
    const all = payouts.startAll('lagging', () => ({ send: inTurn(lost, referenceUsed), read: notFound }));
    await each(all, ({ sent }) => sent());
    await contract.passUnresolved();
    await each(all, async ({ read, isPaid }) => {
      const review = [{ key: 'unresolved:send', atRiskKobo: PAYOUT }];
      expect(await read()).toMatchObject({ state: 'PENDING', review });
      isPaid();
    });
    await world.pass(12 * HOUR);
    await each(all, async (payout) => {
      expect(await contract.ends(payout, 'SUCCESS', 2)).toMatchObject({ review: [] });
    });
  });

  it('whose run is lost after its cancel is not sent by the next create', async () => {
    contract.pausePayouts();
    // its run stays open for the webhook
    world.merchantAccepts(false);
    const all = payouts.startAll('lost-cancelled', (kind) => ({ send: done(kind), read: notFound }));
    await each(all, async ({ becomes, client, reference }) => {
      await becomes('PAUSED');
      await client.cancel(reference);
    });
    contract.resumePayouts();
    await each(all, ({ loseRun }) => loseRun());
    world.merchantAccepts(true);
    await world.pass(27 * HOUR);
    await each(all, (payout) => contract.ends(payout, 'FAILED', 0));
  });

  it('whose run is lost, and that is then declined, closes without a send', async () => {
    Object.assign(world.settings, { approvalAboveKobo: kobo(100_000) });
    const all = payouts.startAll('lost-declined', () => ({ read: notFound }));
    await each(all, async ({ becomes, loseRun }) => {
      await becomes('WAITING_FOR_APPROVAL');
      await loseRun();
    });
    await world.pass(MINUTE);
    await each(all, async (payout) => {
      await payout.conclude('release', 'recovered');
      await payout.becomes('WAITING_FOR_APPROVAL');
      await payout.decline();
    });
    // the lost run may have sent it
    await world.pass(27 * HOUR);
    await each(all, (payout) => contract.ends(payout, 'CANCELLED', 0));
  });
});

it('the histories of all these payouts can be replayed', () => contract.replayClosed());
