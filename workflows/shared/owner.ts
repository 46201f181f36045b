import { proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { News } from '../../src/domain/news.js';
import type { Inbox } from './inbox.js';
import { storyId } from './messages.js';
import { ASKS } from './policies.js';

const { findOwner, forwardNews } = proxyActivities<Activities>(ASKS);

/** The list of stories lags a little behind what they have said of themselves. */
const LIST_LAGS_MS = 5_000;

/**
 * News of a payment that nobody knows may be another story's: the gateway makes up a payment reference for an
 * invoice. Whoever has said that the transaction is theirs gets it, with all that comes meanwhile. False when
 * nobody has.
 */
export async function forwardToOwner(inbox: Inbox<News>): Promise<boolean> {
  const { transactionReference } = await inbox.first();
  const owner = (await lookUp(transactionReference)) ?? (await lookUpLater(transactionReference));
  if (!owner || storyId({ prefix: owner.story }, owner.reference) === workflowInfo().workflowId) return false;
  for (let taken = inbox.take(); taken.length > 0; taken = inbox.take()) {
    for (const news of taken) {
      await forwardNews.executeWithOptions({ summary: `Forward to ${owner.story}:${owner.reference}` }, [
        owner,
        news,
      ]);
    }
  }
  return true;
}

function lookUp(transactionReference: string) {
  return findOwner.executeWithOptions({ summary: 'Whose is this payment?' }, [transactionReference]);
}

async function lookUpLater(transactionReference: string) {
  await sleep(LIST_LAGS_MS, { summary: 'Until the list is up to date' });
  return lookUp(transactionReference);
}
