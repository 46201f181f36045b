import { DIFFERENCE_CLASSES } from '../../src/domain/sweep/difference.js';
import { type SweepSnapshot, unresolvedIn } from '../../src/domain/sweep/sweep.js';

/** The details at the top of the workflow in the Web UI. */
export function details(sweep: SweepSnapshot): string {
  const { terms, state, reason, done, of, differences, here, there } = sweep;
  const count = (tallies: typeof here) => tallies.reduce((sum, each) => sum + each.count, 0);
  const found = DIFFERENCE_CLASSES.flatMap((each) => {
    const many = differences.filter((one) => one.class === each).length;
    return many > 0 ? [`${each} ${many}`] : [];
  });
  return [
    `- **${state}**: ${reason}`,
    `- Day ${terms.reference} (West Africa Time), ${done} of ${of} periods compared`,
    `- ${count(here)} records of Oware, ${count(there)} of the gateway`,
    `- Differences: ${found.join(', ') || 'none'}; ${unresolvedIn(sweep).length} not resolved`,
  ].join('\n');
}
