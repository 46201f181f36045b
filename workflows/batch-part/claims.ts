import { isRowEnded, type PartRow } from '../../src/domain/batch/batch-part.js';
import { levelOf } from '../../src/domain/batch/row-events.js';
import type { BatchRow } from '../../src/domain/batch/row.js';
import { afterCheck, openClaim } from '../../src/domain/lifecycle/claim.js';
import type { DisbursementEvent } from '../../src/domain/lifecycle/events/disbursement.js';
import { earliest } from '../../src/domain/lifecycle/schedule.js';
import type { Settings } from '../../src/config/settings.js';
import type { CheckedRows } from './checks.js';
import type { PartLifecycle } from './lifecycle.js';
import { subjectOf } from './state.js';

/** Bounds the state: a claim for each row of a part. */
const CLAIMS_KEPT = 500;

/**
 * Keeps what an event reports beyond the state of its row until a record shows it. Rows that are under way need none:
 * they are checked until they end, but not for a reversal after that. True when the event is kept.
 */
export function keepClaim(
  lifecycle: PartLifecycle,
  { key, status }: DisbursementEvent,
  { row, known }: { readonly row: BatchRow; readonly known: PartRow },
): boolean {
  const claims = lifecycle.claims();
  if (claims.some((claim) => claim.key === key)) return true;
  const level = levelOf(status);
  const knownLevel = levelOf(known.state);
  const mayBeMissed = isRowEnded(known) || status === 'REVERSED';
  if (level <= knownLevel || !mayBeMissed || claims.length >= CLAIMS_KEPT) return false;
  const claimed = { key, subject: subjectOf(row), level };
  const claim = openClaim(claimed, { knownLevel, wasConcludedBefore: false }, Date.now());
  lifecycle.setClaims([...claims, claim]);
  return true;
}

export function claimsDueAt(lifecycle: PartLifecycle): number | undefined {
  return earliest(...lifecycle.claims().map(({ dueAt }) => dueAt));
}

/** Ends the claims that a check has shown, or that no record has shown in time: those need review. */
export function concludeClaims(
  lifecycle: PartLifecycle,
  { readings, unchanged }: CheckedRows,
  { startedAt, settings }: { readonly startedAt: number; readonly settings: Settings },
): void {
  const part = lifecycle.subject();
  const { terms, rows } = part.snapshot();
  for (const claim of lifecycle.claims()) {
    const index = terms.rows.findIndex((row) => subjectOf(row) === claim.subject);
    const row = terms.rows[index];
    if (!row) continue;
    const after = afterCheck(claim, shownLevel(row), { now: Date.now(), rules: settings });
    // a check with another trigger can prove a claim, but does not use up the claim's schedule
    if (after.kind !== 'ended' && claim.dueAt > startedAt) continue;
    const others = lifecycle.claims().filter((each) => each.key !== claim.key);
    lifecycle.setClaims(after.kind === 'open' ? [...others, after.claim] : others);
    if (after.kind === 'open') continue;
    part.markSeen(claim.key);
    if (after.kind === 'ended') continue;
    const reason = `row ${row.n}: the gateway's record does not show what a gateway event reported`;
    part.raise({ kind: 'unproven-event', subject: claim.subject, reason, atRiskKobo: row.amountKobo });
  }

  /** Undefined when the gateway did not answer for the row. */
  function shownLevel({ n }: BatchRow): number | undefined {
    const reading = readings.get(n)?.reading;
    if (reading)
      return reading.kind === 'doubt' ? undefined : levelOf(reading.kind === 'end' ? reading.to : '');
    if (!unchanged.has(n)) return undefined;
    return levelOf(rows[n - (terms.rows[0]?.n ?? 1)]?.state);
  }
}
