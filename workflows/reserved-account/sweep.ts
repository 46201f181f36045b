import { proxyActivities } from '@temporalio/workflow';
import type { ListedCredit } from '../../activities/account-reads.js';
import type { Activities } from '../../activities/activities.js';
import { isMoney, isReturn } from '../../src/domain/collection/collection.js';
import { toFollowSince } from '../../src/domain/compare/follow-since.js';
import { countUnread } from '../../src/domain/compare/unread.js';
import { ZERO } from '../../src/domain/money.js';
import { type LifecycleEvent, transactionOf } from '../../src/domain/lifecycle/event.js';
import type { CollectionEvent } from '../../src/domain/lifecycle/events/collection.js';
import { LISTING } from '../shared/gateway/activity-options.js';
import { answerOf } from '../shared/gateway/answer-of.js';
import { timestamp } from '../shared/run/state.js';
import type { SweepAnswer } from './messages.js';
import type { AccountLifecycle } from './lifecycle.js';
import type { Account } from './state.js';

const { listUnheldCredits } = proxyActivities<Activities>(LISTING);

/** Earlier sweeps have covered what is older. */
const SWEEP_PERIOD_MS = 7 * 86_400_000;

/**
 * Puts credits without an event into the inbox. One activity reads the whole listing: a run that ends meanwhile would begin
 * again. Undefined when the gateway did not answer.
 */
export async function sweep(
  lifecycle: AccountLifecycle,
): Promise<(SweepAnswer & { readonly isComplete: boolean }) | undefined> {
  const account = lifecycle.subject();
  const { reference: accountReference } = account.snapshot().terms;
  // what was paid before the first day to follow, another system has booked
  const followSince = toFollowSince(lifecycle.given()?.followSince ?? '') ?? 0;
  const since = Math.max(Date.now() - SWEEP_PERIOD_MS, followSince);
  const request = { accountReference, since };
  const summary = { summary: `Credits of ${accountReference}` };
  const listed = await answerOf(lifecycle, () => listUnheldCredits.executeWithOptions(summary, [request]));
  if (!listed) return undefined;
  // a deallocated account may have no listing; that an open one has none says nothing about its payments
  if (listed.isMissing && account.isOpen()) return undefined;
  const { credits, hasMore, unread } = listed;
  // found before, and not taken yet: the next run carries the inbox, and that has a bound
  const waiting = new Set(lifecycle.inbox.waiting().filter(isSwept).map(transactionOf));
  // the account may have learned more meanwhile
  const news = credits.filter(
    (credit) => !waiting.has(credit.transactionReference) && isNews(account, credit),
  );
  for (const credit of news) lifecycle.inbox.receive(toLifecycleEvent(credit));
  return {
    found: news.length,
    ...(countUnread(unread) > 0 && { unread }),
    isComplete: !hasMore,
  };
}

const isSwept = ({ eventType }: LifecycleEvent) => eventType === 'swept';

/** Whether a row shows what is not known: money, more or less of it, or that it went back. */
function isNews(
  account: Account,
  { transactionReference: key, status, amountKobo: amount }: ListedCredit,
): boolean {
  // an invoice's transaction is never reported here, and may have grown since it was forwarded
  const forwarded = account.forwardedOn(key);
  if (forwarded !== undefined) return isMoney(status) && amount > forwarded;
  const movement = account.findCredit(key)?.movement;
  // what only a person concluded is read as well
  if (isMoney(status)) {
    return movement
      ? movement.proven !== amount || movement.decided !== undefined
      : !account.wasReported(key);
  }
  if (!isReturn(status)) return false;
  // by a lost run as well
  if (!movement) return account.wasReported(key) || account.snapshot().rebuiltAt !== undefined;
  return movement.decided !== undefined || movement.proven > (movement.refunds?.least ?? ZERO);
}

function toLifecycleEvent({
  transactionReference,
  paymentReference,
  amountKobo,
}: ListedCredit): CollectionEvent {
  return {
    kind: 'collection',
    // each sweep checks again: an earlier one may have found a record that proved nothing yet
    key: `swept:${transactionReference}:${timestamp()}`,
    eventType: 'swept',
    transactionReference,
    paymentReference,
    amountKobo,
  };
}
