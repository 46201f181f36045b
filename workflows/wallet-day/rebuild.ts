import type { ToBeRecovered } from '../shared/run/input.js';
import { beginOrRecover } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import type { WalletDayLifecycle } from './lifecycle.js';
import type { WalletDayInput } from './messages.js';
import { newSnapshot } from './state.js';

/** Restores the day from its last run, or begins it. Events of a lost run cannot be read again: the gateway has no list. */
export async function rebuild(
  lifecycle: WalletDayLifecycle,
  input: ToBeRecovered<WalletDayInput>,
): Promise<void> {
  const left = await beginOrRecover(lifecycle, input);
  if (!left || input.from === 'request') return;
  lifecycle.begin(left.snapshot ?? newSnapshot({ reference: input.reference }, timestamp()));
  lifecycle.subject().show();
}
