import { isItemAbout, type NewReviewItem, type ReviewItem, reviewKey } from '../lifecycle/review.js';
import { isSeen } from '../movement/evidence.js';
import { standingOf } from '../movement/standing.js';
import { itemsDue } from '../pull/items.js';
import { dueRules } from '../rules-version.js';
import {
  type Debit,
  debitedOf,
  keepDebits,
  type KeptDebits,
  NO_DEBITS,
  othersOf,
  wasForgottenUnpaid,
} from './debit.js';
import { isPaidAfterFailure, retryOf, withShown } from './debits.js';
import type { MandateSnapshot } from './mandate.js';

/*
 * The only way in which a debit changes. What is shown, the next attempt, sums and review items follow from what is known; no
 * other code decides about them.
 */

export interface ChangeSettings {
  readonly debitRetryMs: number;
  readonly recheckScheduleMs: readonly number[];
  readonly unresolvedAfterMs: number;
}

/** Undefined settings: nothing was sent or read yet. */
export interface ChangeRules {
  readonly now: number;
  readonly settings: ChangeSettings | undefined;
}

export type ChangedDebits = KeptDebits & Pick<MandateSnapshot, 'debited'>;

/** The debits after something became known of one of them. */
export function changedDebits(
  mandate: MandateSnapshot,
  reference: string,
  part: Partial<Debit>,
  rules: ChangeRules,
): ChangedDebits | undefined {
  const was = mandate.debits.find((debit) => debit.reference === reference);
  if (!was) return undefined;
  const hasNews = part.movement !== undefined && part.movement.changes !== was.movement.changes;
  const changed = { ...was, ...part, ...dueRules(was, hasNews) };
  const { movement } = changed;
  const isNewThere = was.sentAt === undefined && (movement.isThere || isSeen(movement));
  const now = isNewThere ? { ...changed, sentAt: new Date(rules.now).toISOString() } : changed;
  const debits = mandate.debits.map((debit) => (debit === was ? now : debit));
  return kept(mandate, withRetry(mandate, withShown(mandate, debits, reference), reference, rules), rules);
}

/** The debits with a further one. */
export function withDebit(mandate: MandateSnapshot, debit: Debit, rules: ChangeRules): ChangedDebits {
  return kept(mandate, [...mandate.debits, debit], rules);
}

function withRetry(
  mandate: MandateSnapshot,
  debits: readonly Debit[],
  reference: string,
  { now, settings }: ChangeRules,
): readonly Debit[] {
  const rules = settings && { now, retryMs: settings.debitRetryMs };
  const retry = rules && retryOf({ ...mandate, debits }, reference, rules);
  return retry ? [...debits, retry] : debits;
}

function kept(mandate: MandateSnapshot, debits: readonly Debit[], { now }: ChangeRules): ChangedDebits {
  const { forgotten = '', packed = NO_DEBITS } = mandate;
  const after = keepDebits(debits, { forgotten, packed }, now);
  return { ...after, debited: debitedOf(after.debits, after.packed) };
}

export interface ItemChanges {
  readonly due: readonly NewReviewItem[];
  readonly isGone: (item: ReviewItem) => boolean;
}

/** What is for a person after a debit has changed, and what no longer is. */
export function itemChanges(
  before: MandateSnapshot,
  after: MandateSnapshot,
  reference: string,
  { now, settings }: ChangeRules,
): ItemChanges {
  const debit = after.debits.find((each) => each.reference === reference);
  if (!settings) return { due: [], isGone: () => false };
  const { recheckScheduleMs, unresolvedAfterMs } = settings;
  const rules = {
    subject: reference,
    noun: 'debit',
    now,
    readsOfClaim: recheckScheduleMs.length + 1,
    unresolvedAfterMs,
    open: after.review.map(({ key }) => key),
  };
  const due = debit ? itemsDue(debit, rules) : [];
  const keys = due.map(reviewKey);
  return {
    due: [...due, ...(debit ? conflictsOf(before, after, debit) : [])],
    isGone: (item) => item.isOfEvidence === true && isItemAbout(item, reference) && !keys.includes(item.key),
  };
}

/** Money after a confirmed failure, and money of two attempts of one due date. */
function conflictsOf(
  before: MandateSnapshot,
  after: MandateSnapshot,
  debit: Debit,
): readonly NewReviewItem[] {
  const { reference, day } = debit;
  const was = before.debits.find((each) => each.reference === reference);
  const { least: atRiskKobo } = standingOf(debit.movement);
  const isNew = atRiskKobo > 0 && (!was || standingOf(was.movement).least === 0);
  if (!isNew) return [];
  const isAfterFailure =
    isPaidAfterFailure(was, debit) || wasForgottenUnpaid(before.forgotten ?? '', reference);
  const paid = othersOf(after.debits, debit).find(({ movement }) => standingOf(movement).least > 0);
  const items: readonly (NewReviewItem | undefined)[] = [
    isAfterFailure
      ? {
          kind: 'conflicting-records',
          subject: reference,
          reason: `debit ${reference}: it was paid after its failure was confirmed`,
          atRiskKobo,
        }
      : undefined,
    paid && {
      kind: 'duplicate-payment',
      subject: reference,
      reason: `debit ${reference} was paid, and so was ${paid.reference} of the same due date, ${day}`,
      atRiskKobo,
    },
  ];
  return items.filter((item) => item !== undefined);
}
