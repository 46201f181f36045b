import {
  isPartEnded,
  isRowOver,
  PART_TRANSITIONS,
  type PartRow,
  type PartSnapshot,
  type PartState,
  type PartTerms,
  totalsOfPart,
  type UnsentEnd,
} from '../../src/domain/batch/batch-part.js';
import type { RowReading, RowRecord } from '../../src/domain/batch/row-verdict.js';
import type { BatchRow } from '../../src/domain/batch/row.js';
import { sumOf } from '../../src/domain/batch/totals.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import type { NewReviewItem } from '../../src/domain/lifecycle/review.js';
import type { Kobo } from '../../src/domain/money.js';
import { isSafeToPayAgain, isWithoutMoney } from '../../src/domain/payout-end.js';
import type { Settings } from '../../src/config/settings.js';
import type { ReviewResolution } from '../shared/messages.js';
import { createAuthorization } from '../shared/payout/authorization.js';
import { createLifecycleState, timestamp } from '../shared/run/state.js';
import { describePart } from './details.js';

export type Part = ReturnType<typeof createPart>;

export function newSnapshot(terms: PartTerms, at: string): PartSnapshot {
  return {
    ...beginning('PENDING', 'the names at the banks are being checked', at),
    lifecycle: 'batch-part',
    terms,
    rows: terms.rows.map(() => ({ state: 'PENDING' })),
    version: 0,
    reported: 0,
  };
}

/** Replies and webhooks do without the rows. */
function withoutRows(part: PartSnapshot): PartSnapshot {
  return { ...part, terms: { ...part.terms, rows: [] }, rows: [], totals: part.totals ?? totalsOfPart(part) };
}

export function createPart(initial: PartSnapshot) {
  const record = createLifecycleState<PartSnapshot>(initial, {
    describe: describePart,
    allowedTransitions: PART_TRANSITIONS,
    worth: ({ terms }) => sumOf(terms.rows),
    inWebhooks: withoutRows,
  });
  const { snapshot, change } = record;
  const authorization = createAuthorization(record);

  /** The batch has to know. Versions are times, so that those of a restored part are later than any before. */
  const touch = () => change({ version: Math.max(snapshot().version + 1, Date.now()) });

  function transitionTo(to: PartState, reason: string): void {
    if (snapshot().state === to) return;
    record.transitionTo(to, reason);
    touch();
  }

  function raise(item: NewReviewItem): boolean {
    const isNew = record.raise(item);
    if (isNew) touch();
    return isNew;
  }

  /** Changes rows, all at once; `next` returns the same row where nothing changes. True when something did. */
  function setRows(next: (known: PartRow, row: BatchRow) => PartRow): boolean {
    const { terms, rows } = snapshot();
    const changed = rows.map((known, index) => {
      const row = terms.rows[index];
      return row ? next(known, row) : known;
    });
    if (changed.every((row, index) => row === rows[index])) return false;
    change({ rows: changed });
    return true;
  }

  function changeRows(next: (known: PartRow, row: BatchRow) => PartRow): void {
    if (setRows(next)) touch();
  }

  const rowsIn = (...states: readonly PartRow['state'][]): BatchRow[] =>
    snapshot().terms.rows.filter((_row, index) =>
      states.includes(snapshot().rows[index]?.state ?? 'PENDING'),
    );

  /** Ends everything that was not sent. */
  function endUnsent(as: UnsentEnd, reason: string): void {
    changeRows((known) =>
      known.state === 'PENDING' || known.state === 'HELD'
        ? { ...known, state: as, reason: known.state === 'HELD' ? (known.reason ?? reason) : reason }
        : known,
    );
    transitionTo(as, reason);
  }

  /** The row after a reading, and what needs review. */
  function afterReading(known: PartRow, row: BatchRow, { record: found, reading }: Read): PartRow {
    const learned = found ? learn(known, found) : known;
    if (reading.kind !== 'end') return learned;
    const { to, observed } = reading;
    if (to === known.state) return learned;
    if (isWithoutMoney(to) && isWithoutMoney(known.state)) return learned;
    if (known.state === 'REVERSED' || (known.state === 'SUCCESS' && to !== 'REVERSED')) {
      conflict(row, `the gateway reports ${to} after ${known.state}`);
      return learned;
    }
    if (to === 'SUCCESS' && isSafeToPayAgain(known)) {
      conflict(row, 'it succeeded after it was reported as safe to pay again');
    }
    if (to === 'REVERSED') {
      const reason = `row ${row.n}: the bank returned the money after it had accepted it`;
      raise({ kind: 'payout-reversed', subject: subjectOf(row), reason, atRiskKobo: row.amountKobo });
    }
    record.clear(({ key }) => key === `unresolved:${subjectOf(row)}`);
    return {
      ...learned,
      state: to,
      reason: observed,
      ...(to === 'FAILED' && { failedAt: timestamp() }),
    };
  }

  function conflict(row: BatchRow, reason: string): void {
    const subject = subjectOf(row);
    raise({
      kind: 'conflicting-records',
      subject,
      reason: `row ${row.n}: ${reason}`,
      atRiskKobo: row.amountKobo,
    });
  }

  return {
    ...record,
    ...authorization,
    transitionTo,
    raise,
    resolve: (...given: Parameters<typeof record.resolve>) => {
      record.resolve(...given);
      touch();
    },
    touch,
    changeRows,
    rowsIn,
    endUnsent,
    isUnsent: () => snapshot().sentAt === undefined && !isPartEnded(snapshot().state),
    /** Until its names are checked, a part has nothing to tell. */
    isReportDue: () => {
      const { state, version, reported } = snapshot();
      return version > reported && state !== 'PENDING';
    },
    /** Every row has its final state, and failures were confirmed. */
    isOver: () => snapshot().rows.every(isRowOver),
    /** What the rows to send add up to. */
    sumToSend: (): Kobo => sumOf(rowsIn('PENDING')),
    /** The gateway accepted it. */
    setSent(waitsForOtp: boolean): void {
      const now = timestamp();
      change({ sentAt: now, pendingSince: now });
      if (waitsForOtp) {
        change({ authorization: { since: now, attempts: 0 } });
        transitionTo('PENDING_AUTHORIZATION', 'the gateway wants an OTP');
      } else transitionTo('IN_PROGRESS', 'sent to the gateway');
    },
    /** Applies what a check shows of rows. */
    applyReadings(readings: ReadonlyMap<number, Read>): void {
      for (const [n, { reading }] of readings) record.weighDoubt(`row-${n}`, reading);
      changeRows((known, row) => {
        const read = readings.get(row.n);
        return read ? afterReading(known, row, read) : known;
      });
    },
    /** Failures that a second read, minutes after the first, shows too. */
    confirmFailures(shown: (row: BatchRow) => boolean, { failureConfirmMs }: Settings): void {
      changeRows((known, row) => {
        const { state, failedAt, failedTwice } = known;
        const isDue = state === 'FAILED' && !failedTwice && failedAt !== undefined;
        if (!isDue || Date.now() < Date.parse(failedAt) + failureConfirmMs || !shown(row)) return known;
        return { ...known, failedTwice: true };
      });
    },
    /** The batch does not need them. */
    learnSessions(sessions: ReadonlyMap<number, string>): void {
      setRows((known, row) => {
        const sessionId = sessions.get(row.n);
        return sessionId === undefined || sessionId === known.sessionId ? known : { ...known, sessionId };
      });
    },
    /** Further effects of an operator's decision: they conclude rows that the gateway never reported. */
    onResolved({ key, decision, reason }: ReviewResolution): [] {
      if (decision !== 'happened' && decision !== 'did-not-happen') return [];
      const named = /^unresolved:row-(\d+)$/.exec(key)?.[1];
      if (named === undefined && key !== 'unresolved:others') return [];
      const open = new Set(snapshot().review.map((item) => item.key));
      changeRows((known, row) => {
        const isMeant =
          named === undefined ? !open.has(`unresolved:${subjectOf(row)}`) : row.n === Number(named);
        if (!isMeant || known.state !== 'PENDING') return known;
        const [state, concluded] =
          decision === 'happened' ? (['SUCCESS', 'paid'] as const) : (['FAILED', 'not paid'] as const);
        return { ...known, state, concluded: true, reason: `an operator concluded: ${concluded}: ${reason}` };
      });
      return [];
    },
    isAnswerable: () => true,
  };
}

/** One reading of a row, with the record that it comes from. */
export interface Read {
  readonly reading: RowReading;
  readonly record?: RowRecord;
}

export function subjectOf({ n }: Pick<BatchRow, 'n'>): string {
  return `row-${n}`;
}

function learn(known: PartRow, { status, transactionReference, fee }: RowRecord): PartRow {
  const isNew =
    status !== known.status ||
    (transactionReference !== undefined && transactionReference !== known.transactionReference) ||
    (fee !== undefined && fee !== known.feeKobo);
  if (!isNew) return known;
  return {
    ...known,
    status,
    ...(transactionReference !== undefined && { transactionReference }),
    ...(fee !== undefined && { feeKobo: fee }),
  };
}
