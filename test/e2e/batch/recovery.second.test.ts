import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Batches,
  createBatches,
  type InputRow,
  rowsToPeople,
  rowTo,
  toRequest,
} from '../../support/lifecycles/batches.js';
import { reviewItems } from '../../support/lifecycles/review-items.js';
import { ACCOUNTS } from '../../support/lifecycles/transfers.js';
import { waitUntil } from '../../support/wait-until.js';
import { createWorld, MINUTE, type World } from '../../support/world/world.js';

let world: World;
let batches: Batches;
beforeAll(async () => {
  world = await createWorld({
    settings: {
      recheckScheduleMs: [100, 100, 200, 200],
      gatewayEventGraceMs: 200,
      checkGapMs: 200,
      unresolvedAfterMs: 1_000,
      batchSealMs: 2_000,
    },
  });
  batches = createBatches(world);
  await world.control(`merchants/${world.account.id}/wallet`, { balance: '90000000.00' });
  await world.setSwitches({ otpOn: false, duplicateGuardOn: false });
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

let count = 0;
const newBatch = () => {
  count += 1;
  return { reference: `batch-lost-${process.pid}-${count}`, people: rowsToPeople(2, 70_000 + 100 * count) };
};
const terminate = (id: string) => world.handle(id).terminate();
const terminatePart = (reference: string) => terminate(batches.partId(reference, 1));
const terminateBatch = (reference: string) => terminate(batches.id(reference));

async function create(reference: string, rows: readonly InputRow[]) {
  const { status, body } = await batches.create(reference, rows);
  expect({ status, body }).toMatchObject({ body: { reference } });
  expect(status).toBeLessThan(300);
}

/** An account whose name enquiry is not answered: the row is excluded until a person releases it. */
const UNANSWERED = '0199900018';

async function releaseAndApprove(reference: string) {
  await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
  expect(await batches.release(reference, 'all')).toMatchObject({ status: 200 });
  await batches.becomes(reference, 'WAITING_FOR_APPROVAL');
  expect(await batches.approve(reference)).toMatchObject({ status: 200 });
}

async function paidOnce(reference: string, rows: number) {
  const done = await batches.becomes(reference, 'COMPLETED');
  expect(batches.countsOf(done)).toEqual({ SUCCESS: rows });
  for (let row = 1; row <= rows; row++) {
    expect(batches.causesOf(reference, row)).toEqual(['transfer-sent', 'transfer-arrived']);
  }
  await world.merchant.receives(reference, 'batch.completed');
}

describe('runs that were terminated after the send', () => {
  interface Case {
    readonly title: string;
    readonly more?: readonly InputRow[];
    readonly lose: (reference: string, rows: readonly InputRow[]) => Promise<unknown>;
  }
  const CASES: readonly Case[] = [
    {
      title: 'a part is found by the next create, and not sent again',
      lose: async (reference, rows) => {
        await terminatePart(reference);
        await create(reference, rows);
      },
    },
    { title: 'a part is found by the event of a row, and not sent again', lose: terminatePart },
    {
      title: 'a part has the rows that a person had released: none is reported as safe to pay again',
      more: [rowTo(UNANSWERED)],
      lose: async (reference, rows) => {
        await terminatePart(reference);
        await create(reference, rows);
      },
    },
    { title: 'a batch is restored by the reports of its parts', lose: terminateBatch },
    {
      title: 'a batch is restored by the next create, and sent once',
      lose: async (reference, rows) => {
        await terminateBatch(reference);
        await create(reference, rows);
      },
    },
    {
      title: 'a batch and its part are restored by the next create, and sent once',
      lose: async (reference, rows) => {
        await terminateBatch(reference);
        await terminatePart(reference);
        await create(reference, rows);
      },
    },
    {
      title: 'a batch and its part are restored by the event of a row, and sent once',
      lose: async (reference) => {
        await terminateBatch(reference);
        await terminatePart(reference);
      },
    },
  ];
  const references = new Map<string, string>();

  beforeAll(async () => {
    const each = async ({ title, more = [], lose }: Case) => {
      const { reference, people } = newBatch();
      references.set(title, reference);
      // the last but one row takes two minutes of the gateway's time
      const rows = [...people.slice(1), rowTo(ACCOUNTS.slow), ...more];
      await create(reference, rows);
      if (more.length > 0) await releaseAndApprove(reference);
      const isSent = () =>
        rows.every((_, index) => batches.causesOf(reference, index + 1).includes('transfer-sent'));
      await waitUntil(`the send of ${reference}`, isSent, 2 * MINUTE);
      await lose(reference, rows);
    };
    await Promise.all(CASES.map(each));
    await world.sandbox.clock.advance(3 * MINUTE);
  });

  it.concurrent.each(CASES)('$title', async ({ title, more = [] }) => {
    await paidOnce(references.get(title) ?? '', 2 + more.length);
  });
});

describe('runs that were terminated before the send', () => {
  it.concurrent('a part is not sent without a person: nothing proves that it was not', async () => {
    const { reference, people } = newBatch();
    const startAt = new Date(Date.now() + 3_600_000).toISOString();
    await batches.create(reference, people, { startAt });
    await batches.becomes(reference, 'SCHEDULED');
    await terminatePart(reference);
    await batches.create(reference, people, { startAt });
    const items = await waitUntil('the review item', async () => {
      const found = reviewItems(await batches.readPart(reference, 1));
      return found.length > 0 && found;
    });
    expect(items).toMatchObject([{ key: 'unresolved:send', atRisk: '10000.00' }]);
    const resolution = { decision: 'did-not-happen', reason: 'the gateway has no such batch' };
    await batches.resolvePart(reference, 1, 'unresolved:send', resolution);
    await waitUntil('the end', async () => (await batches.readPart(reference, 1)).state === 'COMPLETED');
    expect((await batches.rows(reference)).every(({ safeToPayAgain }) => safeToPayAgain)).toBe(true);
    expect(batches.causesOf(reference, 1)).toEqual([]);
  });

  it.concurrent('a batch whose rows were not stored is stored and paid by the next create', async () => {
    const { reference, people } = newBatch();
    await world.oware.batches.create(toRequest(reference, people).terms);
    await terminateBatch(reference);
    await create(reference, people);
    await paidOnce(reference, 2);
  });

  it.concurrent('an event of a row before its batch exists does not block the batch', async () => {
    const { reference, people } = newBatch();
    const eventData = {
      reference: `${reference}--b1`,
      status: 'SUCCESS',
      amount: 5_000,
      transactionReference: 'M1',
    };
    expect(await world.postEvent({ eventType: 'SUCCESSFUL_DISBURSEMENT', eventData })).toBe(200);
    await waitUntil('the end of the run of the event', async () => {
      const { status } = await world.handle(batches.partId(reference, 1)).describe();
      return status.name === 'FAILED';
    });
    await create(reference, people);
    await paidOnce(reference, 2);
  });
});
