import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortHash } from '../../src/domain/hash.js';
import {
  hashesIn,
  isForgotten,
  addReported,
  packReported,
  type ReportedDay,
  reportedHash,
} from '../../src/domain/reserved-account/reported-credits.js';

const DAY = 86_400_000;
const START = Date.parse('2026-01-01T12:00:00.000Z');
const keyOf = (index: number) => `MNFY|37|20260615090811|${String(index).padStart(6, '0')}`;

describe('reported credits', () => {
  it('are known for the seven days of a sweep, and forgotten after them', () => {
    const reported = addReported([], reportedHash('T1'), START);
    const later = addReported(reported, reportedHash('T2'), START + 7 * DAY);
    expect(hashesIn(later)).toEqual(new Set([reportedHash('T1'), reportedHash('T2')]));
    const muchLater = addReported(later, reportedHash('T3'), START + 9 * DAY);
    expect(hashesIn(muchLater).has(reportedHash('T1'))).toBe(false);
    expect(isForgotten('2026-01-01T12:00:00.000Z', START + 9 * DAY)).toBe(true);
  });

  it('are the same after packing, and after more were added to a packed day', () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => keyOf(index));
    const day = (some: string[], more: Partial<ReportedDay> = {}): ReportedDay => ({
      ...more,
      day: '2026-01-01',
      hashes: some.map(reportedHash).join(''),
    });
    const [packed] = packReported([day(keys)]);
    expect(packed).not.toHaveProperty('hashes');
    expect(hashesIn([packed!])).toEqual(new Set(keys.map(reportedHash)));
    const more = packReported([day([keyOf(10_001)], packed)]);
    expect(hashesIn(more)).toEqual(new Set([...keys, keyOf(10_001)].map(reportedHash)));
  });

  it('take under 540 KB for seven days of ten thousand credits', () => {
    const days = Array.from({ length: 7 }, (_, d) => ({
      day: `2026-01-0${d + 1}`,
      hashes: Array.from({ length: 10_000 }, (_, index) => reportedHash(keyOf(d * 10_000 + index))).join(''),
    }));
    expect(JSON.stringify(packReported(days)).length).toBeLessThan(540_000);
  });

  it('are never both unknown and young enough to be reported again', () => {
    const hours = fc.array(fc.integer({ min: 0, max: 48 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(hours, (gaps) => {
        let now = START;
        let reported: readonly ReportedDay[] = [];
        const at: number[] = [];
        for (const [index, gap] of gaps.entries()) {
          now += gap * 3_600_000;
          reported = addReported(reported, reportedHash(`T${index}`), now);
          at.push(now);
        }
        const known = hashesIn(packReported(reported));
        return at.every(
          (when, index) =>
            known.has(reportedHash(`T${index}`)) || isForgotten(new Date(when).toISOString(), now),
        );
      }),
    );
  });
});

describe('the short hash', () => {
  it('gives three hundred thousand references of one day three hundred thousand names', () => {
    const names = new Set(Array.from({ length: 300_000 }, (_, index) => shortHash(keyOf(index))));
    expect(names.size).toBe(300_000);
  });

  it('is nine letters of the alphabet that JSON writes as they are', () => {
    fc.assert(fc.property(fc.string(), (text) => /^[A-Za-z0-9_-]{9}$/.test(shortHash(text))));
  });
});
