import type { ClientContext } from './context.js';
import { type AnyKind, KINDS } from './kinds.js';
import { allOf, oneOf, quoted } from './visibility-query.js';

/** A kind that events open although nothing here asked for it. */
type Unasked = Pick<AnyKind, 'prefix' | 'amountOf' | 'takesEvents' | 'firstState'>;

/** So many of a kind may be open at a time, each in a workflow of its own; further ones are collected. */
export const MOST_OPEN = 100;
/** Temporal counts them again after this time; meanwhile this process counts what it opens itself. */
const COUNT_EVERY_MS = 5_000;

/** Payments that nothing here asked for have no amount of their own; those that are proven close by themselves. */
const WITH_AMOUNT = KINDS.filter(({ amountOf, takesEvents }) => amountOf && takesEvents);

const OF_PAYMENTS = allOf(
  oneOf(
    'OwareLifecycle',
    WITH_AMOUNT.map(({ prefix }) => prefix),
  ),
  '(OwareAmountKobo IS NULL OR OwareAmountKobo = 0)',
);

/**
 * Those of other kinds that an event has opened, which never close where the gateway has them: they count until the gateway has
 * shown them, and while one waits for a person.
 */
function conditionOf({ prefix, amountOf, takesEvents, firstState }: Unasked): string {
  const isOfKind = `OwareLifecycle = ${quoted(prefix)}`;
  if (!takesEvents) return isOfKind;
  if (amountOf) return OF_PAYMENTS;
  const isUnproven = `(OwareState IS NULL OR OwareState = ${quoted(firstState)} OR OwareReview IS NOT NULL)`;
  return allOf(isOfKind, 'OwareAmountKobo = 0', isUnproven);
}

/** Bounds how many workflows a storm of events opens. */
export function createOpenEventBound({ client, taskQueue }: Pick<ClientContext, 'client' | 'taskQueue'>) {
  const counts = new Map<string, { readonly at: number; open: number }>();

  async function countOpen(condition: string): Promise<number> {
    const query = `TaskQueue = ${quoted(taskQueue)} AND ExecutionStatus = 'Running' AND ${condition}`;
    // where Temporal does not count, the start that follows says what is wrong
    return client.workflow.count(query).then(
      ({ count }) => count,
      () => 0,
    );
  }

  return {
    /** Whether one more may be opened; the caller opens it. */
    async mayOpen(kind: Unasked): Promise<boolean> {
      const condition = conditionOf(kind);
      let known = counts.get(condition);
      if (!known || performance.now() - known.at >= COUNT_EVERY_MS) {
        known = { at: performance.now(), open: await countOpen(condition) };
        counts.set(condition, known);
      }
      if (known.open >= MOST_OPEN) return false;
      known.open += 1;
      return true;
    },
  };
}

export type OpenEventBound = ReturnType<typeof createOpenEventBound>;
