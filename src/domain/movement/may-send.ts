import { type Kobo, totalOf } from '../money.js';
import { type Evidence, isSeen, isStepUnconfirmed } from './evidence.js';
import type { Shown, Step } from './pieces.js';
import { itemsOf, type Standing, standingOf } from './standing.js';

/** What is known of a movement was read this short a time before. */
export const FRESH_MS = 5 * 60_000;
/** What was checked before a send, such as a name or a limit, counts for a day. */
export const CHECKED_MS = 24 * 3_600_000;
/** Requests of one movement that may ever leave. */
const MOST_SENDS = 2;

/** What several obligations share and must not exceed together: the payment that is refunded, a mandate's total, a day. */
export interface Limit {
  readonly name: string;
  readonly cap: Kobo;
  /** What may have moved of it already, without this movement: the sum of `most`. */
  readonly taken: Kobo;
  /** When both were read at the gateway, where they must be; -Infinity while something of them was not. */
  readonly readAt?: number;
}

export interface SendQuestion {
  readonly step: Step;
  readonly now: number;
  /** When the last wait ended: nothing that was read before it counts as fresh. */
  readonly waitedUntil: number;
  readonly notAfter: number;
  /** Cancel, pause, doubt about a recovery and others: each is lifted by its own cause. */
  readonly against: readonly string[];
  readonly isApproved: boolean;
  /** When everything that must be checked before a send was checked. */
  readonly checkedAt: number | undefined;
  /** When a person or the merchant last asked for it: before that nothing is repeated after a return or a decision. */
  readonly commandedAt?: number;
  readonly movement: Evidence;
  /** The other movements of the same obligation, over all attempts and retries. */
  readonly others: readonly Evidence[];
  /** What must happen once in all. */
  readonly obligation: Kobo;
  readonly limits: readonly Limit[];
}

export type WhyNot =
  | { readonly because: 'against'; readonly reasons: readonly string[] }
  | { readonly because: 'not-approved' }
  | { readonly because: 'too-late' }
  | { readonly because: 'not-checked' }
  /** A request of this movement is on its way. */
  | { readonly because: 'on-its-way' }
  /** Of this movement: it may have left, and nothing proves that it may be sent again. */
  | { readonly because: 'may-have-moved' }
  | { readonly because: 'sent-twice' }
  /** It does not wait for this step. */
  | { readonly because: 'not-awaited' }
  /** A claim, a doubt or an amount that a person must look at. */
  | { readonly because: 'doubtful' }
  /** These must be read again first: what is known of them is not fresh. */
  | { readonly because: 'not-fresh'; readonly isOwn: boolean; readonly others: readonly number[] }
  | { readonly because: 'moved-already' }
  | { readonly because: 'needs-command' }
  /** What it shares with others must be read again first. */
  | { readonly because: 'limit-not-fresh'; readonly limit: string }
  | { readonly because: 'over-limit'; readonly limit: string };

const OWN_NOT_FRESH: WhyNot = { because: 'not-fresh', isOwn: true, others: [] };

/**
 * May it be sent now? Undefined: yes. One answer for every request that can make money move, in every lifecycle. What the
 * movement itself forbids comes first: no approval is asked for what may have moved.
 */
export function whyNotSend(question: SendQuestion): WhyNot | undefined {
  const { now, movement, others, limits, checkedAt } = question;
  if (movement.sending !== undefined) return { because: 'on-its-way' };
  if ([movement, ...others].some(isInDoubt)) return { because: 'doubtful' };
  const own = question.step === 'request' ? whyNotRequest(question) : whyNotAuthorise(question);
  if (own && own !== OWN_NOT_FRESH) return own;
  if (question.against.length > 0) return { because: 'against', reasons: question.against };
  if (now >= question.notAfter) return { because: 'too-late' };
  if (!question.isApproved) return { because: 'not-approved' };
  if (checkedAt === undefined || now - checkedAt >= CHECKED_MS) return { because: 'not-checked' };
  return own ?? whyNotBeside(question) ?? limits.flatMap((limit) => whyNotWithin(limit, question) ?? [])[0];
}

function whyNotWithin(limit: Limit, { now, movement }: SendQuestion): WhyNot | undefined {
  const { name, cap, taken } = limit;
  if (!isLimitFresh(limit, now)) return { because: 'limit-not-fresh', limit: name };
  return totalOf(taken, movement.terms.asked) > cap ? { because: 'over-limit', limit: name } : undefined;
}

/** Whether what a limit says was read a moment ago; one that nothing is read of is always as it says. */
export const isLimitFresh = ({ readAt = Infinity }: Pick<Limit, 'readAt'>, now: number) =>
  now - readAt <= FRESH_MS;

/** A claim, a doubt or an amount of it is for a person. */
export const isInDoubt = (evidence: Evidence) =>
  standingOf(evidence).name === 'doubtful' || itemsOf(evidence).length > 0;

/**
 * Whether a step must not be taken that takes it along with others: it is for a person; or a person has said that it did not happen, and the
 * gateway still has an odd record of it. It would happen after all, and may have been paid by other means since.
 */
export const forbidsStep = (evidence: Evidence) => isInDoubt(evidence) || isDeniedAndThere(evidence);

const isDeniedAndThere = ({ decided, lastSeen, run }: Evidence) =>
  decided?.says === 'did-not-happen' && lastSeen === 'odd' && run?.shows !== 'absent';

/** Whether this movement itself forbids its request. */
function whyNotRequest(question: SendQuestion): WhyNot | undefined {
  const { movement } = question;
  const standing = standingOf(movement);
  if (standing.name === 'unsent') return undefined;
  if (standing.name === 'moved') return { because: 'moved-already' };
  // the next attempt has another reference
  if (isSettled(standing)) return { because: 'needs-command' };
  // it was sent that nothing moved: the debt may be paid by other means since
  if (standing.name === 'nothing') return { because: 'may-have-moved' };
  const { left, isThere, run, terms } = movement;
  if (terms.repeatAfterMs === undefined || isThere || isSeen(movement) || !left)
    return { because: 'may-have-moved' };
  if (left.count >= MOST_SENDS || left.isRefused) return { because: 'sent-twice' };
  const isFound = run?.shows !== 'absent' || run.until - left.last < terms.repeatAfterMs;
  if (isFound) return { because: 'may-have-moved' };
  return isFresh(question, movement, ['absent']) ? undefined : OWN_NOT_FRESH;
}

/** A step is taken while the record waits for it; one before it must have been seen to have had no effect. */
function whyNotAuthorise(question: SendQuestion): WhyNot | undefined {
  const { movement } = question;
  if (movement.run?.shows !== 'authorising') return { because: 'not-awaited' };
  if (isStepUnconfirmed(movement)) return { because: 'may-have-moved' };
  return isFresh(question, movement, ['authorising']) ? undefined : OWN_NOT_FRESH;
}

/** Whether the other movements of the obligation leave room for this one, as read a moment ago. */
function whyNotBeside(question: SendQuestion): WhyNot | undefined {
  const { movement, others, commandedAt = -Infinity } = question;
  const standings = others.map(standingOf);
  const total = totalOf(movement.terms.asked, ...standings.map(({ most }) => most));
  if (total > question.obligation) return { because: 'moved-already' };
  const isUncommanded = (standing: Standing, n: number) =>
    isSettled(standing) && (others[n]?.settledAt ?? 0) >= commandedAt;
  if (standings.some(isUncommanded)) return { because: 'needs-command' };
  const stale = others.flatMap((other, n) => {
    const proofs = proofsOf(standings[n]);
    return proofs && !isFresh(question, other, proofs) ? [n] : [];
  });
  return stale.length > 0 ? { because: 'not-fresh', isOwn: false, others: stale } : undefined;
}

/** Over, but by a return or a person: the plan that wants it repeated did not know of that. */
const isSettled = ({ name, by }: Standing) => name === 'returned' || by === 'decision';

/** What the last reading must show for the standing to count as fresh; undefined where no reading is needed. */
function proofsOf(standing: Standing | undefined): readonly Shown[] | undefined {
  if (standing?.name === 'returned') return ['return', 'money'];
  switch (standing?.by) {
    case 'end':
      return ['end'];
    case 'absence':
      return ['absent'];
    case 'decision':
      return ['absent', 'end'];
    default:
      return undefined;
  }
}

function isFresh({ now, waitedUntil }: SendQuestion, { run }: Evidence, proofs: readonly Shown[]): boolean {
  if (!run || !proofs.includes(run.shows)) return false;
  return run.until >= waitedUntil && now - run.until <= FRESH_MS;
}
