import { ApplicationFailure } from '@temporalio/workflow';
import type { PaycodeSnapshot } from '../../src/domain/paycode/paycode.js';
import { cancelOf } from '../shared/messages.js';
import { refuseCancel } from '../shared/payout/cancel-payout.js';
import { registerPayoutHandlers } from '../shared/payout/single-handlers.js';
import { createPlace } from '../shared/payout/single-run.js';
import { registerCommand } from '../shared/run/handlers.js';
import { isContinuing } from '../shared/run/pace.js';
import { cancelPaycode, isToBeCancelled } from './cancel.js';
import { paycodeKind } from './kind.js';
import type { PaycodeLifecycle } from './lifecycle.js';
import { PAYCODE } from './messages.js';

/** `cancelUnwanted` cancels at the gateway what an earlier run, or a cancel before its reply, left to be cancelled. */
export function registerHandlers(lifecycle: PaycodeLifecycle): {
  readonly cancelUnwanted: () => Promise<void>;
} {
  const kind = () => paycodeKind(lifecycle);
  registerPayoutHandlers(lifecycle, PAYCODE, kind);

  // concurrent cancels wait for the same answer
  let underWay: Promise<PaycodeSnapshot> | undefined;
  const cancelOnce = () =>
    (underWay ??= cancelPaycode(lifecycle, createPlace(lifecycle, kind())).finally(() => {
      underWay = undefined;
    }));

  registerCommand(lifecycle, cancelOf<PaycodeSnapshot>(), {
    refuse: () => refuseCancel(lifecycle.subject().snapshot(), PAYCODE.noun, { mayBeSent: true }),
    execute: async () => {
      await lifecycle.whenReady();
      return cancelOnce();
    },
    answer: () => lifecycle.subject().snapshot(),
    description: 'Cancel the paycode, also at the gateway.',
  });

  return {
    cancelUnwanted: async () => {
      for (;;) {
        await lifecycle.pace.until(() => isToBeCancelled(lifecycle) && !underWay);
        // a refusal has no caller here; it is a review item
        await cancelOnce().catch((error: unknown) => {
          if (!(error instanceof ApplicationFailure) || isContinuing(error)) throw error;
        });
      }
    },
  };
}
