import { CancellationScope, type WorkflowInterceptors } from '@temporalio/workflow';

/** The SDK's own makes a promise for each call, and a turn of the queue: recorded histories would not replay. */
class Shield extends CancellationScope {
  protected override runInContext<Result>(work: () => Promise<Result>): Promise<Result> {
    return work();
  }
}

/**
 * Keeps a cancellation by Temporal, such as "Request Cancellation" in the Web UI, from ending or breaking a workflow.
 *
 * It says nothing about money: what the gateway has accepted continues there. So it stops no wait, timer or activity,
 * neither of a workflow nor of its handlers; a lifecycle adds a review item (`shared/run/cancel-request.ts`). Scopes
 * that our own code creates and cancels work as usual.
 */
export const interceptors = (): WorkflowInterceptors => {
  // one per run, because each makes three promises
  let shield: Shield | undefined;
  const shielded = <Result>(work: () => Promise<Result>) =>
    (shield ??= new Shield({ cancellable: false })).run(work);
  return {
    inbound: [
      {
        execute: (input, next) => shielded(() => next(input)),
        handleSignal: (input, next) => shielded(() => next(input)),
        handleUpdate: (input, next) => shielded(() => next(input)),
      },
    ],
  };
};
