import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { Pending } from '../../../activities/load-closed-run.js';
import type { SignedGrant } from '../../../src/domain/approval/grant.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import type { ShownInLists } from '../../../src/domain/lifecycle/shown.js';
import type { Kobo } from '../../../src/domain/money.js';
import { INTERNAL } from '../gateway/activity-options.js';
import { pauseBefore } from '../../../src/domain/lifecycle/schedule.js';
import { answerOf } from '../gateway/answer-of.js';
import { failureKind } from '../gateway/failures.js';
import type { LifecycleInput, LifecycleTerms } from '../messages.js';
import type { ToBeRecovered } from './input.js';
import { isContinuing } from './pace.js';
import type { Lifecycle, Subject } from './lifecycle.js';
import { timestamp } from './state.js';

const { loadClosedRun } = proxyActivities<Activities>(INTERNAL);

/** What is left of an earlier run. */
export type Recalled<Snapshot extends LifecycleSnapshot> =
  | { readonly kind: 'none' }
  /** It completed: its result is the whole state. */
  | { readonly kind: 'ended'; readonly snapshot: Snapshot }
  /**
   * It was terminated, or ended without a result. Anything it sent, it may have sent since its first start.
   * If it had continued from another run, the state carried over from that run is the newest.
   */
  | {
      readonly kind: 'lost';
      readonly since: number;
      readonly terms?: Snapshot['terms'];
      readonly maker?: SignedGrant;
      readonly snapshot?: Snapshot;
      readonly pending?: Pending;
      readonly shown?: ShownInLists;
    };

/** Loads the state: from the last run's result, from a lost run, or from the gateway. */
async function recall<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  runId: string | undefined,
): Promise<Recalled<Snapshot>> {
  if (runId === undefined) return { kind: 'none' };
  const { workflowId } = workflowInfo();
  // Temporal retries it: without it, a closed lifecycle would be rebuilt as if it had never existed
  const found = await lifecycle.pace.call(() => loadClosedRun(workflowId, runId));
  return found as Recalled<Snapshot>;
}

/** What is left when the previous run ended without a result, or when there was none. */
export interface Recovery<Terms, Snapshot> {
  /** The previous run may have sent something. */
  readonly isLost: boolean;
  /** Since when; for an unknown run, since now. */
  readonly since: number;
  readonly terms?: Terms;
  readonly snapshot?: Snapshot;
  /** What the lost run had shown last; one of an earlier version is not asked. */
  readonly shown?: ShownInLists | undefined;
}

/**
 * Begins with the previous run's result, if it completed, and returns undefined. Otherwise returns what is
 * left. The first terms stay: a create with other terms gets the differences.
 */
export async function beginOrRecover<
  Terms extends LifecycleTerms,
  Snapshot extends LifecycleSnapshot & { readonly terms: Terms },
  Of extends Subject<Snapshot>,
>(
  lifecycle: Lifecycle<Snapshot, Of>,
  input: ToBeRecovered<LifecycleInput<Terms, Snapshot>>,
): Promise<Recovery<Terms, Snapshot> | undefined> {
  const isRequest = input.from === 'request';
  const recalled = await recall(lifecycle, isRequest ? input.recoverFrom : input.previousRunId);
  if (recalled.kind === 'ended') {
    lifecycle.begin(recalled.snapshot);
    return undefined;
  }
  const lost = recalled.kind === 'lost' ? recalled : undefined;
  if (lost?.maker) lifecycle.setMaker(lost.maker);
  if (lost?.pending) lifecycle.setPending(lost.pending);
  const terms = lost?.terms ?? (isRequest ? input.terms : undefined);
  return {
    isLost: lost !== undefined,
    since: lost?.since ?? Date.now(),
    ...(terms && { terms }),
    ...(lost?.snapshot && { snapshot: { ...lost.snapshot, rebuiltAt: timestamp() } }),
    ...(lost?.shown && { shown: lost.shown }),
  };
}

/** What a lost run left, or the first snapshot of its terms; undefined where there are none. */
export function snapshotOf<Terms, Snapshot extends LifecycleSnapshot>(
  left: Recovery<Terms, Snapshot> & { readonly terms: Terms },
  newSnapshot: (terms: Terms, at: string) => Snapshot,
): Snapshot;
export function snapshotOf<Terms, Snapshot extends LifecycleSnapshot>(
  left: Recovery<Terms, Snapshot>,
  newSnapshot: (terms: Terms, at: string) => Snapshot,
): Snapshot | undefined;
export function snapshotOf<Terms, Snapshot extends LifecycleSnapshot>(
  { snapshot, terms, isLost }: Recovery<Terms, Snapshot>,
  newSnapshot: (terms: Terms, at: string) => Snapshot,
): Snapshot | undefined {
  if (snapshot || !terms) return snapshot;
  const at = timestamp();
  return { ...newSnapshot(terms, at), ...(isLost && { rebuiltAt: at }) };
}

/** How a kind restores itself where no run left a result. */
export interface RebuildRules<Terms, Snapshot> {
  /** The first snapshot of a new request. */
  readonly newSnapshot: (terms: Terms, at: string) => Snapshot;
  /** The lost run may have sent something since then. */
  readonly recoverLost: (
    snapshot: Snapshot,
    since: number,
    shown: ShownInLists | undefined,
  ) => void | Promise<void>;
  /** Without an earlier run: as far as Oware knows it was not created here. */
  readonly fromGateway: (reference: string) => Promise<void>;
}

/** Restores a lifecycle: from its last run, from a lost run, or from the gateway's record. */
export async function rebuildBy<
  Terms extends LifecycleTerms & { readonly amountKobo?: Kobo },
  Snapshot extends LifecycleSnapshot & { readonly terms: Terms },
  Of extends Subject<Snapshot>,
>(
  lifecycle: Lifecycle<Snapshot, Of>,
  input: ToBeRecovered<LifecycleInput<Terms, Snapshot>>,
  { newSnapshot, recoverLost, fromGateway }: RebuildRules<Terms, Snapshot>,
): Promise<void> {
  const left = await beginOrRecover<Terms, Snapshot, Of>(lifecycle, input);
  if (!left) return;
  const snapshot = snapshotOf(left, newSnapshot);
  if (snapshot) await recoverLost(snapshot, left.since, left.shown);
  else if (input.from === 'event') await fromGateway(input.reference);
  lifecycle.subject().show(lifecycle.subject().snapshot().terms.amountKobo);
}

/**
 * Reads a record until the gateway answers, however long that takes: it was found, or, at the end of the schedule, there is none
 * (`null`). Silence proves nothing. `isAbsentAtOnce`: what is not found at first is looked for again before anything is sent.
 */
export async function readUntilFoundOrAbsent<
  Snapshot extends LifecycleSnapshot,
  Of extends Subject<Snapshot>,
  Found,
>(
  lifecycle: Lifecycle<Snapshot, Of>,
  read: () => Promise<Found | null | undefined>,
  { isAbsentAtOnce = false }: { readonly isAbsentAtOnce?: boolean } = {},
): Promise<Found | undefined> {
  const { recheckScheduleMs, dailyCheckMs } = await lifecycle.settings();
  const absences = isAbsentAtOnce ? 0 : recheckScheduleMs.length;
  for (let reads = 0; ; reads++) {
    const pause = reads === 0 ? 0 : Math.min(pauseBefore(recheckScheduleMs, reads - 1), dailyCheckMs);
    await lifecycle.pace.pause(Date.now() + pause, 'Retry the gateway read');
    const found = await answerOf(lifecycle, read);
    if (found) return found;
    if (found === null && reads >= absences) return undefined;
  }
}

/**
 * Reads from the gateway, by schedule until it answers; undefined when the schedule ends without an answer.
 */
export async function readUntilAnswered<
  Snapshot extends LifecycleSnapshot,
  Of extends Subject<Snapshot>,
  Found,
>(lifecycle: Lifecycle<Snapshot, Of>, read: () => Promise<Found | undefined>): Promise<Found | undefined> {
  const { recheckScheduleMs } = await lifecycle.settings();
  for (const pause of [0, ...recheckScheduleMs]) {
    await lifecycle.pace.pause(Date.now() + pause, 'Retry the gateway read');
    try {
      const found = await lifecycle.pace.call(read);
      if (found !== undefined) return found;
    } catch (error) {
      if (isContinuing(error)) throw error;
      failureKind(error);
    }
  }
  return undefined;
}
