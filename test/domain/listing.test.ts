import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Page, readRecent } from '../../src/domain/listing.js';

interface Row {
  readonly id: string;
  readonly at: number;
}

interface Gateway {
  readonly rows: number;
  /** Rows of these are older than the search period. */
  readonly old: number;
  readonly pageSize: number;
  readonly isOldestFirst: boolean;
  /** How many rows arrive with each page that is read. */
  readonly arrivals: number;
  readonly says: 'last' | 'totalPages' | 'both' | 'nothing';
}

const SINCE = 1_000_000;

/** A gateway with arbitrary paging, which receives payments while it is read. */
function createGateway({ rows, old, pageSize, isOldestFirst, arrivals, says }: Gateway) {
  const listed: Row[] = [];
  let pages = 0;
  const arrive = () => {
    const at = listed.length < old ? listed.length : SINCE + listed.length;
    listed.push({ id: `row-${listed.length}`, at });
  };
  for (let row = 0; row < rows; row++) arrive();
  const recent = listed.slice(old).map(({ id }) => id);
  return {
    recent,
    pagesRead: () => pages,
    read: (page: number): Promise<Page<Row>> => {
      pages += 1;
      const ordered = isOldestFirst ? [...listed] : [...listed].reverse();
      const totalPages = Math.ceil(listed.length / pageSize);
      const content = ordered.slice(page * pageSize, (page + 1) * pageSize);
      for (let row = 0; row < arrivals; row++) arrive();
      return Promise.resolve({
        content,
        ...((says === 'last' || says === 'both') && { last: page + 1 >= totalPages }),
        ...((says === 'totalPages' || says === 'both') && { totalPages }),
      });
    },
  };
}

const sweep = (read: (page: number) => Promise<Page<Row> | undefined>, mostPages = 1_000) =>
  readRecent({
    read,
    timeOf: ({ at }) => at,
    placeOf: ({ at }) => at,
    idOf: ({ id }) => id,
    since: SINCE,
    mostPages,
  });

it('finds all of 500 credits on pages capped at 10, oldest first, while others arrive', async () => {
  const gateway = createGateway({
    rows: 500,
    old: 0,
    pageSize: 10,
    isOldestFirst: true,
    arrivals: 3,
    says: 'both',
  });
  const { rows, isComplete } = await sweep(gateway.read);
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(gateway.recent));
  expect(isComplete).toBe(true);
});

it('finds every recent row, whatever the page size, the order and the paging fields', async () => {
  const gateways = fc.record<Gateway>({
    rows: fc.nat({ max: 120 }),
    old: fc.nat({ max: 60 }),
    pageSize: fc.integer({ min: 2, max: 40 }),
    isOldestFirst: fc.boolean(),
    arrivals: fc.nat({ max: 1 }),
    says: fc.constantFrom('last', 'totalPages', 'both', 'nothing'),
  });
  await fc.assert(
    fc.asyncProperty(gateways, async (given) => {
      const gateway = createGateway({ ...given, old: Math.min(given.old, given.rows) });
      const { rows, isComplete } = await sweep(gateway.read);
      const found = new Set(rows.map(({ id }) => id));
      expect(gateway.recent.filter((id) => !found.has(id))).toEqual([]);
      expect(isComplete).toBe(true);
    }),
    { numRuns: Number(process.env.OWARE_TEST_PROPERTY_RUNS ?? 300) },
  );
});

it('stops at a page of old rows, in either order', async () => {
  for (const isOldestFirst of [true, false]) {
    const gateway = createGateway({
      rows: 10_030,
      old: 10_000,
      pageSize: 10,
      isOldestFirst,
      arrivals: 0,
      says: 'both',
    });
    const { rows } = await sweep(gateway.read);
    expect(rows).toHaveLength(30);
    expect(gateway.pagesRead()).toBeLessThan(8);
  }
});

it('is incomplete when a page had no reply, or when there are more pages than the limit', async () => {
  const page = (content: Row[]) => ({ content, totalPages: 9 });
  const silent = await sweep((number) =>
    Promise.resolve(number === 2 ? undefined : page([{ id: `${number}`, at: SINCE + 9 - number }])),
  );
  expect(silent).toMatchObject({ isComplete: false, rows: [{ id: '0' }, { id: '1' }] });
  const endless = await sweep((number) => Promise.resolve({ content: [{ id: `${number}`, at: SINCE }] }), 20);
  expect(endless.isComplete).toBe(false);
  expect(endless.rows).toHaveLength(20);
});

describe('a listing that counts more than it shows', () => {
  const row: Row = { id: 'row-1', at: SINCE + 1 };
  const later: Row = { id: 'row-2', at: SINCE + 2 };
  const old: Row = { id: 'row-0', at: SINCE - 1 };
  const older: Row = { id: 'row--1', at: SINCE - 2 };
  const reading = (...pages: readonly Page<Row>[]) =>
    sweep((page) => Promise.resolve(pages[page] ?? { content: [], last: true }));

  it.each<[string, Page<Row>]>([
    ['in all', { content: [row], last: true, totalElements: 3 }],
    ['in all, on an empty page', { content: [], last: true, totalElements: 1 }],
    ['on its page', { content: [row], last: true, numberOfElements: 3 }],
    ['on a page of old rows', { content: [old], last: true, numberOfElements: 2 }],
    ['in all, where what it shows is older', { content: [old], last: true, totalElements: 3 }],
  ])('%s is not complete', async (_what, page) => {
    expect(await reading(page)).toMatchObject({ isComplete: false });
  });

  it.each(['newest first', 'oldest first'])(
    'is not complete where all of its pages were read, %s, and the last one is older',
    async (order) => {
      const pages = [
        [later, row],
        [old, older],
      ];
      const ordered = order === 'newest first' ? pages : pages.toReversed().map((each) => each.toReversed());
      const read = await reading(...ordered.map((content) => ({ content, totalElements: 5, totalPages: 2 })));
      expect(read).toMatchObject({ isComplete: false });
    },
  );

  it('is complete where what is not read is older', async () => {
    const pages = [
      [later, row],
      [old, older],
    ].map((content) => ({
      content,
      totalElements: 9,
      totalPages: 5,
    }));
    expect(await reading(...pages)).toEqual({ rows: [later, row], isComplete: true });
    expect(await reading(...pages.slice(1))).toEqual({ rows: [], isComplete: true });
    expect(
      await reading({ content: [row], last: true, totalElements: 1, numberOfElements: 1 }),
    ).toMatchObject({
      isComplete: true,
    });
  });
});
