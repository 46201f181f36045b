import { defineSearchAttributeKey } from '@temporalio/common';
import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import type { ReviewItem } from '../../../src/domain/lifecycle/review.js';
import { atRiskIn, isWaiting, reasonOf } from '../../../src/domain/newer-rules.js';
import { FIRST_RULES, newestOf, requireKnown, type Versioned } from '../../../src/domain/rules-version.js';
import type { Subject } from './lifecycle.js';
import type { LifecycleState } from './state.js';

/** What operators count open runs by. It comes with the start of a run, which costs no history event; the first version has none. */
const RULES = defineSearchAttributeKey('OwareRules', 'KEYWORD');

const VERSION = /^[1-9]\d{0,3}$/;

/** The version of the rules that this run was started with. A worker that does not know it fails the task; another may know it. */
export function versionOfRun(): number {
  const given = workflowInfo().typedSearchAttributes.get(RULES);
  const rules = given !== undefined && VERSION.test(given) ? Number(given) : FIRST_RULES;
  return requireKnown({ rules });
}

/** All search attributes of the run, with another version. */
export const attributesWith = (version: number) =>
  workflowInfo().typedSearchAttributes.updateCopy([{ key: RULES, value: String(version) }]);

const isAboutRules = ({ kind }: ReviewItem) => kind === 'rules-changed';

/**
 * Lets a run show its lifecycle by its version of the rules. Where that would show something else, it stays as it was sent: no
 * evidence has changed. A person sees it, and new evidence is judged by it.
 */
export function adoptRules<Snapshot extends LifecycleSnapshot>(
  subject: Subject<Snapshot>,
  version: number,
): void {
  const before = newestOf(subject.snapshot());
  if (before > version) {
    // the lifecycle ended by a newer version than its next run was started with
    requireKnown({ rules: before });
    upsertSearchAttributes([{ key: RULES, value: String(before) }]);
    return;
  }
  if (before === version) return;
  // about a version that no longer comes next
  subject.clear(isAboutRules);
  const taken = subject.takeRules?.(version);
  const all: Versioned = { rules: version, rulesDue: undefined };
  subject.change({ ...all, ...taken?.part } as Partial<Snapshot>);
  if (!taken || taken.differences.length === 0) return;
  subject.raise({
    kind: 'rules-changed',
    subject: String(version),
    reason: reasonOf(version, taken.differences),
    atRiskKobo: atRiskIn(taken.differences),
  });
}

/** Removes the item once everything that waited for new evidence was judged by it. */
export function clearJudged(
  {
    snapshot,
    clear,
  }: Pick<LifecycleState<LifecycleSnapshot>, 'clear'> & {
    readonly snapshot: () => Pick<LifecycleSnapshot, 'review'>;
  },
  each: readonly Versioned[],
): void {
  if (snapshot().review.some(isAboutRules) && !isWaiting(each)) clear(isAboutRules);
}
