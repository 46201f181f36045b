import { isEnded, type TransferSnapshot } from '../../src/domain/transfer/transfer.js';
import { createLifecycle, type Lifecycle } from '../shared/run/lifecycle.js';
import type { TransferInput } from './messages.js';
import { createTransfer, newSnapshot, type Transfer } from './state.js';

export type TransferLifecycle = Lifecycle<TransferSnapshot, Transfer>;

/** Keeps a run that ended by a reply open for its event, unless the event came first. */
export async function awaitEvent(lifecycle: TransferLifecycle): Promise<void> {
  const { gatewayEventGraceMs } = await lifecycle.settings();
  const { state, seen } = lifecycle.subject().snapshot();
  const isMissing = seen.length === 0 && lifecycle.claims().length === 0;
  if (isEnded(state) && isMissing) lifecycle.stayFor(gatewayEventGraceMs);
}

export function createTransferLifecycle(input: TransferInput): TransferLifecycle {
  return createLifecycle({ prefix: 'transfer', make: createTransfer, asAsked: newSnapshot }, input);
}
