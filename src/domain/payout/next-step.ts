import { decisionInWords, statusOf } from '../approval/approval.js';
import type { Hold } from '../lifecycle/review.js';
import { earliest } from '../lifecycle/schedule.js';
import type { Evidence } from '../movement/evidence.js';
import { type Limit, type SendQuestion, whyNotSend, type WhyNot } from '../movement/may-send.js';
import { nextReadAt, type ReadRules } from '../movement/next-read.js';
import { standingOf } from '../movement/standing.js';
import { isReleased, type Look, type Payout } from './payout.js';
import { isOver } from './state.js';
import {
  end,
  type End,
  isLastLook,
  isRepeatable,
  lookAgainAt,
  lookNow,
  type LookRules,
  wait,
  type Waiting,
  waitForRead,
} from './steps.js';

/** What a payout does next. */
export type Step =
  | { readonly do: 'read' }
  /** Reads what must be known just before a send, and what its kind must know before. */
  | { readonly do: 'look' }
  | { readonly do: 'ask-approval' }
  /** Reads what it shares with others, such as the payment that is refunded. */
  | { readonly do: 'read-limits'; readonly limit: string }
  | { readonly do: 'send' }
  /** It is no longer wanted, and may have been sent. */
  | { readonly do: 'give-up'; readonly reason: string }
  | End
  | Wait;

export interface Wait extends Waiting {
  /** It waits for a person, for this reason. */
  readonly hold?: { readonly kind: Hold; readonly reason: string };
}

/** What the kind of a payout requires before it is sent, beside what all require. */
export type Requirement =
  /** What must be read about it first: "the name enquiry". */
  | { readonly needs: 'look'; readonly what: string }
  /** A person must look at it. */
  | { readonly needs: 'release'; readonly hold: Hold; readonly because: string }
  | { readonly refused: string };

/** Everything beside the payout itself that decides what it does next. */
export interface Situation {
  readonly now: number;
  /** When the last wait ended: what was looked at or read before is not fresh. */
  readonly waitedUntil: number;
  /** When it is sent at the earliest, and at the latest. */
  readonly startAt: number;
  readonly notAfter: number;
  readonly reading: ReadRules;
  readonly looking: LookRules;
  readonly requirement: Requirement | undefined;
  /** The gateway has it, and it can still be stopped: its OTP withheld, or itself cancelled there. */
  readonly isStoppable: boolean;
  /** The other payouts for the same debt: the chain that it retries. */
  readonly others: readonly Evidence[];
  readonly limits: readonly Limit[];
}

/** One answer to "what now?", for every payout at every moment. */
export function nextStep(payout: Payout, situation: Situation): Step {
  const { movement, reads, unsent } = payout;
  const readAt = nextReadAt(movement, reads, situation.reading);
  if (readAt !== undefined && readAt <= situation.now) return { do: 'read' };
  if (unsent || isOver(payout)) return waitForRead(readAt);
  const why = whyNotSend(questionOf(payout, situation));
  const isUnsent = standingOf(movement).name === 'unsent';
  const declined = whyDeclined(payout);
  // should it prove absent, that is why it is not sent; what the gateway has is stopped as by a cancel
  if (!isUnsent && declined !== undefined && !payout.isGivenUp) return { do: 'give-up', reason: declined };
  if (!isUnsent && (payout.notOurs !== undefined || !isRepeatable(why)))
    return followed(payout, readAt, situation);
  const step = prepare(payout, situation) ?? stepOf(why, situation);
  // the gateway did not answer: the schedule says when it is read again
  const isReadInVain = step.do === 'read' && (reads.lastAt ?? -Infinity) >= situation.waitedUntil;
  if (isReadInVain) return waitForRead(readAt);
  // what may have left does not end because it is not sent again
  if (step.do === 'end' && !isUnsent) return waitForRead(readAt);
  return step.do === 'wait' ? { ...step, until: earliest(step.until, readAt) } : step;
}

/** What the gateway has, and what can still be stopped there, is for a person after a lost run: a cancel may be lost. */
function followed(payout: Payout, readAt: number | undefined, { isStoppable }: Situation): Step {
  const loss = whyHeldAfterLoss(payout);
  const step = waitForRead(readAt);
  return isStoppable && loss !== undefined && payout.unwanted === undefined
    ? { ...step, hold: { kind: 'recovered', reason: loss } }
    : step;
}

/** Why nothing of it is sent, neither its request nor an OTP, whatever else is met. */
export function reasonsAgainst(payout: Payout): readonly Against[] {
  const reasons: readonly (Against | false)[] = [
    payout.unwanted !== undefined && 'cancel',
    whyDeclined(payout) !== undefined && 'declined',
    payout.notOurs !== undefined && 'not-ours',
    whyHeldAfterLoss(payout) !== undefined && 'recovered',
  ];
  return reasons.filter((reason) => reason !== false);
}

export type Against = 'cancel' | 'declined' | 'not-ours' | 'recovered';

function questionOf(payout: Payout, situation: Situation): SendQuestion {
  const { movement, look, held } = payout;
  const { now, waitedUntil, notAfter, others, limits } = situation;
  const against = [
    ...reasonsAgainst(payout),
    situation.requirement !== undefined && 'requirement',
    now < situation.startAt && 'scheduled',
    held !== undefined && now < held.until && 'held',
    look?.paused !== undefined && 'paused',
    look?.short !== undefined && 'funds',
  ];
  return {
    step: 'request',
    now,
    waitedUntil,
    notAfter,
    against: against.filter((reason) => reason !== false),
    isApproved: approvalOf(payout, now) === 'given',
    checkedAt: isLastLook(payout, situation) && !look?.unanswered ? look?.at : undefined,
    movement,
    others,
    obligation: movement.terms.asked,
    limits,
  };
}

/**
 * What comes before the send, in the order in which people expect it: what it is, who approves it, when, and last what may
 * change by the minute. Undefined when nothing is left to do.
 */
function prepare(payout: Payout, situation: Situation): Step | undefined {
  const { now, startAt, notAfter, requirement } = situation;
  const { unwanted } = payout;
  if (unwanted !== undefined) return end('CANCELLED', unwanted);
  if (payout.notOurs !== undefined) return end('REFUSED', payout.notOurs);
  if (requirement && 'refused' in requirement) return end('REFUSED', requirement.refused);
  if (now >= notAfter) return end('EXPIRED', whyLate(payout, situation));
  const loss = whyHeldAfterLoss(payout);
  if (loss !== undefined) return waitForRelease('recovered', loss, notAfter);
  if (requirement?.needs === 'release') {
    return waitForRelease(requirement.hold, requirement.because, notAfter);
  }
  if (requirement) return lookFirst(payout, situation);
  const approval = approvalOf(payout, now);
  if (approval !== 'given') return stepOfApproval(payout, approval, now);
  if (now < startAt) {
    const at = new Date(startAt).toISOString();
    return wait(startAt, 'Scheduled start', { to: 'SCHEDULED', reason: `to be sent at ${at}` });
  }
  return waitForGateway(payout, situation);
}

const waitForRelease = (kind: Hold, reason: string, until: number): Step => ({
  ...wait(until, `Wait for a release: ${reason}`),
  hold: { kind, reason },
});

const whyHeldAfterLoss = (payout: Payout) =>
  payout.recovered === undefined || isReleased(payout, 'recovered', payout.recovered)
    ? undefined
    : payout.recovered;

/** A look that did not tell what must be known is repeated after a while. */
function lookFirst(payout: Payout, situation: Situation): Step {
  const look = lookNow(payout, situation);
  return look ? lookLater(look, situation) : { do: 'look' };
}

/** What may change by the minute: the gateway, pauses, the wallet. */
function waitForGateway(payout: Payout, situation: Situation): Step | undefined {
  const { held } = payout;
  if (held && situation.now < held.until) return wait(held.until, `Retry: ${held.because}`);
  const look = lookNow(payout, situation);
  if (!look) return { do: 'look' };
  if (look.unanswered) return lookLater(look, situation);
  const { paused, short } = look;
  if (paused !== undefined) {
    const reason = `an operator has paused payouts: ${paused}`;
    return wait(lookAgainAt(look, situation), `Paused: ${paused}`, { to: 'PAUSED', reason });
  }
  if (short === undefined) return undefined;
  return wait(lookAgainAt(look, situation), 'Wait for funds', { to: 'WAITING_FOR_FUNDS', reason: short });
}

const lookLater = (look: Look, situation: Situation): Step =>
  wait(lookAgainAt(look, situation), 'Repeat what is read before the send');

function stepOf(why: WhyNot | undefined, { notAfter }: Situation): Step {
  switch (why?.because) {
    case undefined:
      return { do: 'send' };
    case 'not-fresh':
      return { do: 'read' };
    case 'limit-not-fresh':
      return { do: 'read-limits', limit: why.limit };
    case 'over-limit':
      return end('REFUSED', `above ${why.limit}`);
    default:
      return wait(notAfter, 'Wait until it may be sent');
  }
}

function whyLate({ stage, held }: Payout, { requirement }: Situation): string {
  // what it last waited for is why, and not what would have been read again after that
  const isWaiting = requirement && 'needs' in requirement && (requirement.needs === 'release' || !stage);
  if (isWaiting) {
    return requirement.needs === 'release'
      ? `not released in time: ${requirement.because}`
      : `${requirement.what} was not answered in time; nothing was sent`;
  }
  return `not sent in time: ${stage?.reason ?? held?.because ?? 'the deadline passed'}`;
}

type ApprovalStanding = 'unasked' | 'waiting' | 'given' | 'declined' | 'over';

function approvalOf({ approval, needsNoApproval }: Payout, now: number): ApprovalStanding {
  if (!approval) return needsNoApproval ? 'given' : 'unasked';
  switch (statusOf(approval)) {
    case 'approved':
      return 'given';
    case 'declined':
      return 'declined';
    case 'waiting':
      return now < Date.parse(approval.expiresAt) ? 'waiting' : 'over';
    default:
      return 'over';
  }
}

const whyDeclined = ({ approval }: Pick<Payout, 'approval'>): string | undefined =>
  approval?.declined && `declined by ${decisionInWords(approval.declined)}`;

function stepOfApproval({ approval, held }: Payout, standing: ApprovalStanding, now: number): Step {
  if (!approval && held && now < held.until) return wait(held.until, `Retry: ${held.because}`);
  if (!approval) return { do: 'ask-approval' };
  const { because, expiresAt } = approval;
  switch (standing) {
    case 'declined':
      return end('CANCELLED', whyDeclined({ approval }) ?? 'declined by a person');
    case 'waiting': {
      const stage = { to: 'WAITING_FOR_APPROVAL', reason: because.join('; ') } as const;
      return wait(Date.parse(expiresAt), 'Wait for an approval', stage);
    }
    default:
      return end('EXPIRED', `no approval until ${expiresAt}`);
  }
}
