import { ApplicationFailure, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import type { Readiness } from '../../../activities/readiness.js';
import { pauseBefore } from '../../../src/domain/lifecycle/schedule.js';
import { type Kobo, showNaira } from '../../../src/domain/money.js';
import type { PausableQueue } from '../../../src/domain/pause/pause.js';
import { INTERNAL_ONCE } from '../gateway/activity-options.js';
import { failureKind } from '../gateway/failures.js';
import type { Wait } from '../gateway/operation.js';
import { refusal } from '../run/commands.js';
import type { Lifecycle } from '../run/lifecycle.js';
import { isContinuing } from '../run/pace.js';

// one attempt: a wait repeats it
const own = proxyActivities<Activities>(INTERNAL_ONCE);

export type ActivePause = NonNullable<Readiness['paused']>;

export interface GateOptions {
  readonly queue: PausableQueue;
  /** The bank that the money goes to. */
  readonly bankCode?: string;
  /** The banks, where it goes to several. */
  readonly bankCodes?: readonly string[];
  /** What the wallet must cover: the amount and the fee. Without it no balance is read. */
  readonly needKobo?: () => Kobo;
  /**
   * When the wallet was last found short, by the gateway's refusal or by this gate: the lifecycle keeps the moment in its
   * state. From then on the gate waits until the balance is known to cover the send.
   */
  readonly fundsShortAt?: () => number | undefined;
  /** The hooks may be called repeatedly, and again in the next run. */
  readonly onPaused: (pause: ActivePause) => void;
  readonly onWaitingForFunds: (reason: string) => void;
  /** Called before every send that may start. */
  readonly onReady: () => void;
}

/**
 * Holds back the sends of an operation while operators have paused them or the wallet cannot cover them. `ready` is the
 * operation's hook. It keeps nothing that the next run needs: that run reads everything again.
 */
export function createGate(
  { pace, operations, settings }: Pick<Lifecycle, 'pace' | 'operations' | 'settings'>,
  options: GateOptions,
  readiness: Activities['readiness'] = own.readiness,
): { readonly ready: () => Promise<Wait | undefined> } {
  const { queue, bankCode, bankCodes, needKobo, fundsShortAt, onPaused, onWaitingForFunds, onReady } =
    options;
  let failures = 0;
  let isShort = false;
  let lastReadAt: number | undefined;

  function read(): Promise<Readiness> {
    return pace.call(() =>
      readiness({
        queue,
        ...(bankCode !== undefined && { bankCode }),
        ...(bankCodes && { bankCodes }),
        ...(needKobo && { withBalance: true }),
        ...(isShort && lastReadAt !== undefined && { newerThan: lastReadAt }),
      }),
    );
  }

  async function waitForFunds(reason: string): Promise<Wait> {
    onWaitingForFunds(reason);
    return { until: Date.now() + (await settings()).fundsCheckMs, summary: 'Wait for funds' };
  }

  /** Unknown is never "not paused": the send waits until the answer is known. */
  async function waitForAnswer(isResumed: () => boolean): Promise<Wait> {
    const { retryScheduleMs, pauseCheckMs } = await settings();
    const pauseMs = Math.min(pauseBefore(retryScheduleMs, failures), pauseCheckMs);
    failures += 1;
    return { until: Date.now() + pauseMs, summary: 'Retry: read what is paused', wake: isResumed };
  }

  return {
    async ready() {
      const shortAt = fundsShortAt?.();
      if (shortAt !== undefined) {
        isShort = true;
        const until = shortAt + (await settings()).fundsCheckMs;
        if (Date.now() < until) return { until, summary: 'Wait for funds' };
      }
      // before the read: a resume that arrives meanwhile counts
      const seen = operations.resumes();
      const isResumed = () => operations.resumes() > seen;
      let found: Readiness;
      try {
        found = await read();
      } catch (error) {
        if (isContinuing(error)) throw error;
        // rethrows anything but a failed activity
        failureKind(error);
        return waitForAnswer(isResumed);
      }
      failures = 0;
      const { paused, balanceKobo, balanceAt } = found;
      if (paused) {
        onPaused(paused);
        const until = Date.now() + (await settings()).pauseCheckMs;
        return { until, summary: `Paused: ${paused.reason}`, wake: isResumed };
      }
      lastReadAt = balanceAt ?? lastReadAt;
      if (needKobo && balanceKobo !== undefined && balanceKobo < needKobo()) {
        isShort = true;
        return waitForFunds(
          `the wallet has ${showNaira(balanceKobo)}, the payment needs ${showNaira(needKobo())}`,
        );
      }
      if (needKobo && balanceKobo === undefined && isShort) {
        return waitForFunds('the wallet was too low for the payment, and its balance cannot be read');
      }
      isShort = false;
      onReady();
      return undefined;
    },
  };
}

/** Refuses a command that would let money out while operators have paused that; unknown is never "not paused". */
export async function refuseWhilePaused(
  { pace }: Pick<Lifecycle, 'pace'>,
  target: Pick<GateOptions, 'queue' | 'bankCode' | 'bankCodes'>,
): Promise<void> {
  try {
    const { paused } = await pace.call(() => own.readiness(target));
    if (paused) throw refusal('paused', `an operator has paused this: ${paused.reason}`);
  } catch (error) {
    if (isContinuing(error) || error instanceof ApplicationFailure) throw error;
    failureKind(error);
    throw refusal('paused', 'it could not be read whether payouts are paused; retry');
  }
}
