import type { PaycodeSnapshot } from '../../src/domain/paycode/paycode.js';
import { cancelOf } from '../shared/messages.js';
import { registerPayoutHandlers } from '../shared/payout/single-handlers.js';
import { registerCommand } from '../shared/run/handlers.js';
import { CANCEL_KEY, cancelPaycode, refuseEnded } from './cancel.js';
import type { PaycodeLifecycle } from './lifecycle.js';
import { PAYCODE } from './messages.js';

/** `resume` continues a cancel that an earlier run accepted. */
export function registerHandlers(lifecycle: PaycodeLifecycle): { readonly resume: () => void } {
  registerPayoutHandlers(lifecycle, PAYCODE);

  // concurrent cancels wait for the same answer
  let underWay: Promise<PaycodeSnapshot> | undefined;
  const cancelOnce = () =>
    (underWay ??= cancelPaycode(lifecycle).finally(() => {
      underWay = undefined;
    }));

  registerCommand(lifecycle, cancelOf<PaycodeSnapshot>(), {
    refuse: () => refuseEnded(lifecycle),
    execute: cancelOnce,
    answer: () => lifecycle.subject().snapshot(),
    description: 'Cancel the paycode, also at the gateway.',
  });

  return {
    resume: () => {
      const { state, sentAt, unwanted } = lifecycle.subject().snapshot();
      const isOrdered = unwanted !== undefined && sentAt !== undefined && state === 'PENDING';
      if (isOrdered || lifecycle.operations.get(CANCEL_KEY)) lifecycle.spawn(cancelOnce());
    },
  };
}
