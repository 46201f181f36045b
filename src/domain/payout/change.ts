import type { NewReviewItem } from '../lifecycle/review.js';
import { statusOf } from '../approval/approval.js';
import { dueRules } from '../rules-version.js';
import type { Payout } from './payout.js';
import { isSettled, type Shown } from './state.js';
import { PAYOUT_VERSIONS } from './versions.js';
import { type PayoutNews, type PayoutView, webhooksDue } from './webhooks-due.js';

/** What follows from a change of what is known of a payout. */
export interface Change {
  /** The change itself, with what it ends. */
  readonly part: Partial<Payout>;
  readonly shown: Shown;
  readonly due: readonly PayoutNews[];
  /** What a person must look at because of the change itself, whatever is known later. */
  readonly items: readonly NewReviewItem[];
}

export function changeOf(before: Payout & Shown, change: Partial<Payout>): Change {
  const { changes } = change.movement ?? before.movement;
  const rules = dueRules(before, changes !== before.movement.changes);
  const part = { ...change, ...withoutRequest({ ...before, ...change }), ...rules };
  const known: Payout = { ...before, ...part };
  const { stateOf, viewOf } = PAYOUT_VERSIONS.of(known);
  const { state, reason } = stateOf(known, before);
  const shown = { state, reason };
  // what was sent, the version said that decided then
  const [was, is] = [PAYOUT_VERSIONS.of(before).viewOf(before, before), viewOf(known, shown)];
  return {
    part,
    shown,
    due: webhooksDue(was, is),
    items: itemsOfChange(known, was, is),
  };
}

/** A request for approval ends with its payout. */
function withoutRequest(payout: Payout): Partial<Payout> {
  const { approval, unsent } = payout;
  if (!approval || approval.ended || statusOf(approval) !== 'waiting' || !isSettled(payout)) return {};
  return { approval: { ...approval, ended: unsent?.to === 'EXPIRED' ? 'expired' : 'withdrawn' } };
}

function itemsOfChange({ movement }: Payout, was: PayoutView, is: PayoutView): readonly NewReviewItem[] {
  const atRisk = { atRiskKobo: movement.terms.asked, addsUp: true as const };
  const items: readonly (NewReviewItem | false)[] = [
    was.isSafe &&
      !is.isSafe && {
        kind: 'conflicting-records',
        subject: 'state',
        reason: 'the gateway reports money after it was reported as safe to pay again',
        ...atRisk,
      },
    is.state === 'REVERSED' &&
      was.state !== 'REVERSED' && {
        kind: 'payout-reversed',
        reason: 'the bank returned the money after it had accepted it',
        ...atRisk,
      },
  ];
  return items.filter((item) => item !== false);
}
