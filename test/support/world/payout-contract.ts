import { expect, inject } from 'vitest';
import { replayClosedRuns } from '../temporal/replay.js';
import { createScriptedWorld, fails } from './scripted-gateway.js';
import {
  ALL_PAYOUT_KINDS,
  createScriptedPayouts,
  each,
  type PayoutKind,
  type ScriptedPayout,
} from './scripted-payout-kinds.js';
import { DAY, HOUR, MINUTE } from './world.js';

export const lost = fails('outcome-unknown', 'HTTP 502 from the gateway');
export const down = fails('unreachable', 'HTTP 503 from the gateway');
export const done = ({ record, done: word }: PayoutKind) => record(word);
export const withFailures = ALL_PAYOUT_KINDS.filter(({ failed }) => failed !== undefined);

export type PayoutContract = Awaited<ReturnType<typeof createPayoutContract>>;

/**
 * What every payout does, whatever it pays. Each test runs one payout of each kind side by side: a transfer, a bill, a
 * paycode and a refund.
 */
export async function createPayoutContract() {
  const world = await createScriptedWorld();
  const payouts = createScriptedPayouts(world, ALL_PAYOUT_KINDS);
  // as late as the last moments of the others
  Object.assign(world.settings, { refundValidityMs: 10 * DAY });
  const original = { ...world.settings };
  const closed: ScriptedPayout[] = [];

  return {
    world,
    payouts,
    original,
    begin(): void {
      world.clearScript();
      payouts.install();
    },
    async end(): Promise<void> {
      for (const name of Object.keys(world.settings)) Reflect.deleteProperty(world.settings, name);
      Object.assign(world.settings, original);
      world.merchantAccepts(true);
      await world.endAll();
    },
    /** It has ended, was sent so often, and its run closes: nothing is left to do. */
    async ends(payout: ScriptedPayout, state: string, sends: number) {
      const snapshot = await payout.becomes(state);
      await payout.closed();
      expect(payout.sends()).toBe(sends);
      closed.push(payout);
      return snapshot;
    },
    pausePayouts(): void {
      const paused = { reason: 'month end', since: new Date().toISOString() };
      world.script.readiness = () => ({ paused });
    },
    resumePayouts(): void {
      world.script.readiness = () => ({});
    },
    /** Until the outcome of the send has been unknown for a day; the next check is hours away. */
    passUnresolved: () => world.pass(DAY + 3 * HOUR),
    /** Moves time until every payout runs in another run than these. */
    async passToNextRun(all: readonly ScriptedPayout[], first: readonly string[]): Promise<void> {
      const isNext = async (payout: ScriptedPayout, n: number) => (await payout.runId()) !== first[n];
      await world.passUntil(
        'the next run of each',
        async () => {
          await each(all, ({ client, reference }) => client.requestCheck(reference));
          return (await Promise.all(all.map(isNext))).every(Boolean);
        },
        10 * MINUTE,
      );
    },
    async replayClosed(): Promise<void> {
      const ids = closed.map(({ id }) => id);
      expect(await replayClosedRuns(world.client, ids, inject('bundlePath'))).toBeGreaterThanOrEqual(
        ids.length,
      );
    },
  };
}
