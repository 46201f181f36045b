import { proxyActivities, proxyLocalActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import { ERRANDS } from '../gateway/activity-options.js';
import { failureKind } from '../gateway/failures.js';
import type { LifecycleInput, LifecycleTerms } from '../messages.js';
import type { ToBeRecovered } from './input.js';
import { isContinuing } from './pace.js';
import type { Lifecycle, Subject } from './lifecycle.js';

// local: it only reads, and a repeat of old news ends right after it
const local = proxyLocalActivities<Activities>({ startToCloseTimeout: '5s', retry: { maximumAttempts: 3 } });
const remote = proxyActivities<Activities>(ERRANDS);

/** What is left of an earlier run. */
export type Recalled<Snapshot extends LifecycleSnapshot> =
  | { readonly kind: 'none' }
  /** It ended as it should; its result is all there is to know. */
  | { readonly kind: 'ended'; readonly snapshot: Snapshot }
  /**
   * It was terminated, or ended otherwise without a result. What it may have sent, it may have sent since its
   * first start. Where it had gone on from another run, what that one handed over is the newest there is.
   */
  | {
      readonly kind: 'lost';
      readonly since: number;
      readonly terms?: Snapshot['terms'];
      readonly snapshot?: Snapshot;
    };

/** The one way back: from the last run's result, from a lost run, or, after that, from the gateway. */
async function recall<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  runId: string | undefined,
): Promise<Recalled<Snapshot>> {
  if (runId === undefined) return { kind: 'none' };
  const { workflowId } = workflowInfo();
  const found = await lifecycle.pace.call(async () => {
    try {
      return await local.loadClosedRun(workflowId, runId);
    } catch (error) {
      failureKind(error);
      // Temporal was busy: this must get through, or a closed story would be rebuilt as if it had never been
      return remote.loadClosedRun(workflowId, runId);
    }
  });
  return found as Recalled<Snapshot>;
}

/** What is left where the run before ended without a result, or where there was none. */
export interface Left<Terms, Snapshot> {
  /** The run before may have sent something. */
  readonly isLost: boolean;
  /** Since when; of a run that is not known, since now. */
  readonly since: number;
  readonly terms?: Terms;
  readonly snapshot?: Snapshot;
}

/**
 * Begins the story with the result of the run before, which is all there is to know; undefined then. Otherwise says what
 * is left. The terms that came first stay: the join of a create with other terms says what differs.
 */
export async function beginOrTell<
  Terms extends LifecycleTerms,
  Snapshot extends LifecycleSnapshot & { readonly terms: Terms },
  Of extends Subject<Snapshot>,
>(
  lifecycle: Lifecycle<Snapshot, Of>,
  input: ToBeRecovered<LifecycleInput<Terms, Snapshot>>,
): Promise<Left<Terms, Snapshot> | undefined> {
  const isRequest = input.from === 'request';
  const recalled = await recall(lifecycle, isRequest ? input.recoverFrom : input.previousRunId);
  if (recalled.kind === 'ended') {
    lifecycle.begin(recalled.snapshot);
    return undefined;
  }
  const lost = recalled.kind === 'lost' ? recalled : undefined;
  const terms = lost?.terms ?? (isRequest ? input.terms : undefined);
  return {
    isLost: lost !== undefined,
    since: lost?.since ?? Date.now(),
    ...(terms && { terms }),
    ...(lost?.snapshot && { snapshot: lost.snapshot }),
  };
}

/** Asks the gateway, and again by the schedule while it gives no answer; undefined when there is none in the end. */
export async function askUntilAnswered<
  Snapshot extends LifecycleSnapshot,
  Of extends Subject<Snapshot>,
  Found,
>(lifecycle: Lifecycle<Snapshot, Of>, ask: () => Promise<Found | undefined>): Promise<Found | undefined> {
  const { recheckScheduleMs } = await lifecycle.settings();
  for (const pause of [0, ...recheckScheduleMs]) {
    await lifecycle.pace.pause(Date.now() + pause, 'Ask the gateway again');
    try {
      const found = await lifecycle.pace.call(ask);
      if (found !== undefined) return found;
    } catch (error) {
      if (isContinuing(error)) throw error;
      failureKind(error);
    }
  }
  return undefined;
}
