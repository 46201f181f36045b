import {
  BATCH_TRANSITIONS,
  type BatchSnapshot,
  type BatchState,
  type BatchTerms,
  isBatchEnded,
  totalsOfBatch,
} from '../../src/domain/batch/batch.js';
import type { PartReport } from '../../src/domain/batch/batch-part.js';
import type { UnsentEnd } from '../../src/domain/payout/payout.js';
import { partCount } from '../../src/domain/batch/part.js';
import { ordersFor, releasesIn } from '../../src/domain/batch/part-orders.js';
import type { Totals } from '../../src/domain/batch/totals.js';
import { beginning } from '../../src/domain/lifecycle/lifecycle.js';
import { type Hold, isHold, type ReviewKind } from '../../src/domain/lifecycle/review.js';
import { inWords } from '../../src/domain/lifecycle/webhook.js';
import { lastMomentOf } from '../../src/domain/payout/last-moment.js';
import { toNaira, ZERO } from '../../src/domain/money.js';
import type { Settings } from '../../src/config/settings.js';
import type { ReviewResolution } from '../shared/messages.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { createLifecycleState } from '../shared/run/state.js';
import { describeBatch } from './details.js';

export type Batch = ReturnType<typeof createBatch>;

export function newSnapshot(terms: BatchTerms, at: string): BatchSnapshot {
  return { ...beginning('PENDING', 'created by the merchant', at), lifecycle: 'batch', terms, parts: [] };
}

/** States that the merchant receives a webhook for. */
const WITH_WEBHOOK: readonly BatchState[] = [
  'WAITING_FOR_APPROVAL',
  'WAITING_FOR_FUNDS',
  'COMPLETED',
  'CANCELLED',
  'REFUSED',
  'EXPIRED',
];

/** Numbers of what has happened once more. */
const since = (known: number, now: number) =>
  Array.from({ length: Math.max(now - known, 0) }, (_, index) => known + index + 1);

const ordinal = (time: number) => (time === 1 ? '' : `:${time}`);

/** Each return of a row that the last report did not have. */
function returnsSince(known: PartReport | undefined, { reversed }: PartReport): WebhookDraft[] {
  return reversed.flatMap(({ n, merchantReference, amountKobo, times = 1 }) => {
    const before = known?.reversed.find((row) => row.n === n);
    return since(before ? (before.times ?? 1) : 0, times).map((time) => ({
      type: 'batch.item-reversed',
      effect: `reversed:${n}${ordinal(time)}`,
      about: { item: { row: n, reference: merchantReference, amount: toNaira(amountKobo), amountKobo } },
    }));
  });
}

function contradictionsSince(
  known: PartReport | undefined,
  { part, contradicted = {} }: PartReport,
): WebhookDraft[] {
  return Object.entries(contradicted).flatMap(([n, times]) =>
    since(known?.contradicted?.[Number(n)] ?? 0, times).map((time) => ({
      type: 'batch.conflicting-records',
      effect: `conflicting-records:${part}:${n}${ordinal(time)}`,
      about: { part },
    })),
  );
}

const NONE: Totals = { count: 0, sumKobo: ZERO, feeKobo: ZERO };

export function createBatch(initial: BatchSnapshot) {
  const record = createLifecycleState<BatchSnapshot>(initial, {
    describe: describeBatch,
    allowedTransitions: BATCH_TRANSITIONS,
    worth: ({ terms }) => terms.sumKobo,
  });
  const { snapshot, change, clear } = record;

  const numbers = () => Array.from({ length: partCount(snapshot().terms.count) }, (_, index) => index + 1);
  const reportOf = (part: number) => snapshot().parts.find((each) => each.part === part);

  /** Enters a state, and returns its webhook. */
  function enter(to: BatchState, reason: string): WebhookDraft[] {
    const { state, transitions } = snapshot();
    if (state === to) return [];
    record.transitionTo(to, reason);
    if (!WITH_WEBHOOK.includes(to)) return [];
    const effect = isBatchEnded(to) ? to : `${to}:${transitions.length}`;
    return [{ type: `batch.${inWords(to)}`, effect }];
  }

  /** Whether every part has carried out the releases that concern it. */
  const hasIncludedReleases = () =>
    numbers().every((part) => (reportOf(part)?.releases ?? 0) >= releasesIn(ordersFor(snapshot(), part)));

  /** A part that has had more orders to release rows than are known had them from a run that was lost. */
  function lostReleasesIn({ part, releases }: PartReport): Pick<BatchSnapshot, 'lostReleases'> {
    const lost = releases - releasesIn(ordersFor(snapshot(), part));
    const { lostReleases = {} } = snapshot();
    return lost > 0 ? { lostReleases: { ...lostReleases, [part]: (lostReleases[part] ?? 0) + lost } } : {};
  }

  /** What is not sent ends like this. */
  function end(as: UnsentEnd, reason: string): void {
    clear(({ kind }) => isHold(kind));
    if (!snapshot().ending) change({ ending: { as, reason } });
  }

  return {
    ...record,
    enter,
    numbers,
    reportOf,
    hasIncludedReleases,
    isWanted: () => snapshot().ending === undefined,
    isReleased: (hold: Hold) => snapshot().released?.includes(hold) === true,
    /** Nothing may be sent yet. */
    isPreparing: () => {
      const { state, sendingSince, ending } = snapshot();
      return sendingSince === undefined && ending === undefined && !isBatchEnded(state);
    },
    end,
    /** The merchant wants it no more. */
    cancel: () => {
      const reason = 'the merchant cancelled it';
      change({ unwanted: reason });
      end('CANCELLED', reason);
    },
    /** The rows that are to be sent. */
    toSend: (): Totals => totalsOfBatch(snapshot()).byState.PENDING ?? NONE,
    held: (): Totals => totalsOfBatch(snapshot()).byState.HELD ?? NONE,
    /** Rows were released: by this batch, or, as the parts know, in a run that was lost. */
    hasReleased: (): boolean => {
      const { releases = [], parts } = snapshot();
      return releases.length > 0 || parts.some(({ released = 0 }) => released > 0);
    },
    /** The last moment to send anything. */
    lastMoment: ({ transferValidityMs }: Settings): number => {
      const { terms, epoch } = snapshot();
      return lastMomentOf(terms, epoch, transferValidityMs);
    },
    /** A part has news. */
    addUnread(part: number): void {
      const { unread = [] } = snapshot();
      if (numbers().includes(part) && !unread.includes(part)) change({ unread: [...unread, part] });
    },
    /** Takes the report of a part, unless a later one is known, and returns webhooks. */
    addReport(report: PartReport): WebhookDraft[] {
      const { parts } = snapshot();
      const known = reportOf(report.part);
      if (known && known.version >= report.version) return [];
      change({
        parts: [...parts.filter(({ part }) => part !== report.part), report],
        ...lostReleasesIn(report),
        ...(report.state === 'PENDING_AUTHORIZATION' && { wantsOtp: true }),
      });
      const isWaiting = report.state === 'PENDING_AUTHORIZATION' && known?.state !== report.state;
      return [
        ...returnsSince(known, report),
        ...(isWaiting
          ? [
              {
                type: 'batch.pending-authorization',
                effect: `pending-authorization:${report.part}:${report.version}`,
                about: { part: report.part },
              },
            ]
          : []),
        ...contradictionsSince(known, report),
      ];
    },
    /** Further effects of an operator's decision. */
    onResolved({ decision, reason }: ReviewResolution, kind: ReviewKind): [] {
      if (isHold(kind) && decision === 'release')
        change({ released: [...(snapshot().released ?? []), kind] });
      if (isHold(kind) && decision === 'refuse') {
        change({ ending: { as: 'REFUSED', reason: `an operator refused to send it: ${reason}` } });
      }
      return [];
    },
    isAnswerable: () => true,
  };
}
