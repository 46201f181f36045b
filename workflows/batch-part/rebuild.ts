import type { PartSnapshot, PartTerms } from '../../src/domain/batch/batch-part.js';
import { sentBefore } from '../shared/gateway/operation.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { beginOrRecover } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import type { PartLifecycle } from './lifecycle.js';
import type { PartInput } from './messages.js';
import { SEND_KEY } from './send.js';
import { newSnapshot } from './state.js';

/**
 * Restores the part: from its last run, or from a lost one, which may have sent it. The gateway alone cannot restore a
 * part: an event for one that was never created here has no effect.
 */
export async function rebuild(lifecycle: PartLifecycle, input: ToBeRecovered<PartInput>): Promise<void> {
  const left = await beginOrRecover(lifecycle, input);
  if (!left) return;
  const { terms, since } = left;
  const snapshot = left.snapshot ?? (terms && newSnapshot(terms, timestamp()));
  if (!snapshot) {
    lifecycle.begin(nothing(input.from === 'event' ? input.reference : ''));
    return;
  }
  const part = lifecycle.begin(snapshot);
  if (part.isUnsent()) lifecycle.operations.set(sentBefore(SEND_KEY, since, Date.now()));
}

function nothing(reference: string): PartSnapshot {
  const [batch = '', part = ''] = reference.split('/');
  const terms: PartTerms = {
    reference,
    batch,
    part: Number(part) || 0,
    title: '',
    onValidationFailure: 'CONTINUE',
    rows: [],
  };
  const reason = 'no such part was created here';
  return { ...newSnapshot(terms, timestamp()), state: 'REFUSED', reason, unknown: true };
}
