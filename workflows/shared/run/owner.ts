import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { News } from '../../../src/domain/news.js';
import type { StorySnapshot } from '../../../src/domain/story.js';
import { ERRANDS } from '../gateway/activity-options.js';
import { storyId } from '../messages.js';
import type { Story, Subject } from './story.js';

const { findOwner, forwardNews } = proxyActivities<Activities>(ERRANDS);

/** The list of stories lags a little behind what they have said of themselves. */
const LIST_LAGS_MS = 5_000;

interface Address {
  readonly story: string;
  readonly reference: string;
}

/**
 * News of a payment that nobody knows may be another story's: the gateway makes up a payment reference for an
 * invoice. Whoever has said that the transaction is theirs gets it, with all that comes meanwhile. False when
 * nobody has.
 */
export async function forwardToOwner<Snapshot extends StorySnapshot, Of extends Subject<Snapshot>>(
  story: Story<Snapshot, Of>,
): Promise<boolean> {
  const { inbox, pace } = story;
  await pace.until(() => !inbox.isEmpty());
  const transactionReference = inbox.first()?.transactionReference ?? '';
  let owner = await ownerOf(story, transactionReference);
  if (!owner) {
    await pace.pause(Date.now() + LIST_LAGS_MS, 'Until the list is up to date');
    owner = await ownerOf(story, transactionReference);
  }
  if (!owner || storyId({ prefix: owner.story }, owner.reference) === workflowInfo().workflowId) return false;
  for (let taken = inbox.take(); taken.length > 0; taken = inbox.take()) {
    for (const news of taken) await forward(story, owner, news);
  }
  return true;
}

/** Whoever has said that this transaction of the gateway is theirs. */
export function ownerOf<Snapshot extends StorySnapshot, Of extends Subject<Snapshot>>(
  { pace }: Story<Snapshot, Of>,
  transactionReference: string,
): Promise<Address | null> {
  const summary = { summary: 'Whose is this payment?' };
  return pace.call(() => findOwner.executeWithOptions(summary, [transactionReference]));
}

/** Its owner asks the gateway for himself; here it has no effect. */
export function forward<Snapshot extends StorySnapshot, Of extends Subject<Snapshot>>(
  { pace }: Story<Snapshot, Of>,
  to: Address,
  news: News,
): Promise<void> {
  const summary = { summary: `Forward to ${to.story}:${to.reference}` };
  return pace.call(() => forwardNews.executeWithOptions(summary, [to, news]));
}
