import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { isMoney } from '../../src/domain/collection/collection.js';
import { type Page, readRecent, toTime } from '../../src/domain/listing.js';
import type { CollectionEvent } from '../../src/domain/lifecycle/events/collection.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { answerOf } from '../shared/gateway/answer-of.js';
import { timestamp } from '../shared/run/state.js';
import type { SweepAnswer } from './messages.js';
import type { AccountLifecycle } from './lifecycle.js';

const { listReservedAccountTransactions } = proxyActivities<Activities>(GATEWAY_READ);

/** Earlier sweeps have covered what is older. */
const SWEEP_PERIOD_MS = 7 * 86_400_000;
const ROWS_A_PAGE = 100;
/** Bounds a listing that never ends. */
const MOST_PAGES = 200;

type Answer = Awaited<ReturnType<Activities['listReservedAccountTransactions']>>;
type Row = Extract<Answer, { kind: 'ok' }>['body']['content'][number];

/** Puts credits without an event into the inbox. */
export async function sweep(
  lifecycle: AccountLifecycle,
): Promise<SweepAnswer & { readonly isComplete: boolean }> {
  const account = lifecycle.subject();
  const { rows, isComplete } = await readRecent<Row>({
    read: (page) => readPage(lifecycle, page),
    timeOf: ({ completedOn, createdOn }) => toTime(completedOn ?? createdOn),
    placeOf: ({ createdOn, completedOn }) => toTime(createdOn ?? completedOn),
    idOf: ({ transactionReference }) => transactionReference,
    since: Date.now() - SWEEP_PERIOD_MS,
    mostPages: MOST_PAGES,
  });
  const missed = rows.filter(({ transactionReference, paymentStatus, amountPaid, amount }) => {
    // an invoice's transaction is never reported here, and may have grown since it was forwarded
    const known = account.forwardedOn(transactionReference);
    const isKnown =
      known === undefined ? account.hasReported(transactionReference) : (amountPaid ?? amount) <= known;
    return isMoney(paymentStatus) && !isKnown;
  });
  for (const row of missed) lifecycle.inbox.receive(toLifecycleEvent(row));
  return { found: missed.length, isComplete };
}

/** Undefined when the gateway did not answer. */
async function readPage(lifecycle: AccountLifecycle, page: number): Promise<Page<Row> | undefined> {
  const { reference: accountReference } = lifecycle.subject().snapshot().terms;
  const summary = { summary: `Credits of ${accountReference}, page ${page}` };
  const answer = await answerOf(lifecycle, () =>
    listReservedAccountTransactions.executeWithOptions(summary, [
      { accountReference, page, size: ROWS_A_PAGE },
    ]),
  );
  if (!answer) return undefined;
  // a deallocated account may have no listing
  return answer.kind === 'ok' ? answer.body : { content: [] };
}

function toLifecycleEvent({
  transactionReference,
  paymentReference,
  amountPaid,
  amount,
}: Row): CollectionEvent {
  return {
    kind: 'collection',
    // each sweep checks again: an earlier one may have found a record that proved nothing yet
    key: `swept:${transactionReference}:${timestamp()}`,
    eventType: 'swept',
    transactionReference,
    paymentReference,
    amountKobo: amountPaid ?? amount,
  };
}
