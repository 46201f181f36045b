import { describe, expect, it } from 'vitest';
import { DAY, MINUTE, type Outcome, simulate } from './simulated.js';

const RUNS = Number(process.env.OWARE_TEST_WORLDS ?? 300);

/** Assumptions: no record is hidden for a day, and none says for five minutes that a payout failed which is paid. */
const isExcused = ({ lag, wrong }: Outcome) => lag >= DAY || wrong >= 5 * MINUTE;

/** Why this outcome is wrong; undefined when it is right. */
function whyWrong(outcome: Outcome): string | undefined {
  const { shown, everMoved, moved, isSafe, isOver, items, sends, paidAgain, isSentAfterSafe } = outcome;
  if (isSentAfterSafe) return 'it was sent after it was safe to pay again';
  if (sends > 20) return 'it is sent without end';
  if (paidAgain && moved && !isExcused(outcome)) return 'money moved twice';
  if (shown.state === 'SUCCESS' && !everMoved) return 'it says that money moved, and none did';
  if (shown.state === 'SUCCESS' && !moved && items.length === 0)
    return 'money went back, and it says nothing';
  if (isSafe && moved && !isExcused(outcome)) return 'it says that it is safe to pay again';
  const isKnown = isOver || items.length > 0;
  if (!isKnown) return `it ends with nothing known, and no person knows: ${shown.state}`;
  const isHidden =
    moved && !paidAgain && !isExcused(outcome) && shown.state !== 'SUCCESS' && items.length === 0;
  return isHidden ? 'money moved, and it says something else' : undefined;
}

describe('a payout in a random world', () => {
  it(`moves its money once, and says so (${RUNS} worlds)`, { timeout: 180_000 }, async () => {
    const counts: Record<string, number> = {};
    let doubles = 0;
    for (let seed = 1; seed <= RUNS; seed++) {
      const outcome = await simulate(seed);
      const because = whyWrong(outcome);
      expect(
        because,
        `seed ${seed}\n${outcome.log.join('\n')}\n${JSON.stringify(outcome.shown)}`,
      ).toBeUndefined();
      counts[outcome.shown.state] = (counts[outcome.shown.state] ?? 0) + 1;
      if (outcome.moved && outcome.paidAgain) doubles += 1;
    }
    console.log(`${RUNS} worlds: ${JSON.stringify(counts)}; paid twice, by an assumption: ${doubles}`);
    expect(Object.keys(counts).sort()).toEqual(
      expect.arrayContaining(['CANCELLED', 'FAILED', 'REFUSED', 'REVERSED', 'SUCCESS']),
    );
  });
});
