import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { isRefusedInput } from './read.js';

/** What merchants see of a lifecycle. One whose input the workflow refused has no terms to show. */
export function viewOf<Snapshot extends LifecycleSnapshot>(
  { toView }: { readonly toView: (snapshot: Snapshot) => object },
  snapshot: Snapshot,
): object {
  if (!isRefusedInput(snapshot)) return toView(snapshot);
  const { terms, state, reason, epoch } = snapshot;
  return { reference: terms.reference, state, reason, epoch };
}
