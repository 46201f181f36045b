import { WorkflowNotFoundError } from '@temporalio/client';
import {
  cancel,
  payerReturned,
  resolveReview,
  type ReviewOrder,
  type StoryKind,
  type StoryTerms,
} from '../../workflows/shared/messages.js';
import type { Resolution } from '../domain/review.js';
import type { StorySnapshot } from '../domain/story.js';
import { cancelledOrClosed, resolvedOrClosed } from './closed.js';
import type { CommandOptions } from './command-id.js';
import { type CreateAnswer, createStory } from './create-story.js';
import { confirm } from './confirm.js';
import { idOf } from './ids.js';
import { type Order, order } from './order.js';
import { patiently } from './patience.js';
import type { Reach } from './reach.js';
import { readStory } from './read-story.js';
import { refuseTerms } from './refuse-terms.js';
import { waitForChange } from './wait-for-change.js';

/** What can be done with every kind of lifecycle. */
export interface Stories<Terms extends StoryTerms, Snapshot extends StorySnapshot> {
  /** Starts it, or joins it when it is known; waits until there is what the caller needs. */
  create(terms: Terms): Promise<CreateAnswer<Snapshot>>;
  get(reference: string): Promise<Snapshot>;
  /** Waits until its state or its review items change, at most so long, and returns it as it is then. */
  waitForChange(reference: string, ms: number): Promise<Snapshot>;
  /** Checks with the gateway now, and returns the result as soon as that check is done. */
  confirm(reference: string, ms?: number): Promise<Snapshot>;
  /** A repeat returns the same answer, also after the run has ended. */
  cancel(reference: string, options?: CommandOptions): Promise<Snapshot>;
  /** Resolves one review item. */
  resolve(
    reference: string,
    key: string,
    resolution: Resolution,
    options?: CommandOptions,
  ): Promise<Snapshot>;
  /** Requests a check with the gateway, and waits for nothing. */
  payerReturned(reference: string): Promise<void>;
}

export interface StoryMeans<Terms extends StoryTerms, Snapshot extends StorySnapshot> extends Stories<
  Terms,
  Snapshot
> {
  /** Sends a command that only this kind has. */
  order<Answer, Args extends unknown[]>(
    reference: string,
    what: Order<Answer, Args>,
    options?: CommandOptions,
  ): Promise<Answer>;
}

export function createStories<Terms extends StoryTerms, Snapshot extends StorySnapshot>(
  reach: Reach,
  kind: StoryKind<Terms, Snapshot>,
): StoryMeans<Terms, Snapshot> {
  const send: StoryMeans<Terms, Snapshot>['order'] = (reference, what, options) =>
    order(reach, { kind, reference }, what, options);

  /** A closed run is not asked; reading it tells how it ended. */
  async function tellPayerReturned(reference: string): Promise<void> {
    const handle = reach.client.workflow.getHandle(idOf(kind, reference));
    await patiently(reach, () => handle.signal(payerReturned)).catch((error: unknown) => {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    });
  }

  return {
    create: async (terms) => {
      refuseTerms(terms);
      return createStory(reach, kind, terms);
    },
    get: (reference) => readStory<Snapshot>(reach, kind, reference),
    waitForChange: (reference, ms) => waitForChange<Snapshot>(reach, { kind, reference }, ms),
    confirm: (reference, ms = reach.patienceMs) => confirm<Snapshot>(reach, { kind, reference }, ms),
    cancel: (reference, options) => cancelledOrClosed(send(reference, { update: cancel, args: [] }, options)),
    resolve: (reference, key, resolution, options) => {
      const args: [ReviewOrder] = [{ ...resolution, key }];
      return resolvedOrClosed(send(reference, { update: resolveReview, args }, options), key, resolution);
    },
    payerReturned: tellPayerReturned,
    order: send,
  };
}
