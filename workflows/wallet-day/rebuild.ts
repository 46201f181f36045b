import type { ToBeRecovered } from '../shared/run/input.js';
import { beginOrRecover, snapshotOf } from '../shared/run/rebuild.js';
import type { WalletDayLifecycle } from './lifecycle.js';
import type { WalletDayInput } from './messages.js';
import { newSnapshot } from './state.js';

/** Restores the day from its last run, or begins it. The gateway has no list of its events: those of a lost run are its signals. */
export async function rebuild(
  lifecycle: WalletDayLifecycle,
  input: ToBeRecovered<WalletDayInput>,
): Promise<void> {
  const left = await beginOrRecover(lifecycle, input);
  if (!left || input.from === 'request') return;
  const { reference } = input;
  lifecycle.begin(snapshotOf({ ...left, terms: { reference } }, newSnapshot));
  lifecycle.subject().show();
}
