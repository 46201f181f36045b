import { expect, it } from 'vitest';
import { playWorld } from './worlds.js';

const WORLDS = Number(process.env.OWARE_TEST_WORLDS ?? 250);
const FIRST = Number(process.env.OWARE_TEST_FIRST_WORLD ?? 1);

/**
 * OTPs, approvals, pauses, frozen workers, foreign and unreadable records, money that goes back and out again, runs that are
 * lost at any step, people who decide late or at once. Assumptions: no record is hidden for a day, none says for five
 * minutes that a payout failed which is paid, and no worker freezes between its last question and the request.
 */
it(`a payout does what it tells, whatever happens around it (${WORLDS} worlds)`, async () => {
  const seen = { requests: 0, otps: 0, losses: 0, freezes: 0, decisions: 0 };
  const states = new Set<string>();
  for (let seed = FIRST; seed < FIRST + WORLDS; seed++) {
    const world = await playWorld(seed);
    expect(world.wrongs, `world ${seed}\n${world.log.join('\n')}`).toEqual([]);
    states.add(world.state);
    seen.requests += world.sends;
    seen.otps += world.otps;
    seen.losses += world.losses;
    seen.freezes += world.frozen;
    seen.decisions += world.decisions;
  }
  console.log(`${WORLDS} worlds: ${JSON.stringify(seen)}`);
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  expect([...states].sort()).toEqual(['CANCELLED', 'EXPIRED', 'FAILED', 'REFUSED', 'REVERSED', 'SUCCESS']);
}, 600_000);
