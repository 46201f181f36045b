import { isEnded, type SinglePayoutSnapshot } from '../../../src/domain/single-payout.js';
import type { LifecycleKind } from '../messages.js';
import { refusal, registerCommonHandlers } from '../run/handlers.js';
import { registerApprovalHandlers } from './approval.js';
import { authorizeDecision } from './decisions.js';
import type { SinglePayoutLifecycle } from './single-payout.js';

/** Registers what every payout without an OTP has; its kind adds `cancel`. */
export function registerPayoutHandlers<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  kind: LifecycleKind<never, Snapshot>,
): void {
  registerCommonHandlers(lifecycle, {
    ...kind,
    authorize: (command) => authorizeDecision(lifecycle, command),
    onResolved: (payout, command) => payout.onResolved(command),
  });
  registerApprovalHandlers(lifecycle, kind);
}

/** Runs before a cancel is accepted; a refused one leaves no trace in history. */
export function refuseSent<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  noun: string,
): void {
  const { state, sentAt } = lifecycle.subject().snapshot();
  // a repeat gets the same answer
  if (state === 'CANCELLED') return;
  if (isEnded(state)) throw refusal('not-open', `the ${noun} is ${state}`);
  if (sentAt !== undefined) throw refusal('not-open', `the ${noun} was already sent`);
}

/** Withdraws what was not sent, and waits until that is certain. */
export async function withdrawUnsent<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
): Promise<void> {
  const payout = await lifecycle.whenReady();
  if (payout.isUnsent()) payout.update({ unwanted: 'the merchant cancelled it' });
  await lifecycle.pace.until(() => !payout.isUnsent());
}
