import type { Settings } from '../../../src/config/settings.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import { type Operation, type Outcome, sentBefore } from '../gateway/operation.js';
import { without } from '../gateway/operation-state.js';
import type { Lifecycle, Subject } from '../run/lifecycle.js';

/** Key of the operation that moves the money, and looks for what a lost run may have sent: a decision on it is about both. */
export const SEND_KEY = 'send';

interface PayoutSubject<Snapshot extends LifecycleSnapshot> extends Subject<Snapshot> {
  isUnsent(): boolean;
}

/** An attempt may have reached the gateway: only the operation that made it knows how the payout ends. */
export function mayBeSent({ operations }: Pick<Lifecycle, 'operations'>): boolean {
  const send = operations.get(SEND_KEY);
  if (!send || send.isToPrepare) return false;
  return send.unknown > 0 || send.phase === 'check';
}

export interface PayoutSteps {
  /** Everything before the send; ends the payout if it must not be sent. */
  readonly prepare: () => Promise<void>;
  readonly send: () => Promise<void>;
}

/**
 * Prepares a payout and sends it. A run that continues one which may already be sent takes no step again: a cancel, an
 * approval or a limit must not end what the gateway may have paid.
 */
export async function prepareAndSend<Snapshot extends LifecycleSnapshot, Of extends PayoutSubject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  { prepare, send }: PayoutSteps,
): Promise<void> {
  const { operations } = lifecycle;
  const payout = lifecycle.subject();
  if (!payout.isUnsent()) return;
  if (!mayBeSent(lifecycle)) await prepare();
  if (!payout.isUnsent()) {
    // an earlier run may have waited to send it: with the payout ends that too
    if (!mayBeSent(lifecycle)) operations.delete(SEND_KEY);
    return;
  }
  const waiting = operations.get(SEND_KEY);
  if (waiting?.isToPrepare) operations.set(without(waiting, 'isToPrepare'));
  await send();
}

/** Remembers that a lost run may have sent the payout since that moment. */
export function markLost({ operations }: Pick<Lifecycle, 'operations'>, since: number): void {
  operations.set({ ...sentBefore(SEND_KEY, since, Date.now()), isToPrepare: true });
}

export interface LostSend<Answer> {
  /** The last moment to send it. */
  readonly notAfter: (settings: Settings) => number;
  /** The operation that would send it. */
  readonly operation: (settings: Settings) => Operation<Answer>;
  /** Applies what became of it, as after a send of this run. */
  readonly apply: (outcome: Outcome<Answer>) => void | Promise<void>;
}

/**
 * Looks for what a lost run may have sent, before anything else. If it is proven absent, the payout takes all steps
 * again, the approval too. A person who concludes that it did not happen ends it, as everywhere.
 */
export async function findLostSend<
  Snapshot extends LifecycleSnapshot,
  Of extends PayoutSubject<Snapshot>,
  Answer,
>(lifecycle: Lifecycle<Snapshot, Of>, { notAfter, operation, apply }: LostSend<Answer>): Promise<void> {
  const { operations } = lifecycle;
  const lost = operations.get(SEND_KEY);
  // an earlier run has looked for it, and was preparing it
  if (!lost?.isToPrepare || lost.phase !== 'check') return;
  const settings = await lifecycle.settings();
  const find = { ...operation(settings), isWanted: () => false };
  const outcome = await lifecycle.run(find);
  if (outcome.kind === 'not-sent') operations.set({ ...lost, phase: 'send', notAfter: notAfter(settings) });
  else await apply(outcome);
}
