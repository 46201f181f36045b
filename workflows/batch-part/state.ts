import {
  isPartEnded,
  PART_TRANSITIONS,
  type PartSnapshot,
  type PartTerms,
  totalsOfPart,
} from '../../src/domain/batch/batch-part.js';
import type { PartRequest, PartRow } from '../../src/domain/batch/part-row.js';
import { areRowsOver, partStateOf } from '../../src/domain/batch/part-state.js';
import { takeRules } from '../../src/domain/batch/newer-rules.js';
import { afterRequest, endHeld, isInRequest, showRow } from '../../src/domain/batch/row-payout.js';
import type { BatchRow } from '../../src/domain/batch/row.js';
import { sumOf } from '../../src/domain/batch/totals.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import type { NewReviewItem, ReviewItem } from '../../src/domain/lifecycle/review.js';
import { type Kobo, ZERO } from '../../src/domain/money.js';
import { isSeen } from '../../src/domain/movement/evidence.js';
import { standingOf } from '../../src/domain/movement/standing.js';
import { newPayout } from '../../src/domain/payout/payout.js';
import { isOtpWithheld, isUnknown } from '../../src/domain/payout/state.js';
import { clearJudged } from '../shared/run/rules.js';
import { createLifecycleState, timestamp } from '../shared/run/state.js';
import { createTurns } from '../shared/run/turns.js';
import { describePart } from './details.js';

export type Part = ReturnType<typeof createPart>;

export function newSnapshot(terms: PartTerms, at: string): PartSnapshot {
  return {
    ...beginning('PENDING', 'the names at the banks are being checked', at),
    lifecycle: 'batch-part',
    terms,
    rows: terms.rows.map(() => ({ state: 'PENDING' })),
    // its batch has the approval
    request: { ...newPayout({ asked: ZERO }), needsNoApproval: true, state: 'PENDING', reason: 'created' },
    version: 0,
    reported: 0,
  };
}

/** Replies and webhooks do without the rows. */
function withoutRows(part: PartSnapshot): PartSnapshot {
  return { ...part, terms: { ...part.terms, rows: [] }, rows: [], totals: part.totals ?? totalsOfPart(part) };
}

/** Whether its batch has to know of the change. */
const isNews = (row: PartRow, before: PartRow | undefined) =>
  row.state !== before?.state || row.returned !== before.returned || row.contradicted !== before.contradicted;

/** The request of a new part has the version of its part. */
const withVersion = (part: PartSnapshot): PartSnapshot =>
  part.rules === undefined ? part : { ...part, request: { rules: part.rules, ...part.request } };

/** The state of a part. What is known of its request and its rows changes here only; what is shown follows from it. */
export function createPart(initial: PartSnapshot) {
  const record = createLifecycleState<PartSnapshot>(withVersion(initial), {
    describe: describePart,
    allowedTransitions: PART_TRANSITIONS,
    worth: ({ terms }) => sumOf(terms.rows),
    inWebhooks: withoutRows,
  });
  const { snapshot } = record;
  let changes = 0;
  const over = { at: -1, is: false };
  const inTurn = createTurns();
  let withdrawal: (() => void) | undefined;

  function change(part: Partial<PartSnapshot>): void {
    changes += 1;
    record.change(part);
  }

  /** The batch has to know. Versions are times, so that those of a restored part are later than any before. */
  const touch = () => change({ version: Math.max(snapshot().version + 1, Date.now()) });

  /** What is known, and the state that follows. */
  function know(part: Partial<PartSnapshot>): void {
    const before = snapshot();
    const { state, reason } = partStateOf({ ...before, ...part });
    change(part);
    const isNew = state !== before.state;
    if (isNew) record.transitionTo(state, reason);
    else if (reason !== before.reason) change({ reason });
    const { rows, request, sentAt } = snapshot();
    const isOther = (is: (request: PartRequest) => boolean) => is(request) !== is(before.request);
    const isKnownNow = sentAt !== before.sentAt || isOther(isUnknown) || isOther(isOtpWithheld);
    const hasChanged = rows.some((row, index) => isNews(row, before.rows[index]));
    if (isNew || isKnownNow || hasChanged) touch();
    clearJudged(record, [request, ...rows]);
  }

  function raise(item: NewReviewItem): boolean {
    const isNew = record.raise(item);
    if (isNew) touch();
    return isNew;
  }

  function clear(isGone: (item: ReviewItem) => boolean): void {
    const { review } = snapshot();
    record.clear(isGone);
    if (snapshot().review !== review) touch();
  }

  function rowsToSend(): BatchRow[] {
    const { terms, rows } = snapshot();
    return terms.rows.filter((_row, index) => isInRequest(rows[index] ?? { state: 'PENDING' }));
  }

  function isSettled(): boolean {
    // waiters ask with every message
    if (over.at !== changes) {
      over.at = changes;
      over.is = isPartEnded(snapshot().state) && areRowsOver(snapshot());
    }
    return over.is;
  }

  return {
    ...record,
    change,
    touch,
    raise,
    clear,
    /** What merchants were sent of all its rows is contradicted. */
    noteContradiction(): void {
      change({ contradicted: (snapshot().contradicted ?? 0) + 1 });
      touch();
    },
    /** Grows with every change: what waits looks again. */
    changes: () => changes,
    inTurn,
    setWithdrawal: (withdraw: (() => void) | undefined) => void (withdrawal = withdraw),
    /** Withdraws a request that no worker has started yet; one that has started is answered. */
    withdraw: () => withdrawal?.(),
    resolve: (...given: Parameters<typeof record.resolve>) => {
      record.resolve(...given);
      touch();
    },
    /** Keeps what is known of the request; what is known of rows without a record follows from it. */
    keepRequest(request: PartRequest): void {
      const { terms, rows, sentAt, request: before } = snapshot();
      const { unsent, movement } = request;
      const held = unsent ? rows.map((row) => endHeld(row, unsent.to)) : rows;
      const ended = movement.changes === before.movement.changes ? held : held.map(afterRequest);
      const isThere = movement.isThere || isSeen(movement);
      know({
        request,
        rows: terms.rows.map((row, index) => showRow(row, ended[index] ?? { state: 'PENDING' }, request)),
        ...(isThere && sentAt === undefined && { sentAt: timestamp() }),
      });
    },
    /** Changes rows, all at once; `next` returns the same row where nothing changes. True when something did. */
    changeRows(next: (known: PartRow, row: BatchRow) => PartRow): boolean {
      const { terms, rows, request } = snapshot();
      const changed = rows.map((known, index) => {
        const row = terms.rows[index];
        const after = row ? next(known, row) : known;
        return row && after !== known ? showRow(row, after, request) : after;
      });
      if (changed.every((row, index) => row === rows[index])) return false;
      know({ rows: changed });
      return true;
    },
    /** The names are checked. */
    setChecked(namesAt: string): void {
      change({ namesAt });
      if (snapshot().state !== 'PENDING') return;
      const held = snapshot().rows.filter(({ state }) => state === 'HELD').length;
      record.transitionTo('READY', held === 0 ? 'all names were checked' : `${held} rows are excluded`);
      touch();
    },
    rowsToSend,
    /** What the rows to send add up to. */
    sumToSend: (): Kobo => sumOf(rowsToSend()),
    /** Nothing was sent, as far as Oware knows, and it has not ended. */
    isUnsent: () => {
      const { request } = snapshot();
      return !request.unsent && standingOf(request.movement).name === 'unsent';
    },
    /** Until its names are checked, a part has nothing to tell. */
    isReportDue: () => {
      const { state, version, reported } = snapshot();
      return version > reported && state !== 'PENDING';
    },
    /** Its outcome is known, and no reading is expected to change that. */
    isSettled,
    /** Nothing more is expected of it. */
    isOver: () => isSettled() && !snapshot().request.reads.isWanted,
    isAnswerable: () => true,
    takeRules: (version: number) => takeRules(snapshot(), version),
  };
}
