import { describe, expect, it } from 'vitest';
import { comparePeriod, isResolved } from '../../../activities/sweep/compare-period.js';
import type { SweepDeps } from '../../../activities/sweep/deps.js';
import { paycodes } from '../../../activities/sweep/sources/paycodes.js';
import { transactions } from '../../../activities/sweep/sources/transactions.js';
import type { SourceReader } from '../../../activities/sweep/sources/source.js';
import type { Address } from '../../../src/domain/lifecycle/address.js';
import { keepDebits, NO_DEBITS } from '../../../src/domain/mandate/debit.js';
import { debitFromEarlier } from '../../../src/domain/mandate/from-earlier-version.js';
import { mandateHoldings } from '../../../src/domain/mandate/holdings.js';
import type { MandateSnapshot } from '../../../src/domain/mandate/mandate.js';
import { kobo, ZERO } from '../../../src/domain/money.js';
import { addAll } from '../../../src/domain/movement/evidence.js';
import type { DifferenceClass } from '../../../src/domain/sweep/difference.js';
import { newPayout } from '../../../src/domain/payout/payout.js';
import { paycodeHoldings } from '../../../src/domain/paycode/holdings.js';
import type { PaycodeSnapshot } from '../../../src/domain/paycode/paycode.js';
import type { PeriodReport, PeriodRequest } from '../../../src/domain/sweep/period-report.js';
import type { Held, Holdings, Row } from '../../../src/domain/sweep/record.js';
import { activityEnvironment } from '../environment.js';

const HOUR = 3_600_000;
const from = 1_800_000_000_000;
const PERIOD: PeriodRequest = { source: 'transactions', from, to: from + HOUR, stamp: 'S' };

const row = (key: string, more: Partial<Row> = {}): Row => ({
  source: 'transactions',
  key,
  status: 'PAID',
  progress: 'moved',
  amountKobo: kobo(100),
  ...more,
});
const held = (key: string, more: Partial<Held> = {}): Held => ({
  source: 'transactions',
  key,
  state: 'PAID',
  progress: 'moved',
  amountKobo: kobo(100),
  ...more,
});

interface World {
  /** What the listing shows, with the time of each row. */
  readonly listed?: readonly (readonly [Row, number])[];
  readonly total?: number;
  /** What can be read one by one. */
  readonly records?: readonly Row[];
  /** Lifecycles that started in the period. */
  readonly started?: readonly string[];
  readonly longLived?: readonly string[];
  readonly holdings?: Readonly<Record<string, Holdings | Error>>;
  readonly reader?: Partial<SourceReader>;
}

/** Compares a period of a gateway and of lifecycles that answer just this. */
async function compare(world: World, request: Partial<PeriodRequest> = {}) {
  const { listed = [], records = [], holdings = {} } = world;
  const woken: string[] = [];
  const reader: SourceReader = {
    lifecycles: ['checkout'],
    longLived: ['mandate'],
    readPage: () =>
      Promise.resolve({
        content: listed.map(([each, createdAt]) => ({ row: each, createdAt })),
        last: true,
        totalElements: world.total ?? listed.length,
      }),
    readOne: (key) => Promise.resolve(records.find((each) => each.key === key) ?? 'absent'),
    ownersOf: ({ key, paymentReference }) => [
      () => Promise.resolve({ lifecycle: 'checkout', reference: paymentReference ?? key }),
    ],
    toEvent: (of, key) => ({ kind: 'disbursement', key, eventType: 'swept', reference: of.key }),
    ...world.reader,
  };
  const toAddresses = (references: readonly string[] = []): readonly Address[] =>
    references.map((reference) => ({ lifecycle: 'checkout', reference }));
  const deps: SweepDeps = {
    sources: { [request.source ?? 'transactions']: reader } as never,
    readHoldings: ({ reference }) => {
      const answer = holdings[reference];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    listStarted: ({ isOpen }) => Promise.resolve(toAddresses(isOpen ? world.longLived : world.started)),
    deliverEvent: (to) => Promise.resolve(void woken.push(to.reference)),
    readPartRows: () => Promise.resolve(new Map()),
  };
  const run = () => comparePeriod(deps, { ...PERIOD, ...request });
  const report: PeriodReport = await activityEnvironment().run(run);
  return { ...report, woken, classes: report.differences.map((each) => each.class) };
}

const only = (...all: readonly Held[]): Holdings => ({ held: all });

describe('a listing that leaves out a payment', () => {
  it('is unread by its count, and the payment is compared by its own record: its checkout is woken', async () => {
    const { unread, classes, woken } = await compare({
      total: 1,
      started: ['order-1'],
      records: [row('T-1')],
      holdings: { 'order-1': only(held('T-1', { state: 'PENDING', progress: 'pending', amountKobo: ZERO })) },
    });
    expect({ unread, classes, woken }).toEqual({
      unread: { 'not-listed': 1 },
      classes: ['late'],
      woken: ['order-1'],
    });
  });

  it('counts a record that was read one by one in no sum: the listing that shows it has it there', async () => {
    const { here, there, unread } = await compare({
      started: ['order-1'],
      records: [row('T-1')],
      holdings: { 'order-1': only(held('T-1')) },
    });
    expect({ here, there, unread }).toEqual({ here: [], there: [], unread: {} });
  });
});

describe('rows whose own time lies outside the period', () => {
  it('are compared where they are listed, when a label in another time zone is an hour off', async () => {
    const listed = [1, 2, 3].map((n) => [row(`T-${n}`), from + HOUR + n * 2_000] as const);
    const { classes, unread, there } = await compare({ listed });
    expect(classes).toEqual(['missing-here', 'missing-here', 'missing-here']);
    expect(unread).toEqual({});
    expect(there).toMatchObject([{ count: 3 }]);
  });

  it('are unread when they are days away, unless the gateway ignores the filter of this listing', async () => {
    const listed = [[row('T-1'), from + 72 * HOUR] as const];
    expect(await compare({ listed })).toMatchObject({ unread: { 'other-time': 1 }, differences: [] });
    const before = [[row('T-1'), from - 72 * HOUR]] as const;
    const ignored = await compare({ listed: before, reader: { mayIgnoreFilter: true } });
    expect({ unread: ignored.unread, differences: ignored.differences }).toEqual({
      unread: {},
      differences: [],
    });
  });

  it('are unread where their day is yet to come: no sweep of it will show them soon', async () => {
    const listed = [[row('T-1'), Math.max(from, Date.now()) + 365 * 24 * HOUR]] as const;
    const { unread } = await compare({ listed, reader: { mayIgnoreFilter: true } });
    expect(unread).toEqual({ 'other-time': 1 });
  });

  it('from before Oware was switched on are not ours, unless a lifecycle holds them', async () => {
    const listed = [
      [row('T-1'), from + 1],
      [row('T-2'), from + 2],
      [row('T-3'), from + 2_000],
    ] as const;
    const { classes, notFollowed, differences } = await compare(
      { listed, holdings: { 'T-2': only(held('T-2', { amountKobo: kobo(90) })) } },
      { followSince: from + 1_000 },
    );
    expect({ classes, notFollowed }).toEqual({ classes: ['amount', 'missing-here'], notFollowed: 1 });
    expect(differences.map(({ key }) => key)).toEqual(['T-2', 'T-3']);
  });
});

describe('a payment of a page that was opened before Oware was switched on', () => {
  const followSince = from + HOUR / 2;
  const opened = (completedOn: number) =>
    transactions(
      {
        searchTransactions: () =>
          Promise.resolve({
            body: {
              content: [
                {
                  transactionReference: 'T-1',
                  paymentReference: 'order-1',
                  paymentStatus: 'PAID',
                  amountPaid: kobo(100),
                  createdOn: new Date(followSince - 60_000).toISOString(),
                  completedOn: new Date(completedOn).toISOString(),
                },
              ],
              totalElements: 1,
              last: true,
            },
          }),
        getTransaction: () => Promise.resolve({ kind: 'not-found' }),
      } as never,
      () => Promise.resolve(null),
    );

  it('is ours by the time of the payment, and wakes its checkout', async () => {
    const late = await compare({ reader: opened(followSince + 9 * HOUR) }, { followSince, isEarlier: true });
    expect(late).toMatchObject({ classes: ['missing-here'], woken: ['order-1'], notFollowed: 0 });
    const early = await compare({ reader: opened(followSince - 1_000) }, { followSince, isEarlier: true });
    expect(early).toMatchObject({ classes: [], woken: [], notFollowed: 1 });
  });

  it('is unread while the lifecycle that may hold it does not answer', async () => {
    const world = { listed: [[row('T-1'), from]] as const, holdings: { 'T-1': new Error('no worker') } };
    const { unread, notFollowed } = await compare(world, { followSince: from + 1 });
    expect({ unread, notFollowed }).toEqual({ unread: { 'no-answer': 1 }, notFollowed: 0 });
  });
});

describe('a difference whose record is not found later', () => {
  const resolved = (found: DifferenceClass, holdings: Holdings | undefined) =>
    activityEnvironment().run(() =>
      isResolved(
        {
          sources: { transactions: { readOne: () => Promise.resolve('absent'), ownersOf: () => [] } },
          readHoldings: () => Promise.resolve(holdings),
        } as unknown as SweepDeps,
        {
          class: found,
          source: 'transactions',
          key: 'T-1',
          at: { lifecycle: 'checkout', reference: 'order-1' },
          atRiskKobo: kobo(100),
        },
      ),
    );

  it.each(['missing-here', 'amount', 'state', 'late'] as const)('is not resolved: %s', async (found) => {
    expect(await resolved(found, undefined)).toBe(false);
    expect(await resolved(found, only())).toBe(false);
  });

  it('is resolved only where it is missing there, and Oware holds no money of it any longer', async () => {
    expect(await resolved('missing-there', only(held('T-1')))).toBe(false);
    expect(await resolved('missing-there', only(held('T-1', { progress: 'none' })))).toBe(true);
  });
});

describe('what cannot be judged', () => {
  it('counts as unread: a word that Oware does not know, and a lifecycle that does not answer', async () => {
    const { unread, differences } = await compare({
      listed: [
        [row('T-1', { status: 'ODD', progress: 'unclear' }), from + 1],
        [row('T-2'), from + 2],
      ],
      started: ['order-3'],
      holdings: { 'T-2': new Error('no worker'), 'order-3': new Error('no worker') },
    });
    expect({ unread, differences }).toEqual({ unread: { unreadable: 1, 'no-answer': 2 }, differences: [] });
  });
});

describe('a paycode', () => {
  it('whose cash was collected after it had expired is a difference, also on the days after that', async () => {
    const body = { transactionStatus: 'SUCCESS', amount: kobo(100) };
    const reader = paycodes({ getPaycode: () => Promise.resolve({ kind: 'ok', body }) } as never);
    const none = newPayout({ asked: kobo(100) });
    const expired = [0, 10 * 60_000].map((at) => ({
      kind: 'reading' as const,
      shows: 'end' as const,
      askedAt: at,
      answeredAt: at,
    }));
    const held = paycodeHoldings({
      ...none,
      movement: addAll(none.movement, expired),
      terms: { reference: 'code-1', amountKobo: kobo(100) },
      state: 'EXPIRED',
    } as PaycodeSnapshot);
    const world = { started: ['code-1'], holdings: { 'code-1': held }, reader };
    for (const more of [{}, { isEarlier: true } as const]) {
      const { differences } = await compare(world, { source: 'paycodes', ...more });
      expect(differences).toMatchObject([{ class: 'state', key: 'code-1', atRiskKobo: 100 }]);
    }
  });
});

describe('a mandate', () => {
  function busyMandate(count: number): MandateSnapshot {
    const at = new Date(from + 1_000).toISOString();
    const debits = Array.from({ length: count }, (_, index) =>
      debitFromEarlier({
        reference: `m--d${index + 1}`,
        amountKobo: kobo(100),
        narration: 'Rent',
        state: 'PAID',
        reason: '',
        requestedAt: at,
        dueAt: at,
        notAfter: at,
        sentAt: at,
        transactionReference: `DD-${index + 1}`,
      }),
    );
    const kept = keepDebits(debits, { forgotten: '', packed: NO_DEBITS }, from);
    return { terms: { reference: 'm' }, state: 'ACTIVE', mandateCode: 'c', ...kept } as never;
  }

  /** Fewer are listed than there were. */
  const FORGETS = 60;

  it('with more debits than it lists agrees with every paid transaction of them', async () => {
    const mandate = busyMandate(FORGETS);
    expect(mandate.debits.length).toBeLessThan(FORGETS);
    const listed = Array.from({ length: FORGETS }, (_, index) => {
      const n = index + 1;
      return [row(`DD-${n}`, { paymentReference: `m--d${n}` }), from + n] as const;
    });
    const reader = { ownersOf: () => [() => Promise.resolve({ lifecycle: 'mandate', reference: 'm' })] };
    const { differences, unread } = await compare({
      listed,
      reader,
      holdings: { m: mandateHoldings(mandate) },
    });
    expect({ differences, unread }).toEqual({ differences: [], unread: {} });
  });

  it('whose debit the gateway does not have is missing there: what it holds is read one by one, once a day', async () => {
    const at = new Date(from + 1_000).toISOString();
    const longAgo = new Date(from - 48 * HOUR).toISOString();
    const holdings = only(held('DD-1', { at }), held('DD-2', { at }), held('DD-3', { at: longAgo }));
    const request = { only: 'held' } as const;
    const { classes, differences } = await compare(
      { longLived: ['m'], records: [row('DD-1')], holdings: { m: holdings } },
      request,
    );
    expect(classes).toEqual(['missing-there']);
    expect(differences[0]).toMatchObject({ key: 'DD-2', atRiskKobo: 100 });
    expect((await compare({ longLived: ['m'], holdings: { m: holdings } })).classes).toEqual([]);
  });
});
