import { ZERO } from '../../src/domain/money.js';
import type { BatchSnapshot, BatchTerms } from '../../src/domain/batch/batch.js';
import type { ToBeRecovered } from '../shared/run/input.js';
import { beginOrRecover } from '../shared/run/rebuild.js';
import { timestamp } from '../shared/run/state.js';
import type { BatchLifecycle } from './lifecycle.js';
import type { BatchInput } from './messages.js';
import { newSnapshot } from './state.js';

/** Restores the batch: from its last run, or from a lost one and from its parts, which hold the rows. */
export async function rebuild(lifecycle: BatchLifecycle, input: ToBeRecovered<BatchInput>): Promise<void> {
  const left = await beginOrRecover(lifecycle, input);
  if (!left) return;
  const snapshot = left.snapshot ?? (left.terms && newSnapshot(left.terms, timestamp()));
  if (!snapshot) {
    lifecycle.begin(nothing(input.from === 'event' ? input.reference : ''));
    return;
  }
  const batch = lifecycle.begin(snapshot);
  batch.numbers().forEach((part) => batch.addUnread(part));
}

/** A part reported to a batch that was never created: the part must not wait for it. */
function nothing(reference: string): BatchSnapshot {
  const terms: BatchTerms = {
    reference,
    title: '',
    onValidationFailure: 'CONTINUE',
    currency: 'NGN',
    count: 0,
    sumKobo: ZERO,
    fingerprint: '',
  };
  const reason = 'no such batch was created here';
  return { ...newSnapshot(terms, timestamp()), state: 'REFUSED', reason, ending: { as: 'REFUSED', reason } };
}
