import type { ShownInLists } from '../lifecycle/shown.js';
import { without } from '../without.js';
import { isOpen, type ReservedAccountSnapshot, type ReservedAccountState } from './reserved-account.js';

/**
 * What a lost run had learned is not known: what else was reported, and is forgotten; and which invoices were attached, so whose a
 * payment is, is asked for each. That the account had ended, it had shown: what is paid after that is late, and nothing is reserved
 * again.
 */
export const afterLoss = (
  snapshot: ReservedAccountSnapshot,
  shown?: ShownInLists,
): ReservedAccountSnapshot => ({
  ...without(snapshot, 'forgottenUntil'),
  ...endIn(snapshot, shown),
  invoicesDropped: true,
});

const ENDS: readonly string[] = [
  'DEALLOCATED',
  'REFUSED',
  'FAILED',
] satisfies readonly ReservedAccountState[];

function endIn(
  { state, transitions, rebuiltAt, epoch }: ReservedAccountSnapshot,
  shown: ShownInLists | undefined,
): Partial<ReservedAccountSnapshot> {
  if (!shown || !isOpen(state) || !ENDS.includes(shown.state)) return {};
  const to = shown.state as ReservedAccountState;
  const reason = `a run that was lost had shown it as ${to}`;
  const at = shown.since ?? rebuiltAt ?? epoch;
  return { state: to, reason, transitions: [...transitions, { to, at, reason }] };
}
