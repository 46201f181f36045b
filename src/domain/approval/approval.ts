import { type Kobo, showNaira } from '../money.js';

/** The name of an API key, and the person or service that it belongs to. */
export interface KeyHolder {
  readonly key: string;
  readonly subject: string;
}

export interface Decision extends KeyHolder {
  readonly at: string;
  readonly reason?: string;
}

/** Other people must approve a payout before it is sent. */
export interface Approval {
  /** How many different people must approve. */
  readonly needed: 1 | 2;
  /** Why it is needed, as sentences for people. */
  readonly because: readonly string[];
  readonly requestedAt: string;
  readonly expiresAt: string;
  /** Who asked for the payout; absent when that is not proven. */
  readonly maker?: KeyHolder;
  readonly given: readonly Decision[];
  readonly declined?: Decision;
  /** It ended without a decision: the time was up, or the payout was no longer wanted. */
  readonly ended?: 'expired' | 'withdrawn';
}

/** The part of a snapshot that holds its approval. */
export interface ApprovalPart {
  readonly approval?: Approval;
  /** The rules asked for none. Decided once: the sums of the day grow, and a later run must not decide again. */
  readonly needsNoApproval?: true;
  /** What the sums of a day hold of it: asked again after a change, only what is more is added. */
  readonly counted?: { readonly day: string; readonly amountKobo: Kobo };
}

/** From the settings of the deployment. Amounts above a limit need an approval, amounts equal to it do not. */
export interface ApprovalRules {
  readonly approvalAboveKobo: Kobo;
  /** On the payouts of a day, this one included. */
  readonly approvalAboveDailyKobo?: Kobo | undefined;
  /** On the payouts of a day that one API key asked for, this one included. */
  readonly approvalAboveDailyPerKeyKobo?: Kobo | undefined;
}

export interface PayoutToApprove {
  readonly amountKobo: Kobo;
  readonly sumTodayKobo?: Kobo | undefined;
  readonly keySumTodayKobo?: Kobo | undefined;
  readonly maker?: KeyHolder | undefined;
  /** Why this payout needs an approval whatever its amount is, as a sentence for people. */
  readonly because?: string | undefined;
}

/** Undefined when the rules ask for no approval. */
export function approvalNeeded(
  { amountKobo, sumTodayKobo, keySumTodayKobo, maker, because: own }: PayoutToApprove,
  { approvalAboveKobo, approvalAboveDailyKobo, approvalAboveDailyPerKeyKobo }: ApprovalRules,
): Pick<Approval, 'needed' | 'because'> | undefined {
  const caller = maker ? `API key ${maker.key}` : 'unknown callers';
  const because = [
    own,
    reasonAbove('the amount is', amountKobo, approvalAboveKobo),
    reasonAbove('the payouts of the day sum to', sumTodayKobo, approvalAboveDailyKobo),
    reasonAbove(`the payouts of the day by ${caller} sum to`, keySumTodayKobo, approvalAboveDailyPerKeyKobo),
  ].filter((reason) => reason !== undefined);
  if (because.length === 0) return undefined;
  if (maker) return { needed: 1, because };
  // one of the two may be the maker, the other is not
  return { needed: 2, because: [...because, 'no signed grant shows who asked for the payout'] };
}

function reasonAbove(what: string, amount: Kobo | undefined, limit: Kobo | undefined): string | undefined {
  if (amount === undefined || limit === undefined || amount <= limit) return undefined;
  return `${what} ${showNaira(amount)}, above ${showNaira(limit)}`;
}

export type ApprovalStatus = 'waiting' | 'approved' | 'declined' | 'expired' | 'withdrawn';

export function statusOf(approval: Approval): ApprovalStatus {
  if (approval.declined) return 'declined';
  return isApproved(approval) ? 'approved' : (approval.ended ?? 'waiting');
}

export function isApproved({ needed, given, declined }: Approval): boolean {
  return declined === undefined && given.length >= needed;
}

/** Why a decision does not count: a word for programs, a sentence for people. */
export interface RefusedDecision {
  readonly refused: 'approver-is-maker' | 'already-decided' | 'not-awaiting-approval';
  readonly reason: string;
}

/** Adds an approval. The same person counts once, whatever key they use. */
export function withApproval(approval: Approval, by: Decision): Approval | RefusedDecision {
  if (hasApproved(approval, by) && ['waiting', 'approved'].includes(statusOf(approval))) return approval;
  const refused = refuseDecision(approval, by);
  if (refused) return refused;
  if (approval.maker && isSamePerson(approval.maker, by)) {
    const reason = `${by.subject} asked for the payout; another person must approve it`;
    return { refused: 'approver-is-maker', reason };
  }
  return { ...approval, given: [...approval.given, toDecision(by)] };
}

/** Declines it, for everyone: also makers may decline, and people who approved before. */
export function withDecline(approval: Approval, by: Decision): Approval | RefusedDecision {
  if (hasDeclined(approval, by)) return approval;
  return refuseDecision(approval, by) ?? { ...approval, declined: toDecision(by) };
}

export function isRefusedDecision(result: Approval | RefusedDecision): result is RefusedDecision {
  return 'refused' in result;
}

export function hasApproved({ given }: Approval, person: Pick<KeyHolder, 'subject'>): boolean {
  return given.some((each) => isSamePerson(each, person));
}

export function hasDeclined({ declined }: Approval, person: Pick<KeyHolder, 'subject'>): boolean {
  return declined !== undefined && isSamePerson(declined, person);
}

/** By subject, not by key: a person may have several keys. */
export function isSamePerson(one: Pick<KeyHolder, 'subject'>, other: Pick<KeyHolder, 'subject'>): boolean {
  return one.subject.toLowerCase() === other.subject.toLowerCase();
}

function refuseDecision(approval: Approval, { at }: Decision): RefusedDecision | undefined {
  const status = statusOf(approval);
  switch (status) {
    case 'approved':
    case 'declined': {
      const last = approval.declined ?? approval.given.at(-1);
      const by = last === undefined ? '' : ` by ${last.subject} at ${last.at}`;
      return { refused: 'already-decided', reason: `the payout was ${status}${by}` };
    }
    case 'expired':
    case 'withdrawn':
      return { refused: 'not-awaiting-approval', reason: `the request for approval is ${status}` };
    case 'waiting': {
      if (Date.parse(at) < Date.parse(approval.expiresAt)) return undefined;
      const reason = `the request for approval expired at ${approval.expiresAt}`;
      return { refused: 'not-awaiting-approval', reason };
    }
  }
}

/** Who decided, and why if they said so. */
export function decisionInWords({ subject, reason }: Decision): string {
  return reason === undefined ? subject : `${subject} (${reason})`;
}

function toDecision({ key, subject, at, reason }: Decision): Decision {
  return { key, subject, at, ...(reason !== undefined && { reason }) };
}
