import { type Kobo, totalOf } from '../money.js';
import type { Evidence } from './evidence.js';
import { standingOf } from './standing.js';

/** What is known of a movement was read this short a time before. */
export const FRESH_MS = 5 * 60_000;
/** What was checked before a send, such as a name or a limit, counts for a day. */
export const CHECKED_MS = 24 * 3_600_000;
/** Requests of one movement that may ever leave. */
const MOST_SENDS = 2;

/** Whether the same reference may be sent again, once it is not found. */
export type Repeats =
  | { readonly sameReference: false }
  /** How long after the last request a reading that finds nothing counts. */
  | { readonly sameReference: true; readonly propagationMs: number };

/** What several obligations share and must not exceed together: the payment that is refunded, a mandate's total, a day. */
export interface Limit {
  readonly name: string;
  readonly cap: Kobo;
  /** What may have moved of it already, without this movement. */
  readonly taken: Kobo;
}

export interface SendQuestion {
  readonly now: number;
  /** When the last wait ended: nothing that was read before it counts as fresh. */
  readonly waitedUntil: number;
  readonly notAfter: number;
  /** Cancel, pause, doubt about a recovery and others: each is lifted by its own cause. */
  readonly against: readonly string[];
  readonly isApproved: boolean;
  /** When everything that must be checked before a send was checked. */
  readonly checkedAt: number | undefined;
  /** A person or the merchant has asked for it after a return or a decision. */
  readonly isCommanded: boolean;
  readonly movement: Evidence;
  /** The other movements of the same obligation, over all attempts and retries. */
  readonly others: readonly Evidence[];
  /** What must happen once in all. */
  readonly obligation: Kobo;
  readonly limits: readonly Limit[];
  readonly repeats: Repeats;
}

export type WhyNot =
  | { readonly because: 'against'; readonly reasons: readonly string[] }
  | { readonly because: 'not-approved' }
  | { readonly because: 'too-late' }
  | { readonly because: 'not-checked' }
  /** Of this movement: it may have left, and nothing proves yet that it may be sent again. */
  | { readonly because: 'may-have-moved' }
  | { readonly because: 'sent-twice' }
  /** A claim, a doubt or an amount that a person must look at. */
  | { readonly because: 'doubtful' }
  /** These must be read again first: what is known of them is not fresh. */
  | { readonly because: 'not-fresh'; readonly others: readonly number[] }
  | { readonly because: 'moved-already' }
  | { readonly because: 'needs-command' }
  | { readonly because: 'over-limit'; readonly limit: string };

/** May it be sent now? Undefined: yes. One answer for every request that can make money move, in every lifecycle. */
export function whyNotSend(question: SendQuestion): WhyNot | undefined {
  const { now, waitedUntil, movement, others, limits } = question;
  if (question.against.length > 0) return { because: 'against', reasons: question.against };
  if (!question.isApproved) return { because: 'not-approved' };
  if (now >= question.notAfter) return { because: 'too-late' };
  const { checkedAt } = question;
  if (checkedAt === undefined || now - checkedAt >= CHECKED_MS) return { because: 'not-checked' };

  const all = [movement, ...others].map((each) => standingOf(each));
  if (all.some(({ name }) => name === 'doubtful')) return { because: 'doubtful' };
  const mine = whyNotAgain(question);
  if (mine) return mine;

  const standings = all.slice(1);
  const total = totalOf(...standings.map(({ most }) => most));
  if (totalOf(total, movement.asked) > question.obligation) return { because: 'moved-already' };
  const isOver = standings.some(({ name, by }) => name === 'returned' || by === 'decision');
  if (isOver && !question.isCommanded) return { because: 'needs-command' };
  const isFresh = ({ readAt }: Evidence) =>
    readAt !== undefined && readAt >= waitedUntil && now - readAt <= FRESH_MS;
  const stale = others.flatMap((other, index) => {
    const by = standings[index]?.by;
    return (by === 'end' || by === 'absence') && !isFresh(other) ? [index] : [];
  });
  if (stale.length > 0) return { because: 'not-fresh', others: stale };

  const over = limits.find(({ cap, taken }) => totalOf(taken, movement.asked) > cap);
  return over && { because: 'over-limit', limit: over.name };
}

/** Whether this movement itself forbids the request. */
function whyNotAgain({ movement, repeats, isCommanded }: SendQuestion): WhyNot | undefined {
  const { name, by } = standingOf(movement);
  if (name === 'unsent') return undefined;
  if (name === 'moved') return { because: 'moved-already' };
  if (name === 'returned' || by === 'decision')
    return isCommanded ? { because: 'may-have-moved' } : { because: 'needs-command' };
  const { left, isThere, isSeen, run } = movement;
  // refused for good, or ended: the next attempt has another reference
  if (by !== undefined && by !== 'absence') return { because: 'may-have-moved' };
  if (!repeats.sameReference || isThere || isSeen || !left) return { because: 'may-have-moved' };
  if (left.count >= MOST_SENDS) return { because: 'sent-twice' };
  const isFound = run?.shows !== 'absent' || run.until - left.last < repeats.propagationMs;
  return isFound ? { because: 'may-have-moved' } : undefined;
}
