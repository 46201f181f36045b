import type { RulesCount } from '../client/count-rules.js';
import type { WorkerSeen } from '../client/list-workers.js';
import { KNOWN_RULES } from '../domain/rules-version.js';
import { type Finding, ok, problem, warning } from './finding.js';

interface Given {
  /** `OWARE_RULES_VERSION`. */
  readonly announced: number;
  readonly counts: RulesCount;
  readonly workers: readonly WorkerSeen[];
  /** The versions that this build knows. */
  readonly here?: readonly number[];
}

const WHAT = 'Rules';

const workflows = (count: number) => `${count} open ${count === 1 ? 'workflow' : 'workflows'}`;
const following = (count: number) => `${workflows(count)} ${count === 1 ? 'follows' : 'follow'}`;

/** A workflow keeps its version of the rules until it hears of a newer one; only a worker that knows it can continue it. */
export function examineRules({ announced, counts, workers, here = KNOWN_RULES }: Given): Finding {
  const { known, unknown } = counts;
  const open = [...known].filter(([, count]) => count > 0);
  const polling = workers.filter(({ isPolling }) => isPolling);
  const lost = open.filter(([version]) => polling.length > 0 && !polling.some(knows(version)));
  if (lost.length > 0) {
    const [[version, count] = [0, 0]] = lost;
    const found = `no worker knows version ${version}, and ${workflows(count)} cannot continue without one`;
    return problem(WHAT, found, 'Start workers of a build that knows it. Nothing is lost meanwhile.');
  }
  const further = open.filter(([version]) => !here.includes(version));
  const foreign = unknown + further.reduce((sum, [, count]) => sum + count, 0);
  if (foreign > 0) {
    const found = `${following(foreign)} a version that this build does not know; it knows ${here.join(', ')}`;
    return problem(WHAT, found, 'Do not roll back to this build: its workers cannot continue them.');
  }
  // also one that is being stopped: it may still take tasks
  const behind = workers.filter((worker) => !knows(announced)(worker));
  if (behind.length > 0) {
    const found = `version ${announced} is announced, and ${behind.length} of ${workers.length} workers do not know it: ${behind.map(({ identity }) => identity).join('; ')}`;
    const advice = `Set OWARE_RULES_VERSION once they have stopped. Temporal lists a worker for five minutes after its end.`;
    return problem(WHAT, found, advice);
  }
  const [unable] = open.flatMap(([version, count]) => {
    const workersWithout = polling.filter((worker) => !knows(version)(worker));
    return workersWithout.length > 0 ? [{ version, count, workersWithout }] : [];
  });
  if (unable) {
    const { version, count, workersWithout } = unable;
    const found = `${workersWithout.length} of ${polling.length} workers do not know version ${version} of ${workflows(count)}`;
    return warning(WHAT, found, 'Their tasks fail there, and continue on the others. Replace these workers.');
  }
  const newer = open.reduce((sum, [version, count]) => sum + (version > announced ? count : 0), 0);
  if (newer > 0) {
    const found = `version ${announced} is announced, and ${following(newer)} a newer one`;
    return warning(WHAT, found, 'They keep it. Set OWARE_RULES_VERSION to the newest that was announced.');
  }
  const counted = [...known].map(([version, count]) => `${count} of version ${version}`);
  return ok(WHAT, `version ${announced} is announced; open workflows: ${counted.join(', ')}`);
}

const knows =
  (version: number) =>
  ({ versions }: WorkerSeen) =>
    versions.includes(version);
