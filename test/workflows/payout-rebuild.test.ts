import { describe, expect, it, vi } from 'vitest';
import {
  type PartReport,
  type PartSnapshot,
  type PartTerms,
  resultsOf,
} from '../../src/domain/batch/batch-part.js';
import type { BatchSnapshot, BatchTerms } from '../../src/domain/batch/batch.js';
import { totalsOf } from '../../src/domain/batch/totals.js';
import { kobo } from '../../src/domain/money.js';
import { addAll, CONFIRM_MS, noEvidence } from '../../src/domain/movement/evidence.js';
import { pack } from '../../src/domain/movement/packed.js';
import type { Piece } from '../../src/domain/movement/pieces.js';
import type { TransferSnapshot, TransferTerms } from '../../src/domain/transfer/transfer.js';
import { toTransfer } from '../../src/domain/transfer/view.js';

const AT = '2026-01-15T09:00:00.000Z';
const RUN = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const terms: TransferTerms = {
  reference: 'pay-1',
  amountKobo: kobo(5_000_00),
  currency: 'NGN',
  destination: { bankCode: '058', accountNumber: '0100090002', accountName: 'Chidi Gwarzo' },
  narration: 'Salary March',
};

/** What the gateway answers of the rows of a part. */
let listed: { readonly missing: readonly number[] };
let readSingly: readonly { readonly kind: 'absent' | 'none'; readonly n: number }[];

const answering = (answer: () => unknown) => ({ executeWithOptions: () => Promise.resolve(answer()) });

/** What the run had before it that was lost. */
let left: { readonly terms: object; readonly snapshot: object | undefined };

vi.mock('@temporalio/workflow', async (original) => ({
  ...(await original<object>()),
  proxyActivities: () => ({
    loadClosedRun: () => Promise.resolve({ kind: 'lost', since: Date.parse(AT), ...left }),
    readPartReports: () => Promise.resolve({ reports: [], unanswered: [] }),
    recallBatch: () => Promise.resolve({}),
    readBatchRows: answering(() => ({ kind: 'ok', changed: [], ...listed })),
    readRows: answering(() => readSingly),
    findBatch: answering(() => null),
  }),
  proxySinks: () => new Proxy({}, { get: () => new Proxy({}, { get: () => () => undefined }) }),
  setCurrentDetails: () => undefined,
  upsertSearchAttributes: () => undefined,
  workflowInfo: () => ({
    workflowId: 'transfer:pay-1',
    historyLength: 3,
    continueAsNewSuggested: false,
    typedSearchAttributes: { get: () => undefined },
    unsafe: { isReplaying: false },
  }),
}));

vi.resetModules();
const { createTransferLifecycle } = await import('../../workflows/transfer/lifecycle.js');
const { transferKind } = await import('../../workflows/transfer/kind.js');
const { newSnapshot } = await import('../../workflows/transfer/state.js');
const { rebuildPayout } = await import('../../workflows/shared/payout/single-rebuild.js');
const { changePayout } = await import('../../workflows/shared/payout/place.js');
const { createPlace } = await import('../../workflows/shared/payout/single-run.js');
const { createBatchLifecycle } = await import('../../workflows/batch/lifecycle.js');
const { hasToSignal } = await import('../../workflows/batch/parts.js');
const { rebuild: rebuildBatch } = await import('../../workflows/batch/rebuild.js');
const { newSnapshot: newBatch } = await import('../../workflows/batch/state.js');
const { createPartLifecycle } = await import('../../workflows/batch-part/lifecycle.js');
const { createReader: createPartReader } = await import('../../workflows/batch-part/pay.js');
const { createRequestPlace } = await import('../../workflows/batch-part/place.js');
const { read } = await import('../../workflows/shared/payout/pay-out.js');
const { rebuild: rebuildPart } = await import('../../workflows/batch-part/rebuild.js');
const { newSnapshot: newPart } = await import('../../workflows/batch-part/state.js');
const { createWorkerSettings } = await import('../../workflows/shared/run/worker-settings.js');

/** The transfer as the next run begins with it. */
const rebuilt = async (from: TransferSnapshot | undefined) => (await rebuild(from)).snapshot();

async function rebuild(from: TransferSnapshot | undefined) {
  left = { terms, snapshot: from };
  const input = { from: 'request', terms, recoverFrom: RUN } as const;
  const lifecycle = createTransferLifecycle(input, createWorkerSettings());
  const place = () => createPlace(lifecycle, transferKind(lifecycle));
  await lifecycle.restore(() => rebuildPayout(lifecycle, input, { newSnapshot, createPlace: place }));
  return {
    snapshot: lifecycle.subject().snapshot,
    isAnswerable: lifecycle.subject().isAnswerable,
    count: (news: string) => lifecycle.subject().count(news),
    place: place(),
  };
}

const ends = (at: number): Piece => ({ kind: 'reading', shows: 'end', askedAt: at, answeredAt: at });
const send = (answer: 'accepted' | 'refused'): Piece => ({
  kind: 'send',
  step: 'request',
  answer,
  askedAt: 0,
  answeredAt: 1,
});
const after = (...pieces: readonly Piece[]): TransferSnapshot => {
  const snapshot = newSnapshot(terms, AT);
  return { ...snapshot, movement: addAll(snapshot.movement, pieces) };
};

describe('a transfer whose run was lost', () => {
  const failed = after(send('accepted'), ends(2), ends(2 + CONFIRM_MS));
  const refused = after(send('refused'));

  it.each([
    ['failed', failed],
    ['was refused', refused],
  ])(
    'after it %s is read until the gateway answers: the lost run may have heard of money',
    async (_, before) => {
      expect(await rebuilt(before)).toMatchObject({ reads: { isWanted: true, isOwed: true } });
    },
  );

  it('after it was refused, while its record was to be read once more, stays safe to pay again, and is not sent', async () => {
    const wanted = { ...refused, reads: { count: 0, isWanted: true as const } };
    const snapshot = await rebuilt(wanted);
    expect(snapshot.recovered).toBeUndefined();
    expect(snapshot.movement).toEqual(refused.movement);
  });

  it('after it failed is not shown to a caller as safe to pay again before it was read', async () => {
    const { isAnswerable, place } = await rebuild({ ...failed, state: 'FAILED' });
    expect(isAnswerable()).toBe(false);
    changePayout(place, { reads: { count: 1 } });
    expect(isAnswerable()).toBe(true);
  });

  it('after it failed is shown to no one as safe to pay again before it was read, however long the gateway is silent', async () => {
    const { snapshot, isAnswerable, place } = await rebuild({ ...failed, state: 'FAILED' });
    const isShownAsSafe = () => toTransfer(snapshot()).safeToPayAgain;
    // a create that waits no longer is answered with what is known, and so is every reader
    expect(isShownAsSafe()).toBe(false);
    place.raise({ kind: 'webhook-undelivered', reason: 'the server was down', atRiskKobo: terms.amountKobo });
    expect([isAnswerable(), isShownAsSafe()]).toEqual([true, false]);
    changePayout(place, { reads: { count: 1 } });
    expect(isShownAsSafe()).toBe(true);
  });

  it('before its end was known may have been sent, and waits for a person', async () => {
    for (const before of [undefined, after(), after(send('accepted')), after(send('accepted'), ends(2))]) {
      const { recovered, movement } = await rebuilt(before);
      expect(recovered).toContain('its run was lost');
      expect(movement.left?.open).toBe('request');
    }
  });

  it('is sent as paid under another id, since that it came back may have been sent; a failure has the one from before', async () => {
    const { count, snapshot } = await rebuild(after(send('accepted')));
    expect(count('SUCCESS')).toBe(`SUCCESS:${String(snapshot().rebuiltAt)}`);
    expect(count('FAILED')).toBe('FAILED');
    expect(count('FAILED')).toBe('FAILED:2');
  });
});

describe('a part of a batch whose run was lost', () => {
  const { amountKobo, narration, destination } = terms;
  const ofPart: PartTerms = {
    reference: 'payroll/1',
    batch: 'payroll',
    part: 1,
    title: 'Salaries',
    onValidationFailure: 'CONTINUE',
    rows: [{ n: 1, amountKobo, narration, ...destination }],
  };
  const created = newPart(ofPart, AT);
  const seen = addAll(noEvidence({ asked: amountKobo }), [send('accepted'), ends(2), ends(2 + CONFIRM_MS)]);
  const failed: PartSnapshot = {
    ...created,
    state: 'COMPLETED',
    rows: [{ state: 'FAILED', status: 'FAILED', seen: pack(seen) }],
    request: { ...created.request, movement: addAll(created.request.movement, [send('accepted')]) },
  };

  async function rebuiltPart(snapshotBefore = failed) {
    left = { terms: snapshotBefore.terms, snapshot: snapshotBefore };
    const input = { from: 'request', terms: snapshotBefore.terms, recoverFrom: RUN } as const;
    const lifecycle = createPartLifecycle(input, createWorkerSettings());
    await lifecycle.restore(() => rebuildPart(lifecycle, input));
    const { snapshot, isOver } = lifecycle.subject();
    const areShownAsSafe = () => resultsOf(snapshot()).map(({ safeToPayAgain }) => safeToPayAgain);
    return { lifecycle, snapshot, isOver, areShownAsSafe };
  }

  it('after its rows failed shows none of them as safe to pay again before they were read, however long the gateway is silent', async () => {
    const { lifecycle, snapshot, isOver, areShownAsSafe } = await rebuiltPart();
    expect(snapshot().request.reads).toMatchObject({ isWanted: true, isOwed: true });
    expect([areShownAsSafe(), isOver()]).toEqual([[false], false]);
    changePayout(createRequestPlace(lifecycle), { reads: { count: 1 } });
    expect([areShownAsSafe(), isOver()]).toEqual([[true], true]);
  });

  it('with others under way shows a row that had failed as safe once it was read, and as contradicted by nothing', async () => {
    const [row] = ofPart.rows;
    if (!row) throw new Error('it has a row');
    const pending: Piece = { kind: 'reading', shows: 'pending', askedAt: 2, answeredAt: 2 };
    const underWay = addAll(noEvidence({ asked: amountKobo }), [send('accepted'), pending]);
    const { lifecycle, snapshot, areShownAsSafe } = await rebuiltPart({
      ...failed,
      state: 'IN_PROGRESS',
      terms: { ...ofPart, rows: [row, { ...row, n: 2 }] },
      rows: [...failed.rows, { state: 'PENDING', status: 'PENDING', seen: pack(underWay) }],
    });
    expect(areShownAsSafe()).toEqual([false, false]);
    expect(snapshot().rows.map(({ contradicted }) => contradicted)).toEqual([undefined, undefined]);
    changePayout(createRequestPlace(lifecycle), { reads: { count: 1 } });
    expect(areShownAsSafe()).toEqual([true, false]);
  });

  it('after its rows failed is read until the gateway has answered for each of them: what the lost run had heard may be about that one', async () => {
    const { lifecycle, isOver, areShownAsSafe } = await rebuiltPart();
    listed = { missing: [1] };
    readSingly = [{ kind: 'none', n: 1 }];
    await read(createPartReader(lifecycle));
    expect([areShownAsSafe(), isOver()]).toEqual([[false], false]);
    listed = { missing: [] };
    await read(createPartReader(lifecycle));
    expect([areShownAsSafe(), isOver()]).toEqual([[true], true]);
  });
});

describe('a batch whose run was lost', () => {
  const ofBatch: BatchTerms = {
    reference: 'payroll',
    title: 'Salaries',
    onValidationFailure: 'CONTINUE',
    currency: 'NGN',
    count: 1,
    sumKobo: terms.amountKobo,
    fingerprint: 'f',
  };
  const ready: PartReport = {
    part: 1,
    state: 'READY',
    version: 7,
    isSent: false,
    releases: 0,
    totals: totalsOf([{ state: 'PENDING', amountKobo: terms.amountKobo }]),
    needKobo: terms.amountKobo,
    review: [],
    reversed: [],
  };
  const sending: BatchSnapshot = {
    ...newBatch(ofBatch, AT),
    state: 'IN_PROGRESS',
    sendingSince: AT,
    sendUntil: AT,
    ordered: [1],
    parts: [ready],
    signalled: { 1: { releases: 0, order: 'send', version: ready.version } },
  };

  it('signals a part again that had no batch to read its orders from: neither is sent otherwise', async () => {
    left = { terms: ofBatch, snapshot: sending };
    const input = { from: 'request', terms: ofBatch, recoverFrom: RUN } as const;
    const lifecycle = createBatchLifecycle(input, createWorkerSettings());
    await lifecycle.restore(() => rebuildBatch(lifecycle, input));
    expect(hasToSignal(lifecycle)).toBe(true);
  });
});
