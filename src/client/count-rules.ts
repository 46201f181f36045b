import { FIRST_RULES, KNOWN_RULES } from '../domain/rules-version.js';
import type { ClientContext } from './context.js';
import { RULES } from './search-attributes.js';
import { withinTimeout } from './timeouts.js';

export interface RulesCount {
  /** Open lifecycles by the version of the rules that they follow, of those that this build or the caller knows. */
  readonly known: ReadonlyMap<number, number>;
  /** Those that follow another one. */
  readonly unknown: number;
}

/** Counts open lifecycles by their version of the rules; it reads no lifecycle. */
export function countRules(context: ClientContext, further: readonly number[] = []): Promise<RulesCount> {
  const { client, taskQueue } = context;
  const open = `OwareLifecycle IS NOT NULL AND ExecutionStatus = 'Running' AND TaskQueue = ${JSON.stringify(taskQueue)}`;
  const count = async (more = '') => (await client.workflow.count(`${open}${more}`)).count;
  const of = (version: number) =>
    version === FIRST_RULES ? ` AND ${RULES.name} IS NULL` : ` AND ${RULES.name} = '${version}'`;
  return withinTimeout(context, async () => {
    const counts = await Promise.all(
      [...new Set([...KNOWN_RULES, ...further])]
        .sort((one, other) => one - other)
        .map(async (version) => [version, await count(of(version))] as const),
    );
    const named = counts.filter(([version]) => version !== FIRST_RULES);
    const others = await count(` AND ${RULES.name} IS NOT NULL`);
    const unknown = others - named.reduce((sum, [, number]) => sum + number, 0);
    return { known: new Map(counts), unknown: Math.max(unknown, 0) };
  });
}
