import type { BillSnapshot } from '../../src/domain/bill/bill.js';
import { cancelOf } from '../shared/messages.js';
import { registerCancel, registerPayoutHandlers } from '../shared/payout/single-handlers.js';
import { billKind } from './kind.js';
import type { BillLifecycle } from './lifecycle.js';
import { BILL } from './messages.js';

export function registerHandlers(lifecycle: BillLifecycle): void {
  const kind = () => billKind(lifecycle);
  registerPayoutHandlers(lifecycle, BILL, kind);
  registerCancel(lifecycle, cancelOf<BillSnapshot>(), {
    noun: BILL.noun,
    kind,
    description: 'Cancel the bill, if it was not sent.',
  });
}
