import { describe, expect, it } from 'vitest';
import { endOfComparison, inShort } from '../../../src/domain/compare/end.js';
import { isFollowed, toFollowSince } from '../../../src/domain/compare/follow-since.js';
import { readWhole } from '../../../src/domain/compare/listing.js';
import type { Page } from '../../../src/domain/listing.js';
import { placeOf } from '../../../src/domain/compare/placement.js';
import { addUnread, countUnread, showUnread } from '../../../src/domain/compare/unread.js';

/** A listing of these rows, on pages of two, with what a page says besides. */
function listing(
  rows: readonly string[],
  says: (page: number) => Partial<Page<string>> = () => ({}),
  limits = { pages: 100, reads: 4 },
) {
  let reads = 0;
  const readPage = (page: number) => {
    if (page === 0) reads += 1;
    const content = rows.slice(page * 2, page * 2 + 2);
    return Promise.resolve({ content, last: (page + 1) * 2 >= rows.length, ...says(page) });
  };
  return { read: () => readWhole({ readPage, keyOf: (row: string) => row, limits }), reads: () => reads };
}

describe('a listing', () => {
  it('that shows what it counts is read once, and nothing is unread', async () => {
    const { read, reads } = listing(['a', 'b', 'c'], () => ({ totalElements: 3 }));
    expect(await read()).toEqual({ rows: ['a', 'b', 'c'], unread: {} });
    expect(reads()).toBe(1);
  });

  it('that counts more rows than it shows is read four times, and what is missing is unread', async () => {
    const { read, reads } = listing(['a', 'b', 'c'], () => ({ totalElements: 50 }));
    expect((await read()).unread).toEqual({ 'not-listed': 47 });
    expect(reads()).toBe(4);
  });

  it('with a row that cannot be read counts it, also where it does not say how many rows there are', async () => {
    const { read } = listing(['a'], () => ({ numberOfElements: 2 }));
    expect(await read()).toEqual({ rows: ['a'], unread: { unreadable: 1 } });
  });

  it('counts an unreadable row once, not as missing as well', async () => {
    const { read } = listing(['a'], () => ({ numberOfElements: 2, totalElements: 3 }));
    expect((await read()).unread).toEqual({ 'not-listed': 1, unreadable: 1 });
  });

  it('with more pages than one comparison reads says so', async () => {
    const { read } = listing(['a', 'b', 'c', 'd', 'e'], () => ({ totalElements: 5 }), { pages: 2, reads: 4 });
    expect((await read()).unread).toEqual({ 'beyond-limit': 1 });
    const uncounted = listing(['a', 'b', 'c', 'd', 'e'], undefined, { pages: 2, reads: 4 });
    expect((await uncounted.read()).unread).toEqual({ 'beyond-limit': 1 });
  });

  it('that ends with a page of old rows was read to its end: all that it counts must be shown', async () => {
    const { read } = listing(['a', 'b', 'c'], (page) => ({ totalElements: 5, isEnough: page === 1 }));
    expect((await read()).unread).toEqual({ 'not-listed': 2 });
    const others = listing(['a', 'b', 'c', 'd', 'e'], (page) => ({ totalElements: 9, isEnough: page === 1 }));
    expect(await others.read()).toEqual({ rows: ['a', 'b', 'c', 'd'], unread: {} });
  });

  it('that grows while it is read is read again, and is complete once its total stays the same', async () => {
    let page = 0;
    const says = () => ({ totalElements: (page += 1) < 3 ? 3 : 4 });
    const { read } = listing(['a', 'b', 'c', 'd'], says);
    expect((await read()).unread).toEqual({});
  });
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const from = 1_800_000_000_000;
const period = { from, to: from + HOUR };

describe('a row that a listing shows for a period', () => {
  it.each([
    ['within it', 5_000, 'counted', 'counted'],
    ['without a time', undefined, 'counted', 'counted'],
    ['an hour later, by a label in another time zone', HOUR + 5_000, 'counted', 'compared'],
    ['on its end, which two listings include', HOUR, 'compared', 'compared'],
    ['just before it', -500, 'compared', 'compared'],
    ['two days later', HOUR + 2 * DAY, 'elsewhere', 'elsewhere'],
    ['two days before', -2 * DAY, 'elsewhere', 'elsewhere'],
  ] as const)('%s is compared where it can be', (_when, after, kept, ignored) => {
    const at = after === undefined ? undefined : from + after;
    expect(placeOf(at, period, { keepsFilter: true })).toBe(kept);
    expect(placeOf(at, period, { keepsFilter: false })).toBe(ignored);
  });
});

describe('a comparison', () => {
  it('is complete only when nothing is unread, and unread comes before differences', () => {
    expect(endOfComparison({ unread: [], differences: 0 })).toBe('COMPLETED');
    expect(endOfComparison({ unread: [], differences: 1 })).toBe('DIFFERENCES');
    expect(endOfComparison({ unread: ['1 record'], differences: 1 })).toBe('INCOMPLETE');
  });

  it('says what was unread in words, and keeps them short', () => {
    const unread = addUnread({ unreadable: 1 }, {}, { 'no-answer': 2, unreadable: 1 });
    expect(countUnread(unread)).toBe(4);
    expect(showUnread(unread)).toBe('2 not readable, 2 without an answer');
    expect(inShort(['a', 'b', 'c'], 2)).toBe('a; b; and 1 more');
  });

  it('leaves alone what was paid before Oware was switched on', () => {
    const since = toFollowSince('2026-11-01');
    expect(isFollowed(Date.parse('2026-10-31T22:59:59.000Z'), since)).toBe(false);
    expect(isFollowed(Date.parse('2026-10-31T23:00:00.000Z'), since)).toBe(true);
    expect(isFollowed(undefined, since)).toBe(true);
    expect(isFollowed(0, toFollowSince(''))).toBe(true);
  });
});
