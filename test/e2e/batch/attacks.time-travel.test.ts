import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inLanes } from '../../../activities/in-lanes.js';
import { kobo } from '../../../src/domain/money.js';
import { resultsOf } from '../../../src/domain/batch/batch-part.js';
import { toBatch, toPart } from '../../../src/domain/batch/view.js';
import { countRuns } from '../../support/temporal/runs.js';
import { waitUntil } from '../../support/wait-until.js';
import { createScriptedBatches, PAUSED, type ScriptedBatches } from '../../support/world/scripted-batches.js';
import { lost } from '../../support/world/payout-contract.js';
import {
  createGate,
  createScriptedWorld,
  type Request,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';
import { PAYOUT } from '../../support/world/scripted-payouts.js';
import { DAY, DEFAULT_RECHECKS, HOUR, MINUTE } from '../../support/world/world.js';

let world: ScriptedWorld;
let batches: ScriptedBatches;
beforeAll(async () => {
  world = await createScriptedWorld({
    settings: {
      approvalAboveKobo: kobo(1_000_000_000_00),
      pauseCheckMs: MINUTE,
      recheckScheduleMs: DEFAULT_RECHECKS,
    },
  });
  batches = createScriptedBatches(world);
});
beforeEach(() => {
  world.clearScript();
  batches.reset();
});
afterEach(() => world.endAll());
afterAll(() => world.close());

async function sent(what: string) {
  const reference = world.name(what);
  await batches.create(reference, 2);
  await batches.partBecomes(reference, 'IN_PROGRESS');
  return reference;
}

/** All rows are paid, and both workflows are closed. The first check, two seconds after the send, can show that. */
async function completed(what: string, rows = 2) {
  batches.settings.firstStatus = 'SUCCESS';
  const reference = world.name(what);
  const before = world.callsTo('initiateBatch');
  await batches.create(reference, rows);
  await waitUntil('the send', () => world.callsTo('initiateBatch') > before);
  await world.pass(MINUTE);
  await batches.becomes(reference, 'COMPLETED');
  await batches.closed(reference);
  return reference;
}

describe('rows ten minutes after the send', () => {
  interface Case {
    readonly title: string;
    /** What the gateway shows, and what it reports. */
    readonly show: (reference: string) => unknown;
    /** The gateway never takes its second row: a row that it has shown once is only not found. */
    readonly isUntaken?: true;
    /** What it shows two minutes later. */
    readonly correct?: (reference: string) => void;
    readonly early: readonly string[];
    readonly states: readonly string[];
    readonly safe: readonly boolean[];
    readonly review?: readonly string[];
  }
  const failedRow = (reference: string) => {
    batches.show(reference, [1, 3], 'SUCCESS');
    batches.show(reference, [2], 'FAILED', { description: 'Dormant account' });
  };
  const reported = (...order: readonly number[]): Case => ({
    title: `FAILED, whose events arrive in the order ${order.join(', ')}`,
    show: async (reference) => {
      failedRow(reference);
      for (const n of order) await batches.report(reference, n, n === 2 ? 'FAILED' : 'SUCCESS');
    },
    early: ['SUCCESS', 'FAILED', 'SUCCESS'],
    states: ['SUCCESS', 'FAILED', 'SUCCESS'],
    safe: [false, true, false],
  });
  /** The batch's own record has ended, and counts so many rows. */
  const absent = (reference: string, count: number) => {
    batches.show(reference, [1, 3], 'SUCCESS');
    batches.listed.set(`${reference}--p1`, { status: 'COMPLETED', count });
  };
  const CASES: readonly Case[] = [
    reported(),
    reported(1, 2, 3),
    reported(3, 2, 1),
    reported(2, 2, 1, 3, 3, 1),
    {
      title: 'FAILED once, and paid at the second read',
      show: failedRow,
      correct: (reference) => batches.show(reference, [2], 'SUCCESS'),
      early: ['SUCCESS', 'FAILED', 'SUCCESS'],
      states: ['SUCCESS', 'SUCCESS', 'SUCCESS'],
      safe: [false, false, false],
    },
    {
      title: 'FAILED with a text that means "query again"',
      show: (reference) => {
        failedRow(reference);
        batches.show(reference, [2], 'FAILED', { description: 'Timed out at destination bank' });
      },
      early: ['SUCCESS', 'PENDING', 'SUCCESS'],
      states: ['SUCCESS', 'PENDING', 'SUCCESS'],
      safe: [false, false, false],
    },
    {
      title: 'whose record is about another amount',
      show: (reference) => {
        failedRow(reference);
        batches.show(reference, [2], 'SUCCESS', { amount: kobo(1) });
      },
      early: ['SUCCESS', 'PENDING', 'SUCCESS'],
      states: ['SUCCESS', 'PENDING', 'SUCCESS'],
      safe: [false, false, false],
      review: ['identity-mismatch'],
    },
    {
      title: 'that the gateway does not have, although it shows others one by one',
      isUntaken: true,
      show: (reference) => absent(reference, 2),
      early: ['SUCCESS', 'FAILED', 'SUCCESS'],
      states: ['SUCCESS', 'FAILED', 'SUCCESS'],
      safe: [false, true, false],
    },
    {
      title: 'that the gateway does not show, although the record of the batch counts it',
      isUntaken: true,
      show: (reference) => absent(reference, 3),
      early: ['SUCCESS', 'PENDING', 'SUCCESS'],
      states: ['SUCCESS', 'PENDING', 'SUCCESS'],
      safe: [false, false, false],
    },
    {
      title: 'that the gateway does not show, while the record of the batch counts fewer than it shows',
      isUntaken: true,
      show: (reference) => absent(reference, 1),
      early: ['SUCCESS', 'PENDING', 'SUCCESS'],
      states: ['SUCCESS', 'PENDING', 'SUCCESS'],
      safe: [false, false, false],
    },
    {
      title: 'that the gateway does not show, while no list shows the batch',
      isUntaken: true,
      show: (reference) => {
        absent(reference, 2);
        batches.listed.delete(`${reference}--p1`);
      },
      early: ['SUCCESS', 'PENDING', 'SUCCESS'],
      states: ['SUCCESS', 'PENDING', 'SUCCESS'],
      safe: [false, false, false],
    },
    {
      title: 'that the gateway does not have, while it shows none one by one',
      isUntaken: true,
      show: (reference) => {
        absent(reference, 2);
        batches.listedOnly.add(reference);
      },
      early: ['SUCCESS', 'PENDING', 'SUCCESS'],
      states: ['SUCCESS', 'PENDING', 'SUCCESS'],
      safe: [false, false, false],
    },
    {
      title: 'that the listing leaves out, and that is found by itself',
      show: (reference) => {
        failedRow(reference);
        batches.unlisted.add(`${reference}--b1`);
      },
      early: ['SUCCESS', 'FAILED', 'SUCCESS'],
      states: ['SUCCESS', 'FAILED', 'SUCCESS'],
      safe: [false, true, false],
    },
  ];

  it('have ended as their records prove, and no more', async () => {
    const references = CASES.map((_, index) => world.name(`rows-${index}`));
    const each = <Result>(work: (given: Case, reference: string) => Result) =>
      Promise.all(CASES.map((given, index) => work(given, references[index] ?? '')));
    const untaken = CASES.flatMap(({ isUntaken }, index) => (isUntaken ? [`${references[index]}--b2`] : []));
    world.script.initiateBatch = (request) => {
      const answer = batches.initiateBatch(request);
      for (const row of untaken) batches.records.delete(row);
      return answer;
    };
    await each((_, reference) => batches.create(reference, 3));
    await each((_, reference) => batches.partBecomes(reference, 'IN_PROGRESS'));
    await each(({ show }, reference) => show(reference));
    await world.pass(2 * MINUTE);
    // checks that were due in these minutes may still be under way
    await expect
      .poll(() => each(({ title }, reference) => seen(reference, title)))
      .toMatchObject(
        CASES.map(({ title, early }) => ({ title, states: early, safe: [false, false, false] })),
      );
    await each(({ correct }, reference) => correct?.(reference));
    await world.pass(8 * MINUTE);
    await expect
      .poll(() => each(({ title }, reference) => seen(reference, title)))
      .toEqual(CASES.map(({ title, states, safe, review = [] }) => ({ title, states, safe, review })));
    const [first = ''] = references;
    await batches.replayed(first);
    await world.receives(first, ['batch.completed']);
  });

  async function seen(reference: string, title: string) {
    const part = await batches.readPart(reference);
    const { rows, review } = part;
    return {
      title,
      states: rows.map(({ state }) => state),
      safe: resultsOf(part).map(({ safeToPayAgain }) => safeToPayAgain),
      review: review.map(({ kind }) => kind),
    };
  }
});

describe('a row of a batch that was closed', () => {
  it('and that was FAILED, read twice, is paid after all: both are reported, and it needs review', async () => {
    batches.settings.firstStatus = 'FAILED';
    const reference = await sent('failed-twice');
    await world.pass(8 * MINUTE);
    await batches.becomes(reference, 'COMPLETED');
    expect(await batches.safe(reference)).toEqual([true, true]);
    await batches.closed(reference);
    batches.show(reference, [2], 'SUCCESS');
    await batches.report(reference, 2, 'SUCCESS');
    await waitUntil('the row', async () => (await batches.rowStates(reference))[1] === 'SUCCESS');
    expect((await batches.readPart(reference)).review).toMatchObject([
      {
        key: 'conflicting-records:row-2',
        reason: 'row 2: the gateway reports money after it was reported as safe to pay again',
        atRiskKobo: PAYOUT,
      },
    ]);
    await world.receives(reference, ['batch.completed', 'batch.conflicting-records']);
  });

  it('and is reversed is reported, also where the record lags behind the event', async () => {
    const reference = await completed('reversed');
    const before = world.callsTo('readBatchRows');
    await batches.report(reference, 1, 'REVERSED');
    batches.show(reference, [2], 'REVERSED');
    await batches.report(reference, 2, 'REVERSED');
    await waitUntil('a check by the new run', () => world.callsTo('readBatchRows') > before);
    await world.pass(30_000);
    // a return counts when two readings, minutes apart, show it
    expect(await batches.rowStates(reference)).toEqual(['SUCCESS', 'SUCCESS']);
    batches.show(reference, [1], 'REVERSED');
    await world.pass(15 * MINUTE, 5 * MINUTE);
    expect(await batches.rowStates(reference)).toEqual(['REVERSED', 'REVERSED']);
    expect((await batches.readPart(reference)).review.map(({ key }) => key).sort()).toEqual([
      'payout-reversed:row-1',
      'payout-reversed:row-2',
    ]);
    await world.receives(reference, ['batch.completed', 'batch.item-reversed', 'batch.item-reversed']);
  });

  it('and whose reversal no record ever shows needs review once', async () => {
    const reference = await completed('never-shown');
    const before = world.callsTo('readBatchRows');
    await batches.report(reference, 2, 'REVERSED');
    await waitUntil('a check by the new run', () => world.callsTo('readBatchRows') > before);
    await world.pass(20 * MINUTE);
    expect(await batches.rowStates(reference)).toEqual(['SUCCESS', 'SUCCESS']);
    expect((await batches.readPart(reference)).review).toMatchObject([
      { key: 'unproven-event:row-2', atRiskKobo: PAYOUT },
    ]);
    const checks = world.callsTo('readBatchRows');
    await batches.report(reference, 2, 'REVERSED');
    await world.pass(20 * MINUTE);
    // the same event asks for none; what is in doubt is read on by schedule
    expect(world.callsTo('readBatchRows')).toBeLessThanOrEqual(checks + 1);
  });
});

describe('a part whose events about rows come long after the end', () => {
  it('takes hundreds of them in at most two runs, and learns every session id', async () => {
    const ROWS = 300;
    const reference = await completed('late-events', ROWS);
    const partId = `batch-part:${reference}/1`;
    const before = await countRuns(world.client, partId);
    const rows = Array.from({ length: ROWS }, (_, index) => index + 1);
    await inLanes(rows, (n) => batches.report(reference, n, 'SUCCESS', { sessionId: `NIP-${n}` }));
    await world.pass(3 * MINUTE);
    await batches.closed(reference);
    const { rows: shown } = await batches.readPart(reference);
    expect(shown.map(({ sessionId }) => sessionId)).toEqual(rows.map((n) => `NIP-${n}`));
    expect((await countRuns(world.client, partId)) - before).toBeLessThanOrEqual(2);
    await batches.replayed(reference);
    await world.receives(reference, ['batch.completed']);
  });
});

describe('a part whose reply was lost', () => {
  const lostAfterwards = (request: Request) => {
    batches.initiateBatch(request);
    return lost();
  };

  it('is found although one of its rows is odd: none is reported as safe to pay again', async () => {
    world.script.initiateBatch = (request) => {
      batches.initiateBatch(request);
      batches.show(reference, [2], 'SUCCESS', { amount: kobo(1) });
      return lost();
    };
    const reference = world.name('one-odd');
    await batches.create(reference, 3);
    await world.pass(MINUTE);
    await batches.partBecomes(reference, 'IN_PROGRESS');
    batches.show(reference, [1, 3], 'SUCCESS');
    await world.pass(2 * MINUTE);
    expect(await batches.rowStates(reference)).toEqual(['SUCCESS', 'PENDING', 'SUCCESS']);
    expect((await batches.readPart(reference)).review).toMatchObject([{ kind: 'identity-mismatch' }]);
  });

  it('and that nothing shows for hours is not sent again, nor ended by a cancel', async () => {
    world.script.initiateBatch = lost;
    const reference = world.name('lagging');
    const before = world.callsTo('initiateBatch');
    await batches.create(reference, 2);
    await waitUntil('the send', () => world.callsTo('initiateBatch') > before);
    world.oware.batches.cancel(reference).catch(() => undefined);
    await world.pass(20 * HOUR, 4 * HOUR);
    const part = await batches.readPart(reference);
    expect(part.review).toMatchObject([{ key: 'unresolved:send', atRiskKobo: 2 * PAYOUT }]);
    expect(toPart(part)).toMatchObject({ state: 'IN_PROGRESS', outcome: 'unknown' });
    expect(await batches.safe(reference)).toEqual([false, false]);
    expect(world.callsTo('initiateBatch') - before).toBe(1);
    batches.show(reference, [1, 2], 'SUCCESS');
    const isPaid = async () => (await batches.read(reference)).state === 'COMPLETED';
    await world.passUntil('a check that shows them', isPaid, 7 * HOUR);
    expect(await batches.rowStates(reference)).toEqual(['SUCCESS', 'SUCCESS']);
    expect((await batches.readPart(reference)).review).toEqual([]);
  });

  it('says so at once, has an item after an hour, and has failed after a day without a trace of it', async () => {
    world.script.initiateBatch = lost;
    const reference = world.name('absent');
    const before = world.callsTo('initiateBatch');
    await batches.create(reference, 2);
    await waitUntil('that it is unknown', async () => {
      const { parts } = toBatch(await batches.read(reference));
      return parts[0]?.outcome === 'unknown';
    });
    await world.pass(30 * MINUTE, 10 * MINUTE);
    expect((await batches.readPart(reference)).review).toEqual([]);
    await world.pass(3 * HOUR, HOUR);
    expect((await batches.readPart(reference)).review).toMatchObject([{ key: 'unresolved:send' }]);
    await world.pass(19 * HOUR, 6 * HOUR);
    expect(await batches.safe(reference)).toEqual([false, false]);
    await world.pass(6 * HOUR, 2 * HOUR);
    await batches.becomes(reference, 'COMPLETED');
    expect(await batches.rowStates(reference)).toEqual(['FAILED', 'FAILED']);
    expect(await batches.safe(reference)).toEqual([true, true]);
    expect(world.callsTo('initiateBatch') - before).toBe(1);
    await batches.replayed(reference);
  });

  it('and whose record has fewer rows stays undecided: the gateway may have left some out', async () => {
    world.script.initiateBatch = lost;
    world.script.findBatch = () => ({ status: 'IN_PROGRESS', count: 1 });
    const reference = world.name('fewer');
    await batches.create(reference, 2);
    await world.pass(2 * DAY, 8 * HOUR);
    // its batch is there, and none of its rows
    expect(await batches.readPart(reference)).toMatchObject({
      state: 'IN_PROGRESS',
      review: [{ key: 'unresolved:row-1' }, { key: 'unresolved:row-2' }],
    });
    expect(await batches.safe(reference)).toEqual([false, false]);
  });

  it('is found, and the cancel that raced with it is refused', async () => {
    const gate = createGate();
    world.script.initiateBatch = (request) => gate.opened.then(() => lostAfterwards(request));
    const before = world.callsTo('initiateBatch');
    const reference = world.name('cancel-lost');
    await batches.create(reference, 2);
    await waitUntil('the send', () => world.callsTo('initiateBatch') > before);
    const cancelled = world.oware.batches.cancel(reference);
    cancelled.catch(() => undefined);
    await waitUntil('the cancel', async () => (await batches.read(reference)).unwanted);
    gate.open();
    await world.pass(MINUTE);
    await expect(cancelled).rejects.toMatchObject({ reason: 'not-open' });
    batches.show(reference, [1, 2], 'SUCCESS');
    await world.pass(2 * MINUTE);
    await batches.becomes(reference, 'COMPLETED');
    await world.receives(reference, ['batch.completed']);
  });
});

describe('a cancel that races with the send', () => {
  it('and comes first: nothing is sent', async () => {
    world.script.readiness = ({ bankCodes }) => (bankCodes ? PAUSED : {});
    const before = world.callsTo('initiateBatch');
    const reference = world.name('cancel-first');
    await batches.create(reference, 2);
    // its order to send has arrived
    await batches.partBecomes(reference, 'PAUSED');
    expect(await world.oware.batches.cancel(reference)).toMatchObject({ state: 'CANCELLED' });
    delete world.script.readiness;
    await world.pass(2 * MINUTE);
    await batches.replayed(reference);
    expect(world.callsTo('initiateBatch')).toBe(before);
    expect(await batches.safe(reference)).toEqual([true, true]);
    await world.receives(reference, ['batch.cancelled']);
  });

  it('and comes too late: it is refused, and every row is paid', async () => {
    const gate = createGate();
    world.script.initiateBatch = (request) => gate.opened.then(() => batches.initiateBatch(request));
    batches.settings.firstStatus = 'SUCCESS';
    const before = world.callsTo('initiateBatch');
    const reference = world.name('send-first');
    await batches.create(reference, 2);
    await waitUntil('the send', () => world.callsTo('initiateBatch') > before);
    const cancelled = world.oware.batches.cancel(reference);
    cancelled.catch(() => undefined);
    await waitUntil('the cancel', async () => (await batches.read(reference)).unwanted);
    gate.open();
    await expect(cancelled).rejects.toMatchObject({ reason: 'not-open' });
    await world.pass(MINUTE);
    await batches.becomes(reference, 'COMPLETED');
    await world.receives(reference, ['batch.completed']);
  });
});
