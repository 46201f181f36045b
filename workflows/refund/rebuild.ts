import type { ToBeRecovered } from '../shared/run/input.js';
import { beginOrRecover } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import type { RefundsLifecycle } from './lifecycle.js';
import type { RefundsInput } from './messages.js';
import { newSnapshot } from './state.js';

/**
 * Restores the refunds: from the last run, or from a lost one. Refunds that only the gateway knows of are found when
 * the next one is granted, or when their event arrives.
 */
export async function rebuild(
  lifecycle: RefundsLifecycle,
  input: ToBeRecovered<RefundsInput>,
): Promise<void> {
  const left = await beginOrRecover(lifecycle, input);
  if (!left || input.from === 'request') return;
  const { isLost, since, snapshot } = left;
  const restored = snapshot ?? newSnapshot({ reference: input.reference }, timestamp());
  const lostSince = isLost ? new Date(since).toISOString() : undefined;
  lifecycle.begin({ ...restored, ...(lostSince !== undefined && { lostSince }) });
  if (isLost) lifecycle.subject().show();
}
