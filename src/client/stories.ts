import type { UpdateDefinition } from '@temporalio/common';
import { WorkflowNotFoundError } from '@temporalio/client';
import {
  cancel,
  decide,
  payerReturned,
  storyId,
  type StoryKind,
  type StoryTerms,
} from '../../workflows/shared/messages.js';
import type { Decision, StorySnapshot } from '../domain/story.js';
import { type CreateAnswer, createStory } from './create-story.js';
import { order } from './order.js';
import { patiently } from './patience.js';
import type { Reach } from './reach.js';
import { readStory } from './read-story.js';
import { waitForChange } from './wait-for-change.js';

/** What can be done with every kind of story. */
export interface Stories<Terms extends StoryTerms, Snapshot extends StorySnapshot> {
  /** Starts it, or joins it when it is known; waits until there is what the caller needs. */
  create(terms: Terms): Promise<CreateAnswer<Snapshot>>;
  get(reference: string): Promise<Snapshot>;
  /** Waits until it leaves the state that it is in, at most so long, and gives it as it is then. */
  waitForChange(reference: string, ms: number): Promise<Snapshot>;
  /** The payer says that he has paid: has the gateway asked at once, and waits for what it proves. */
  confirm(reference: string, ms?: number): Promise<Snapshot>;
  cancel(reference: string): Promise<Snapshot>;
  /** Settles what needs a person's attention. */
  decide(reference: string, decision: Decision): Promise<Snapshot>;
  /** Only says that the payer is back; nobody waits. */
  payerReturned(reference: string): Promise<void>;
}

export interface StoryMeans<Terms extends StoryTerms, Snapshot extends StorySnapshot> extends Stories<
  Terms,
  Snapshot
> {
  /** Sends an order of the story's own. */
  order<Answer, Args extends unknown[]>(
    reference: string,
    update: UpdateDefinition<Answer, Args>,
    ...args: Args
  ): Promise<Answer>;
}

export function createStories<Terms extends StoryTerms, Snapshot extends StorySnapshot>(
  reach: Reach,
  kind: StoryKind<Terms, Snapshot>,
): StoryMeans<Terms, Snapshot> {
  const send: StoryMeans<Terms, Snapshot>['order'] = (reference, update, ...args) =>
    order(reach, { kind, reference }, { update, args });

  /** Of a story that is over there is nothing to ask; reading it tells how it ended. */
  async function tellPayerReturned(reference: string): Promise<void> {
    const handle = reach.client.workflow.getHandle(storyId(kind, reference));
    await patiently(reach, () => handle.signal(payerReturned)).catch((error: unknown) => {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    });
  }

  return {
    create: (terms) => createStory(reach, kind, terms),
    get: (reference) => readStory<Snapshot>(reach, kind, reference),
    waitForChange: (reference, ms) => waitForChange<Snapshot>(reach, { kind, reference }, ms),
    confirm: async (reference, ms = reach.patienceMs) => {
      await tellPayerReturned(reference);
      return waitForChange<Snapshot>(reach, { kind, reference }, ms);
    },
    cancel: (reference) => send(reference, cancel) as Promise<Snapshot>,
    decide: (reference, decision) => send(reference, decide, decision) as Promise<Snapshot>,
    payerReturned: tellPayerReturned,
    order: send,
  };
}
