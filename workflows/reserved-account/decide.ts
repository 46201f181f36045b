import { inOneItem, isOverflow, type ReviewItem } from '../../src/domain/lifecycle/review.js';
import { decisionsOn } from '../../src/domain/movement/evidence.js';
import {
  behind,
  type Covered,
  decidedOn,
  isOfRecords,
  mayDecide,
  whyNotAccept,
} from '../../src/domain/reserved-account/credit-items.js';
import { UNREAD_REFUNDS } from '../../src/domain/refund/texts.js';
import type { ReviewResolution } from '../shared/messages.js';
import { refusal } from '../shared/run/commands.js';
import type { WebhookDraft } from '../shared/run/lifecycle.js';
import { readRefundsOf } from '../shared/collection/known-refunds.js';
import { creditRules, keep, withKnownRefunds } from './credits.js';
import type { AccountLifecycle } from './lifecycle.js';

/** Late money that may go back is not accepted, also where the merchant asked for its refund: the lifecycle of refunds is asked. */
export async function learnRefunds(
  lifecycle: AccountLifecycle,
  { key, decision }: ReviewResolution,
): Promise<void> {
  const account = lifecycle.subject();
  const item = account.snapshot().review.find((each) => each.key === key);
  // of what stands for hundreds only what was reported is known
  if (decision !== 'accept' || item?.kind !== 'paid-late' || isOverflow(item)) return;
  for (const { credit } of creditsBehind(lifecycle, item)) {
    const known = await readRefundsOf(lifecycle, credit.transactionReference);
    if (!known) throw refusal('send-in-progress', UNREAD_REFUNDS);
    const now = account.findCredit(credit.transactionReference);
    if (now) keep(lifecycle, withKnownRefunds(lifecycle, now, known));
  }
}

/** What is on its way back is not accepted: what became of that is known once the lifecycle of its refunds was asked. */
export function refuseLearned(
  lifecycle: AccountLifecycle,
  { decision }: ReviewResolution,
  item: ReviewItem,
): void {
  if (!item.isOfEvidence || decision !== 'accept') return;
  const rules = creditRules(lifecycle);
  const why = creditsBehind(lifecycle, item)
    .map((each) => whyNotAccept(each, rules))
    .find(Boolean);
  if (why) throw refusal('send-in-progress', why);
}

/** Runs before a decision is accepted: only what no record contradicts. */
export function refuseDecision(
  lifecycle: AccountLifecycle,
  { decision, amountKobo }: ReviewResolution,
  item: ReviewItem,
): void {
  if (!item.isOfEvidence) return;
  const covered = creditsBehind(lifecycle, item);
  if (isOverflow(item)) refuseOthers(item, covered, amountKobo);
  const refused = covered.find((each) => isOfRecords(each) && !mayDecide(each.credit, decision));
  if (!refused) return;
  const offered = decisionsOn(refused.credit.movement);
  const may = offered.length === 0 ? 'nothing can be decided now' : `it may be: ${offered.join(', ')}`;
  throw refusal('invalid', `${decision} contradicts what the gateway's record shows; ${may}`);
}

/** What stands for several is decided on as the person saw it: an hour that has passed may have added another. */
function refuseOthers(item: ReviewItem, covered: readonly Covered[], amountKobo: number | undefined): void {
  if (amountKobo !== undefined)
    throw refusal('invalid', 'amountKobo: it stands for several credits, each with its own amount');
  const now = inOneItem(
    item.kind,
    covered.flatMap(({ items }) => items),
  );
  if (now.version !== item.version)
    throw refusal(
      'review-item-changed',
      `what review item ${item.key} stands for is changing; read it again soon`,
    );
}

/** Applies a decision to what is known of the credits that its item is about: just those of the version that the person saw. */
export function decide(
  lifecycle: AccountLifecycle,
  command: ReviewResolution,
  item: ReviewItem,
): readonly WebhookDraft[] {
  if (!item.isOfEvidence) return [];
  const at = lifecycle.pace.now();
  const decided = creditsBehind(lifecycle, item).map((covered) => decidedOn(covered, command, at));
  return lifecycle.subject().keepCredits(decided, creditRules(lifecycle));
}

function creditsBehind(lifecycle: AccountLifecycle, item: ReviewItem) {
  const account = lifecycle.subject();
  return behind(
    item,
    { open: account.openCredits(), review: account.snapshot().review },
    creditRules(lifecycle),
  );
}
