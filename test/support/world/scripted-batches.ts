import type { BatchRowsRequest, BatchRows, RowRead } from '../../../activities/batch-reads.js';
import type { RowRecord } from '../../../src/domain/batch/row-verdict.js';
import type { DisbursementEvent } from '../../../src/domain/lifecycle/events/disbursement.js';
import { kobo } from '../../../src/domain/money.js';
import { rowReference } from '../../../src/domain/reference.js';
import { toRequest } from '../lifecycles/batches.js';
import { waitForState } from '../wait-until.js';
import { ok, type Request, type ScriptedWorld } from './scripted-gateway.js';
import { payoutEvent, PAYOUT } from './scripted-payouts.js';

interface SentBatch {
  readonly batchReference: string;
  readonly transactionList: readonly { readonly reference: string; readonly amount: number }[];
}

/** Batches on a scripted gateway, which knows the rows that it was sent and shows what a test says about them. */
export function createScriptedBatches(world: ScriptedWorld) {
  /** What the gateway shows of rows, by their references. */
  const records = new Map<string, Omit<RowRecord, 'n'>>();
  /** Rows that the listing leaves out. */
  const unlisted = new Set<string>();
  /** Batches whose rows the gateway shows in listings only. */
  const listedOnly = new Set<string>();
  const settings = { firstStatus: 'PENDING' };

  const show = (batch: string, rows: readonly number[], status: string, more: Partial<RowRecord> = {}) => {
    for (const n of rows) records.set(rowReference(batch, n), { status, amount: PAYOUT, ...more });
  };

  function initiateBatch(request: Request) {
    const { batchReference, transactionList } = request as unknown as SentBatch;
    for (const { reference } of transactionList) {
      records.set(reference, { status: settings.firstStatus, amount: PAYOUT });
    }
    return ok({
      batchReference,
      batchStatus: 'AWAITING_PROCESSING',
      totalTransactionsCount: transactionList.length,
      totalAmount: kobo(transactionList.length * PAYOUT),
    });
  }

  function readBatchRows(request: Request): BatchRows {
    const { batch, rows, known } = request as unknown as BatchRowsRequest;
    const isListed = (n: number) =>
      records.has(rowReference(batch, n)) && !unlisted.has(rowReference(batch, n));
    if (!rows.some(isListed)) return { kind: 'not-found' };
    const before = new Map(Object.entries(known).flatMap(([status, all]) => all.map((n) => [n, status])));
    const changed = rows.filter(isListed).flatMap((n) => {
      const record = records.get(rowReference(batch, n));
      return record && before.get(n) !== record.status ? [{ n, ...record }] : [];
    });
    return { kind: 'ok', changed, missing: rows.filter((n) => !isListed(n)) };
  }

  function readRows(request: Request): RowRead[] {
    const { batch, rows } = request as unknown as BatchRowsRequest;
    return rows.map((n) => {
      const record = records.get(rowReference(batch, n));
      return record && !listedOnly.has(batch)
        ? { kind: 'found', record: { n, ...record } }
        : { kind: 'absent', n };
    });
  }

  const id = (reference: string) => `batch:${reference}`;
  const read = (reference: string) => world.oware.batches.get(reference);
  const readPart = (reference: string, part = 1) => world.oware.batchParts.get(`${reference}/${part}`);

  return {
    records,
    unlisted,
    listedOnly,
    settings,
    show,
    initiateBatch,
    id,
    read,
    readPart,
    /** Every name matches, and nothing is known of any batch. */
    reset() {
      records.clear();
      unlisted.clear();
      listedOnly.clear();
      settings.firstStatus = 'PENDING';
      Object.assign(world.script, {
        enquireNames: (accounts: Request) =>
          (accounts as unknown as readonly unknown[]).map(() => ({ kind: 'held', name: 'ADA OBI' })),
        claimRows: ({ batch }: Request) => batch,
        initiateBatch,
        readBatchRows,
        readRows,
        findBatch: () => null,
      });
    },
    /** Requests a batch of so many rows; the bank of each row may be given. */
    create(reference: string, rows: number, bankOf: (n: number) => string = () => '058') {
      for (let part = 1; part <= Math.ceil(rows / 500); part++) world.partId(reference, part);
      const input = Array.from({ length: rows }, (_, index) => ({
        amount: '5000.00',
        bankCode: bankOf(index + 1),
        accountNumber: String(index + 1).padStart(10, '0'),
        accountName: 'Ada Obi',
      }));
      return world.oware.createBatch(toRequest(reference, input));
    },
    becomes: (reference: string, state: string) =>
      waitForState(reference, state, () => read(reference).catch(() => undefined)),
    partBecomes: (reference: string, state: string, part = 1) =>
      waitForState(`${reference}/${part}`, state, () => readPart(reference, part).catch(() => undefined)),
    rowStates: async (reference: string, part = 1) =>
      (await readPart(reference, part)).rows.map(({ state }) => state),
    report: (batch: string, n: number, status: string, more: Partial<DisbursementEvent> = {}) =>
      world.oware.deliverEvent(
        { lifecycle: 'batch-part', reference: `${batch}/${Math.ceil(n / 500)}` },
        payoutEvent(rowReference(batch, n), status, more),
      ),
    closed: async (reference: string, parts = 1) => {
      for (let part = 1; part <= parts; part++) await world.closed(`batch-part:${reference}/${part}`);
      await world.closed(id(reference));
    },
  };
}

export type ScriptedBatches = ReturnType<typeof createScriptedBatches>;
