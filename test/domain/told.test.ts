import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isForgotten, isTold, noteTold, type ToldDay } from '../../src/domain/told.js';

const DAY = 86_400_000;
const START = Date.parse('2026-01-01T12:00:00.000Z');

describe('what was told', () => {
  it('is known for 35 days, and counts as told for ever', () => {
    const told = noteTold([], 'T1', START);
    const later = noteTold(told, 'T2', START + 35 * DAY);
    expect(isTold(later, 'T1')).toBe(true);
    const muchLater = noteTold(later, 'T3', START + 37 * DAY);
    expect(isTold(muchLater, 'T1')).toBe(false);
    expect(isTold(muchLater, 'T2')).toBe(true);
    expect(isForgotten('2026-01-01T12:00:00.000Z', START + 37 * DAY)).toBe(true);
  });

  it('is kept by the day', () => {
    const told = noteTold(noteTold([], 'T1', START), 'T2', START + 1);
    expect(told).toEqual([{ day: '2026-01-01', keys: ['T1', 'T2'] }]);
  });

  it('is never both unknown and young enough to be told again', () => {
    const hours = fc.array(fc.integer({ min: 0, max: 48 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(hours, (gaps) => {
        let now = START;
        let told: readonly ToldDay[] = [];
        const at: number[] = [];
        for (const [index, gap] of gaps.entries()) {
          now += gap * 3_600_000;
          told = noteTold(told, `T${index}`, now);
          at.push(now);
        }
        return at.every(
          (when, index) => isTold(told, `T${index}`) || isForgotten(new Date(when).toISOString(), now),
        );
      }),
    );
  });
});
