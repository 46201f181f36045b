import type { ToBeRecovered } from '../shared/run/input.js';
import { beginOrRecover, snapshotOf } from '../shared/run/rebuild.js';
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
  const { reference } = input;
  lifecycle.begin(snapshotOf({ ...left, terms: { reference } }, newSnapshot));
  lifecycle.subject().show();
}
