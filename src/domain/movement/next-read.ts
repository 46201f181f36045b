import { earliest, pauseBefore } from '../lifecycle/schedule.js';
import { ABSENCE_GAP_MS, CONFIRM_MS, type Evidence, isConfirmed, isStepUnconfirmed } from './evidence.js';
import { ABSENCES_NEEDED, standingOf } from './standing.js';

/** How often a movement's record was read. */
export interface Reads {
  /** In a row without news. */
  readonly count: number;
  /** When the last one was asked. */
  readonly lastAt?: number;
  /** An event, a person or a rule wants one now. */
  readonly isWanted?: true;
  /** It stays wanted until it is answered: an event contradicts what is known. */
  readonly isOwed?: true;
  /** In a row without an answer. */
  readonly unanswered?: number;
  /** Answered since something was claimed that no record shows. */
  readonly ofClaim?: number;
}

export const NO_READS: Reads = { count: 0 };

export interface ReadRules {
  /** Pauses between reads while an outcome is expected; after the last, each is twice the one before. */
  readonly scheduleMs: readonly number[];
  /** How long the event that usually follows a request is waited for. */
  readonly graceMs: number;
  /** From when on an outcome is expected, in milliseconds since the epoch. */
  readonly expectedFrom: number;
  /** Until then: how long after the request it is read, should an event be lost; and how often after that. */
  readonly safetyMs: readonly number[];
  readonly dailyMs: number;
  /** When a person must know that the outcome is still unknown, in milliseconds since the epoch. */
  readonly unresolvedAt: number;
  /** Nothing waits for it, and there are many: it is not read where a reading proves no more than the one before. */
  readonly isPatient?: boolean;
}

/** When the record is read next, in milliseconds since the epoch; undefined while a reading could change nothing. */
export function nextReadAt(evidence: Evidence, reads: Reads, rules: ReadRules): number | undefined {
  if (evidence.sending !== undefined) return undefined;
  if (reads.isWanted) return wantedAt(reads, rules);
  if (!isAwaited(evidence)) return undefined;
  const { lastAt = -Infinity } = reads;
  const telling = [rules.unresolvedAt, ...tellingMoments(evidence, rules)].filter((at) => at > lastAt);
  return earliest(plannedAt(evidence, reads, rules), ...telling);
}

const wantedAt = ({ lastAt = 0, unanswered = 0 }: Reads, { scheduleMs }: ReadRules) =>
  unanswered === 0 ? 0 : lastAt + pauseBefore(scheduleMs, unanswered - 1);

/** The reads after one more. What is owed stays wanted until it is answered; a record that changes back and forth counts as read. */
export function afterRead(
  reads: Reads,
  {
    askedAt,
    isAnswered,
    isClaimed,
  }: { readonly askedAt: number; readonly isAnswered: boolean; readonly isClaimed: boolean },
): Reads {
  const counted = { count: reads.count + 1, lastAt: askedAt };
  const ofClaim = isClaimed ? (reads.ofClaim ?? 0) + (isAnswered ? 1 : 0) : 0;
  const claim = ofClaim > 0 ? { ofClaim } : {};
  if (isAnswered) return { ...counted, ...claim };
  const { isOwed, unanswered = 0 } = reads;
  return {
    ...counted,
    ...claim,
    ...(isOwed && { isWanted: true, isOwed, unanswered: unanswered + 1 }),
  };
}

/** Whether a reading could tell more than is known. */
export function isAwaited(evidence: Evidence): boolean {
  if (evidence.claimedBack !== undefined || isUnconfirmed(evidence)) return true;
  switch (standingOf(evidence).name) {
    case 'unsent':
    case 'nothing':
    case 'returned':
      return false;
    case 'moved':
      return evidence.isOpen;
    default:
      return true;
  }
}

/** Whether a second reading would settle what the last one showed. */
export function isUnconfirmed(evidence: Evidence): boolean {
  const { run, proven, left, isUnreadable } = evidence;
  if (!run || run.isNoted || isConfirmed(run)) return false;
  switch (run.shows) {
    case 'absent':
      return false;
    case 'end':
      return !evidence.isEnded;
    case 'return':
      return true;
    case 'money':
      return run.amount < proven || evidence.isReopened;
    default:
      return proven > 0 || isUnreadable || left?.open === 'authorise' || isStepUnconfirmed(evidence);
  }
}

function plannedAt(
  evidence: Evidence,
  { count: sinceNews, ofClaim = 0, lastAt }: Reads,
  rules: ReadRules,
): number | undefined {
  const count = Math.max(sinceNews, ofClaim);
  const { scheduleMs, graceMs, expectedFrom } = rules;
  const { left, run } = evidence;
  if (run && isForLater(evidence, lastAt ?? 0)) return run.since + CONFIRM_MS;
  const sentAt = left?.last ?? 0;
  // a request without an answer, an end, a claim and a doubt are looked into at once
  const isUrgent = left?.open !== undefined || standingOf(evidence).name !== 'waiting';
  const from = isUrgent ? sentAt : Math.max(sentAt, expectedFrom);
  if (lastAt !== undefined && lastAt >= from) return lastAt + pauseBefore(scheduleMs, Math.max(count - 1, 0));
  if (left?.open !== undefined) return sentAt + pauseBefore(scheduleMs, 0);
  return earliest(from + graceMs, safetyAt(sentAt, lastAt ?? sentAt, rules));
}

/** An end or a return was read once: nothing before the second reading could settle it, unless an event says otherwise. */
function isForLater(evidence: Evidence, lastAt: number): boolean {
  const { run, claimed, claimedBack } = evidence;
  if (!run || (run.shows !== 'end' && run.shows !== 'return') || !isUnconfirmed(evidence)) return false;
  return claimed === undefined && claimedBack === undefined && lastAt < run.since + CONFIRM_MS;
}

/** A lost event must cost minutes, not the whole time until an outcome is expected. */
function safetyAt(sentAt: number, lastAt: number, { safetyMs, dailyMs }: ReadRules): number {
  const listed = safetyMs.find((ms) => sentAt + ms > lastAt);
  const days = Math.floor((lastAt - sentAt) / dailyMs) + 1;
  return sentAt + (listed ?? days * dailyMs);
}

/** From when on a reading can settle what the ones before could not. */
function tellingMoments(evidence: Evidence, { isPatient = false }: ReadRules): readonly number[] {
  const { run, left, absences, terms } = evidence;
  if (run && isUnconfirmed(evidence)) return [run.since + CONFIRM_MS];
  if (run?.shows !== 'absent' || !left) return [];
  const { repeatAfterMs = 0, horizonMs } = terms;
  const isCounted = isPatient && absences !== undefined && absences.count >= ABSENCES_NEEDED - 1;
  // the last of the absences that prove something must be as late as the horizon; further ones prove no more
  const isProven = absences !== undefined && absences.last - left.last >= (horizonMs ?? Infinity);
  const gap = absences === undefined || isCounted || isProven ? [] : [absences.last + ABSENCE_GAP_MS];
  return [left.last + repeatAfterMs, ...(horizonMs === undefined ? [] : [...gap, left.last + horizonMs])];
}
