import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPayouts, MAKER, type Payouts, writePayoutBundle } from '../../support/payout/payouts.js';
import { replayClosedRuns } from '../../support/temporal/replay.js';
import { createScriptedWorld, type ScriptedWorld } from '../../support/world/scripted-gateway.js';

const BOLA = { key: 'finance', subject: 'bola@example.com' };
const CHIDI = { key: 'finance-2', subject: 'chidi@example.com' };

let bundle: Awaited<ReturnType<typeof writePayoutBundle>>;
let world: ScriptedWorld;
let payouts: Payouts;
beforeAll(async () => {
  bundle = await writePayoutBundle();
  world = await createScriptedWorld({
    bundlePath: bundle.bundlePath,
    // so few events that runs continue as new during decisions
    settings: { continueAsNewAfterHistoryEvents: 40, gatewayEventGraceMs: 1 },
  });
  payouts = createPayouts(world);
});
afterAll(async () => {
  await payouts.endAll();
  await world.close();
  bundle.remove();
});

const replay = (id: string) => replayClosedRuns(world.client, id, bundle.bundlePath);

it.concurrent(
  'decisions that are refused, before and after they are accepted, leave histories that replay',
  async () => {
    const { terms, reference, id } = await payouts.open('refused');
    const garbage = { grant: {}, keyId: '', mac: '' } as never;
    for (let n = 0; n < 12; n++) {
      await payouts.confirm(reference);
      // leaves no trace in history
      await expect(payouts.approve(reference, { grant: garbage })).rejects.toMatchObject({
        reason: 'invalid',
      });
      await expect(payouts.decide('approve', terms, MAKER)).rejects.toMatchObject({
        reason: 'approver-is-maker',
      });
    }
    expect(await replay(id)).toBeGreaterThan(2);
  },
);

it.concurrent('two decisions at once leave histories that replay, with the same outcome', async () => {
  const decided = Array.from({ length: 6 }, async (_, n) => {
    const { terms, id } = await payouts.open(`at-once-${n}`);
    await Promise.allSettled([
      payouts.decide('approve', terms, BOLA),
      payouts.decide('decline', terms, CHIDI),
    ]);
    await world.closed(id);
    return replay(id);
  });
  for (const runs of await Promise.all(decided)) expect(runs).toBeGreaterThan(0);
});
