import { type PartSnapshot, totalsOfPart } from '../../src/domain/batch/batch-part.js';
import { showNaira } from '../../src/domain/money.js';
import { describeLines } from '../shared/run/details.js';

/** The details of a part in the Web UI. No personal data: everyone with access to the page reads it. */
export function describePart(part: PartSnapshot): string {
  const { terms, state, reason, review, sentAt } = part;
  const { byState, sumKobo, count } = totalsOfPart(part);
  const states = Object.entries(byState).map(([name, each]) => `${each.count} ${name}`);
  return describeLines([
    `**${state}** part ${terms.part} of batch \`${terms.batch}\`: ${reason}`,
    `${count} rows, ${showNaira(sumKobo)}: ${states.join(', ')}`,
    ...review.map(({ kind, reason: why }) => `**Needs review (${kind})**: ${why}`),
    sentAt ? `Sent at ${sentAt}` : 'Not sent',
  ]);
}
