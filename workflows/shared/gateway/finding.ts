import type { Ownership } from '../../../src/domain/lifecycle/adoption.js';
import type { Finding } from './operation.js';

interface UsedElsewhere {
  readonly kind: 'used-elsewhere';
  readonly observed: string;
}

/**
 * What a record under our reference says about a write without an answer. `ours`: the answer, should it be our own;
 * undefined while the record lacks what that needs.
 */
export function findingOf<Ours>(
  ownership: Ownership,
  observed: string,
  ours: Ours | undefined,
): Finding<Ours | UsedElsewhere> {
  if (ownership === 'foreign') {
    return { kind: 'found', answer: { kind: 'used-elsewhere', observed }, observed };
  }
  if (ours === undefined) return { kind: 'undecided', observed: `${observed}, incomplete` };
  return ownership === 'ours'
    ? { kind: 'found', answer: ours, observed }
    : { kind: 'older', answer: ours, observed: `${observed}, before it was sent` };
}
