import type { BillSnapshot } from '../../src/domain/bill/bill.js';
import { cancelOf } from '../shared/messages.js';
import { refuseSent, registerPayoutHandlers, withdrawUnsent } from '../shared/payout/single-handlers.js';
import { refusal, registerCommand } from '../shared/run/handlers.js';
import type { BillLifecycle } from './lifecycle.js';
import { BILL } from './messages.js';

export function registerHandlers(lifecycle: BillLifecycle): void {
  registerPayoutHandlers(lifecycle, BILL);

  registerCommand(lifecycle, cancelOf<BillSnapshot>(), {
    refuse: () => refuseSent(lifecycle, BILL.noun),
    execute: () => cancelBill(lifecycle),
    answer: () => lifecycle.subject().snapshot(),
    description: 'Cancel the bill, if it was not sent.',
  });
}

/** The gateway has no cancel: only what was not sent can be withdrawn. */
async function cancelBill(lifecycle: BillLifecycle): Promise<BillSnapshot> {
  await withdrawUnsent(lifecycle);
  const bill = lifecycle.subject().snapshot();
  if (bill.state === 'CANCELLED') return bill;
  throw refusal('not-open', `the bill was already sent: it is ${bill.state}`);
}
