import { pauseBefore } from './schedule.js';

/**
 * What an event claims: that a subject, such as a mandate, has reached a level. The claim is never believed; it is a reason
 * to check until a record shows as much.
 */
export interface Claim {
  /** The delivery key of its event. */
  readonly key: string;
  readonly subject: string;
  /** The level that the event reports: an amount in kobo, or the rank of a state. */
  readonly level: number;
  /** The level that was known when the event arrived. */
  readonly knownLevel: number;
  readonly since: number;
  /** Checks with a reply, and checks without. */
  readonly answered: number;
  readonly unanswered: number;
  readonly dueAt: number;
  /** Already known on arrival: this many checks, and no review item. */
  readonly enough?: number;
}

export interface ClaimRules {
  /** When to recheck while the record does not show it. */
  readonly recheckScheduleMs: readonly number[];
  /** After this time a read surely shows what was written. */
  readonly propagationMs: number;
  /** How long to wait for a gateway that does not answer. */
  readonly unresolvedAfterMs: number;
}

interface ClaimedLevel {
  readonly key: string;
  readonly subject: string;
  readonly level: number;
}

/**
 * A claim that is already known gets one check, and a second one after the propagation delay if another event
 * of the same subject was concluded before: two equal transfers report the same amount.
 */
export function openClaim(
  { key, subject, level }: ClaimedLevel,
  { knownLevel, wasConcludedBefore }: { readonly knownLevel: number; readonly wasConcludedBefore: boolean },
  now: number,
): Claim {
  const isCovered = level <= knownLevel;
  return {
    key,
    subject,
    level,
    knownLevel,
    since: now,
    answered: 0,
    unanswered: 0,
    dueAt: now,
    ...(isCovered && { enough: wasConcludedBefore ? 2 : 1 }),
  };
}

export type ClaimAfterCheck =
  | { readonly kind: 'ended' }
  /** The schedule ended and no record has shown it. */
  | { readonly kind: 'unproven' }
  | { readonly kind: 'open'; readonly claim: Claim };

/** The claim after a check that started after its event. Undefined: the gateway did not answer. */
export function afterCheck(
  claim: Claim,
  shown: number | undefined,
  { now, rules }: { readonly now: number; readonly rules: ClaimRules },
): ClaimAfterCheck {
  if (shown === undefined) return afterSilence(claim, now, rules);
  const answered = claim.answered + 1;
  // of what was known on arrival, only more is news
  if (claim.enough === undefined ? shown >= claim.level : shown > claim.knownLevel) return { kind: 'ended' };
  if (claim.enough !== undefined) {
    if (answered >= claim.enough) return { kind: 'ended' };
    return { kind: 'open', claim: { ...claim, answered, dueAt: now + rules.propagationMs } };
  }
  const pause = rules.recheckScheduleMs[answered - 1];
  if (pause === undefined) return { kind: 'unproven' };
  return { kind: 'open', claim: { ...claim, answered, dueAt: now + pause } };
}

function afterSilence(claim: Claim, now: number, rules: ClaimRules): ClaimAfterCheck {
  if (now - claim.since >= rules.unresolvedAfterMs) return { kind: 'unproven' };
  const pause = pauseBefore(rules.recheckScheduleMs, claim.unanswered);
  return { kind: 'open', claim: { ...claim, unanswered: claim.unanswered + 1, dueAt: now + pause } };
}
