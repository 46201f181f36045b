import { pauseBefore } from './schedule.js';

/**
 * What an event claims: that a transaction (or whatever else it is about) has come at least so far. The claim is
 * never believed; it is a reason to check until a record shows it, or shows that more is known than before.
 */
export interface Claim {
  /** The delivery key of its event. */
  readonly key: string;
  readonly subject: string;
  /** How far the event says that it has come: an amount in kobo, or the rank of a state. */
  readonly level: number;
  /** How far it was known to have come when the event arrived. */
  readonly knownLevel: number;
  readonly since: number;
  /** Checks that gave an answer, and checks that did not. */
  readonly answered: number;
  readonly unanswered: number;
  readonly dueAt: number;
  /** Known on arrival: so many checks, and no review. */
  readonly enough?: number;
}

export interface ClaimRules {
  /** When to check again while the record does not show it. */
  readonly checkAgainMs: readonly number[];
  /** Until a read surely shows what was written. */
  readonly propagationMs: number;
  /** How long a gateway without an answer is waited for. */
  readonly unresolvedAfterMs: number;
}

interface ClaimedLevel {
  readonly key: string;
  readonly subject: string;
  readonly level: number;
}

/**
 * A claim that is known already gets one check, and a second one after the propagation delay where another event
 * of the same subject was concluded before: two equal transfers tell the same amount.
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
  /** The schedule is over and no record has shown it. */
  | { readonly kind: 'unproven' }
  | { readonly kind: 'open'; readonly claim: Claim };

/** What a check that was started after the event makes of its claim. Undefined: the gateway gave no answer. */
export function afterCheck(
  claim: Claim,
  shown: number | undefined,
  { now, rules }: { readonly now: number; readonly rules: ClaimRules },
): ClaimAfterCheck {
  if (shown === undefined) return afterSilence(claim, now, rules);
  const answered = claim.answered + 1;
  const isShown = claim.enough === undefined && shown >= claim.level;
  if (isShown || shown > claim.knownLevel) return { kind: 'ended' };
  if (claim.enough !== undefined) {
    if (answered >= claim.enough) return { kind: 'ended' };
    return { kind: 'open', claim: { ...claim, answered, dueAt: now + rules.propagationMs } };
  }
  const pause = rules.checkAgainMs[answered - 1];
  if (pause === undefined) return { kind: 'unproven' };
  return { kind: 'open', claim: { ...claim, answered, dueAt: now + pause } };
}

function afterSilence(claim: Claim, now: number, rules: ClaimRules): ClaimAfterCheck {
  if (now - claim.since >= rules.unresolvedAfterMs) return { kind: 'unproven' };
  const pause = pauseBefore(rules.checkAgainMs, claim.unanswered);
  return { kind: 'open', claim: { ...claim, unanswered: claim.unanswered + 1, dueAt: now + pause } };
}
