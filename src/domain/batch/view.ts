import { toApprovalView } from '../approval/view.js';
import { toStanding } from '../lifecycle/state-view.js';
import { inNairaAndKobo, toNaira } from '../money.js';
import { type BatchSnapshot, totalsOfBatch } from './batch.js';
import { type PartReport, type PartSnapshot, totalsOfPart } from './batch-part.js';
import { isUnknown } from '../payout/state.js';
import { partCount, partId } from './part.js';
import type { BatchTotals, Totals } from './totals.js';

/** A batch as merchants see it, in replies and in webhooks: totals and a link to the rows, never the rows. */
export function toBatch(batch: BatchSnapshot) {
  const { terms, state, reason, approval, releases } = batch;
  return {
    reference: terms.reference,
    state,
    reason,
    title: terms.title,
    narration: terms.narration,
    onValidationFailure: terms.onValidationFailure,
    currency: terms.currency,
    count: terms.count,
    sum: toNaira(terms.sumKobo),
    sumKobo: terms.sumKobo,
    retryOf: terms.retryOf,
    retriedBy: batch.retriedBy,
    startAt: terms.startAt,
    notAfter: terms.notAfter,
    duplicateIntended: terms.duplicateIntended,
    sealedAt: batch.sealedAt,
    totals: toTotals(totalsOfBatch(batch)),
    partCount: partCount(terms.count),
    parts: [...batch.parts].sort((a, b) => a.part - b.part).map((part) => toPartLine(terms.reference, part)),
    rows: `/v1/batches/${terms.reference}/rows`,
    releases,
    approval: toApprovalView(approval),
    ...toStanding(batch),
  };
}

function toPartLine(batch: string, { part, state, outcome, totals, review }: PartReport) {
  return {
    part,
    state,
    outcome,
    totals: toTotals(totals),
    ...(review.length > 0 && {
      needsReview: review,
      reviewAt: `/v1/batch-parts/${encodeURIComponent(partId(batch, part))}`,
    }),
  };
}

function toTotals({ byState, ...totals }: BatchTotals) {
  const states = Object.entries(byState).map(([state, each]) => [state, toSums(each)]);
  return { ...toSums(totals), byState: Object.fromEntries(states) as Record<string, Sums> };
}

type Sums = ReturnType<typeof toSums>;

function toSums({ count, sumKobo, feeKobo }: Totals) {
  return { count, ...inNairaAndKobo('sum', sumKobo), ...inNairaAndKobo('fee', feeKobo) };
}

/** A part as operators see it. */
export function toPart(part: PartSnapshot) {
  const { terms, state, reason, authorization } = part;
  return {
    reference: terms.reference,
    batch: terms.batch,
    part: terms.part,
    state,
    reason,
    outcome: isUnknown(part.request) ? ('unknown' as const) : undefined,
    totals: toTotals(part.totals ?? totalsOfPart(part)),
    sentAt: part.sentAt,
    authorization: authorization && {
      since: authorization.since,
      incorrectOtps: authorization.attempts,
      resentAt: authorization.resentAt,
    },
    ...toStanding(part),
  };
}
