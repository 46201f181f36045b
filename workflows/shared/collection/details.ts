import type { CollectionSnapshot } from '../../../src/domain/collection/snapshot.js';
import { showNaira } from '../../../src/domain/money.js';
import { describeLines } from '../run/details.js';

/**
 * The details that the Web UI shows at the top of a workflow that collects money, plus the lifecycle's own
 * lines.
 */
export function describeCollection(
  { terms, state, reason, review, expiresAt }: CollectionSnapshot,
  more: readonly (string | undefined)[],
): string {
  return describeLines([
    `**${state}** ${showNaira(terms.amountKobo)}: ${reason}`,
    ...review.map(({ kind, reason }) => `**Needs review (${kind})**: ${reason}`),
    expiresAt && state === 'PENDING' && `Payable until ${expiresAt}`,
    ...more,
  ]);
}
