import type { CollectionSnapshot } from '../../../src/domain/collection/collection.js';
import { showNaira } from '../../../src/domain/money.js';

/** What the Web UI shows on top of whatever collects money, with the lines that its story adds. */
export function describeCollection(
  { terms, state, reason, review, expiresAt }: CollectionSnapshot,
  more: readonly (string | undefined)[],
): string {
  const lines = [
    `**${state}** ${showNaira(terms.amountKobo)}: ${reason}`,
    ...review.map(({ kind, reason }) => `**Needs a person (${kind})**: ${reason}`),
    expiresAt && state === 'PENDING' && `Takes money until ${expiresAt}`,
    ...more,
  ];
  return lines
    .filter(Boolean)
    .map((line) => `- ${line}`)
    .join('\n');
}
