import type { ToBeRecovered } from '../shared/run/input.js';
import { beginOrRecover } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import type { SettlementLifecycle } from './lifecycle.js';
import type { SettlementInput } from './messages.js';
import { newSnapshot } from './state.js';

/** Restores the settlement from the last run, or begins it: everything but the total is read from the gateway. */
export async function rebuild(
  lifecycle: SettlementLifecycle,
  input: ToBeRecovered<SettlementInput>,
): Promise<void> {
  const left = await beginOrRecover(lifecycle, input);
  if (!left || input.from === 'request') return;
  lifecycle.begin(left.snapshot ?? newSnapshot({ reference: input.reference }, timestamp()));
  lifecycle.subject().show();
}
