import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { isMoney } from '../../src/domain/collection.js';
import type { CollectionNews } from '../../src/domain/news.js';
import { ASKS } from '../shared/gateway/activity-options.js';
import { failureKind } from '../shared/gateway/failures.js';
import { isContinuing } from '../shared/run/pace.js';
import { timestamp } from '../shared/run/record.js';
import type { SweepAnswer } from './messages.js';
import type { AccountStory } from './story.js';

const { listReservedAccountTransactions } = proxyActivities<Activities>(ASKS);

/** What is older was looked at by the sweeps before. */
const LOOKS_BACK_MS = 7 * 86_400_000;
const ROWS_A_PAGE = 100;
/** So that a listing that never ends does not keep the story for ever. */
const MOST_PAGES = 200;

type Answer = Awaited<ReturnType<Activities['listReservedAccountTransactions']>>;
type Row = Extract<Answer, { kind: 'ok' }>['body']['content'][number];

/**
 * Puts credits that nobody told us of on the way of all news. The listing has the newest first: a row that
 * comes in meanwhile pushes others to the next page, where they are met twice, and never past us. A page of
 * known rows ends nothing, because one further back may have been missed.
 */
export async function sweep(story: AccountStory): Promise<SweepAnswer & { readonly isComplete: boolean }> {
  const account = story.known();
  const missed = new Map<string, CollectionNews>();
  let isComplete = true;
  for (let page = 0; page < MOST_PAGES; page++) {
    const rows = await rowsOn(story, page);
    if (!rows) isComplete = false;
    const recent = (rows ?? []).filter(isRecent);
    for (const row of recent) {
      const { transactionReference, amountPaid, amount } = row;
      // an invoice's transaction is never told here, and may have grown since it was passed on
      const known = account.forwardedOn(transactionReference);
      const isKnown =
        known === undefined ? account.hasTold(transactionReference) : (amountPaid ?? amount) <= known;
      if (isMoney(row.paymentStatus) && !isKnown) missed.set(transactionReference, toNews(row));
    }
    if (recent.length === 0 || (rows?.length ?? 0) < ROWS_A_PAGE) break;
  }
  for (const news of missed.values()) story.inbox.receive(news);
  return { found: missed.size, isComplete };
}

/** Undefined when the gateway gave no answer. */
async function rowsOn(story: AccountStory, page: number): Promise<readonly Row[] | undefined> {
  const { reference: accountReference } = story.known().snapshot().terms;
  const summary = { summary: `Credits of ${accountReference}, page ${page}` };
  try {
    const answer = await story.pace.call(() =>
      listReservedAccountTransactions.executeWithOptions(summary, [
        { accountReference, page, size: ROWS_A_PAGE },
      ]),
    );
    // of an account that was given back there may be no listing any more
    return answer.kind === 'ok' ? answer.body.content : [];
  } catch (error) {
    if (isContinuing(error)) throw error;
    failureKind(error);
    return undefined;
  }
}

function isRecent({ createdOn, completedOn }: Row): boolean {
  const at = completedOn ?? createdOn;
  return at == null || Date.now() - Date.parse(at) <= LOOKS_BACK_MS;
}

function toNews({ transactionReference, paymentReference, amountPaid, amount }: Row): CollectionNews {
  return {
    kind: 'collection',
    // each sweep asks anew: the one before may have found a record that proved nothing yet
    key: `swept:${transactionReference}:${timestamp()}`,
    eventType: 'swept',
    transactionReference,
    paymentReference,
    amountKobo: amountPaid ?? amount,
  };
}
