import type { BatchFound, BatchRowsRequest, BatchRows, RowRead } from '../../../activities/batch-reads.js';
import { decisionTerms, type GrantAction } from '../../../src/domain/approval/grant.js';
import { inject } from 'vitest';
import { type BatchTerms, releaseTerms } from '../../../src/domain/batch/batch.js';
import { resultsOf } from '../../../src/domain/batch/batch-part.js';
import type { RowRecord } from '../../../src/domain/batch/row-verdict.js';
import type { DisbursementEvent } from '../../../src/domain/lifecycle/events/disbursement.js';
import { kobo } from '../../../src/domain/money.js';
import { rowReference } from '../../../src/domain/reference.js';
import type { Resolution } from '../../../src/domain/lifecycle/review.js';
import { termsHash } from '../../../src/secrets/grants.js';
import { grantOf, testGrants } from '../grants.js';
import { toRequest } from '../lifecycles/batches.js';
import { replayClosedRuns } from '../temporal/replay.js';
import { waitForState } from '../wait-until.js';
import { ok, type Request, type ScriptedWorld } from './scripted-gateway.js';
import { payoutEvent, PAYOUT } from './scripted-payouts.js';
import { DAY } from './world.js';
import { seen } from '../lifecycles/review-items.js';

const MAKER = 'maker@example.com';

/** What a look at pauses finds. */
export const PAUSED = { paused: { reason: 'the bank is down', since: '' } };

/** A grant of the api for a person. */
function sign(
  target: string,
  {
    action,
    terms,
    subject,
  }: { readonly action: GrantAction; readonly terms: object; readonly subject: string },
) {
  const notAfter = new Date(Date.now() + 60 * DAY).toISOString();
  return testGrants.sign(
    grantOf({ action, target, termsHash: termsHash(terms), notAfter, key: 'shop', subject }),
  );
}

interface SentBatch {
  readonly batchReference: string;
  readonly transactionList: readonly { readonly reference: string; readonly amount: number }[];
}

/** Batches on a scripted gateway, which knows the rows that it was sent and shows what a test says about them. */
export function createScriptedBatches(world: ScriptedWorld) {
  /** What the gateway shows of rows, by their references. */
  const records = new Map<string, Omit<RowRecord, 'n'>>();
  /** What the lists of batches show, by the references that the gateway has. */
  const listed = new Map<string, BatchFound>();
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

  async function closed(reference: string, parts = 1): Promise<void> {
    for (let part = 1; part <= parts; part++) await world.closed(`batch-part:${reference}/${part}`);
    await world.closed(id(reference));
  }

  return {
    records,
    listed,
    unlisted,
    listedOnly,
    settings,
    show,
    initiateBatch,
    readBatchRows,
    id,
    read,
    readPart,
    /** Every name matches, and nothing is known of any batch. */
    reset() {
      records.clear();
      listed.clear();
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
        findBatch: ({ batchReference = '' }: Request) => listed.get(batchReference) ?? null,
      });
    },
    /** Requests a batch of so many rows; the bank of each row may be given. */
    create(
      reference: string,
      rows: number,
      bankOf: (n: number) => string = () => '058',
      more: Partial<BatchTerms> = {},
    ) {
      for (let part = 1; part <= Math.ceil(rows / 500); part++) world.partId(reference, part);
      const input = Array.from({ length: rows }, (_, index) => ({
        amount: '5000.00',
        bankCode: bankOf(index + 1),
        accountNumber: String(index + 1).padStart(10, '0'),
        accountName: 'Ada Obi',
      }));
      const { terms, rows: all } = toRequest(reference, input);
      const asked = { ...terms, ...more };
      const maker = sign(id(reference), { action: 'create', terms: asked, subject: MAKER });
      return world.oware.createBatch({ terms: asked, rows: all, maker });
    },
    /** A person releases rows that are excluded; all unless given. */
    async release(
      reference: string,
      {
        isMaker = false,
        rows = 'all',
      }: { readonly isMaker?: boolean; readonly rows?: readonly number[] | 'all' } = {},
    ) {
      const release = { rows, reason: 'called them' };
      const terms = releaseTerms((await read(reference)).terms, release);
      const subject = isMaker ? MAKER : 'checker@example.com';
      const grant = sign(id(reference), { action: 'decide', terms, subject });
      return world.oware.batches.releaseRows(reference, { ...release, grant });
    },
    /** A person decides on the item of a part; with the name of its maker if told so. */
    async decide(
      reference: string,
      decision: Resolution['decision'],
      key: string,
      {
        isMaker = false,
        version,
      }: { readonly isMaker?: boolean; readonly version?: string | undefined } = {},
    ) {
      const partId = `${reference}/1`;
      const { terms, review } = await readPart(reference);
      const decided = { decision, ...seen(review, key), ...(version !== undefined && { version }) };
      const subject = isMaker ? MAKER : 'checker@example.com';
      const grant = sign(`batch-part:${partId}`, {
        action: 'decide',
        terms: decisionTerms(terms, { key, ...decided }),
        subject,
      });
      await world.oware.batchParts.resolve(partId, key, { ...decided, reason: 'the bank says so', grant });
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
    /** Whether each row of the first part may be paid again. */
    safe: async (reference: string) =>
      resultsOf(await readPart(reference)).map(({ safeToPayAgain }) => safeToPayAgain),
    closed,
    /** It is closed, and its histories can be replayed. */
    async replayed(reference: string) {
      await closed(reference);
      for (const workflowId of [id(reference), `batch-part:${reference}/1`]) {
        await replayClosedRuns(world.client, workflowId, inject('bundlePath'));
      }
    },
  };
}

export type ScriptedBatches = ReturnType<typeof createScriptedBatches>;
