import { WorkflowNotFoundError } from '@temporalio/client';
import {
  cancel,
  requestCheck,
  resolveReview,
  type ReviewResolution,
  type LifecycleKind,
  type LifecycleTerms,
} from '../../workflows/shared/messages.js';
import type { Resolution } from '../domain/lifecycle/review.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { cancelledOrClosed, resolvedOrClosed } from './closed.js';
import type { CommandOptions } from './command-id.js';
import { type CreateAnswer, createLifecycle } from './create.js';
import { confirm } from './confirm.js';
import { idOf } from './ids.js';
import { type Order, order } from './send-command.js';
import { withinTimeout } from './timeouts.js';
import type { ClientContext } from './context.js';
import { readLifecycle } from './read.js';
import { refuseTerms } from './refuse-terms.js';
import { waitForChange } from './wait-for-change.js';

/** What can be done with every kind of lifecycle. */
export interface LifecycleClient<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot> {
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
  requestCheck(reference: string): Promise<void>;
}

export interface LifecycleCommands<
  Terms extends LifecycleTerms,
  Snapshot extends LifecycleSnapshot,
> extends LifecycleClient<Terms, Snapshot> {
  /** Sends a command that only this kind has. */
  order<Answer, Args extends unknown[]>(
    reference: string,
    what: Order<Answer, Args>,
    options?: CommandOptions,
  ): Promise<Answer>;
}

export function createLifecycleClient<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot>(
  context: ClientContext,
  kind: LifecycleKind<Terms, Snapshot>,
): LifecycleCommands<Terms, Snapshot> {
  const send: LifecycleCommands<Terms, Snapshot>['order'] = (reference, what, options) =>
    order(context, { kind, reference }, what, options);

  /** A closed run is not asked; reading it tells how it ended. */
  async function sendCheckRequest(reference: string): Promise<void> {
    const handle = context.client.workflow.getHandle(idOf(kind, reference));
    await withinTimeout(context, () => handle.signal(requestCheck)).catch((error: unknown) => {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    });
  }

  return {
    create: async (terms) => {
      refuseTerms(terms);
      return createLifecycle(context, kind, terms);
    },
    get: (reference) => readLifecycle<Snapshot>(context, kind, reference),
    waitForChange: (reference, ms) => waitForChange<Snapshot>(context, { kind, reference }, ms),
    confirm: (reference, ms = context.timeoutMs) => confirm<Snapshot>(context, { kind, reference }, ms),
    cancel: (reference, options) => cancelledOrClosed(send(reference, { update: cancel, args: [] }, options)),
    resolve: (reference, key, resolution, options) => {
      const args: [ReviewResolution] = [{ ...resolution, key }];
      return resolvedOrClosed(send(reference, { update: resolveReview, args }, options), key, resolution);
    },
    requestCheck: sendCheckRequest,
    order: send,
  };
}
