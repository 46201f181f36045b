import { type BatchSnapshot, totalsOfBatch } from '../../src/domain/batch/batch.js';
import { partCount } from '../../src/domain/batch/part.js';
import { showNaira } from '../../src/domain/money.js';
import { describeLines } from '../shared/run/details.js';

/** The details of a batch in the Web UI. No personal data: everyone with access to the page reads it. */
export function describeBatch(batch: BatchSnapshot): string {
  const { terms, state, reason, review, parts, sealedAt, sendingSince, retriedBy } = batch;
  const states = Object.entries(totalsOfBatch(batch).byState).map(([name, { count }]) => `${count} ${name}`);
  return describeLines([
    `**${state}** ${terms.count} rows, ${showNaira(terms.sumKobo)}: ${reason}`,
    ...review.map(({ kind, reason: why }) => `**Needs review (${kind})**: ${why}`),
    states.length > 0 && `Rows: ${states.join(', ')}`,
    `${parts.length} of ${partCount(terms.count)} parts have reported`,
    sealedAt === undefined && 'Not all rows are stored yet',
    terms.startAt && sendingSince === undefined && `To be sent at ${terms.startAt}`,
    retriedBy && `Batch \`${retriedBy}\` sends its failed rows again`,
  ]);
}
