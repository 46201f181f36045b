import { randomUUID } from 'node:crypto';
import { count, payoutDayId } from '../../workflows/services/payout-day/messages.js';
import { type CarriedTally, createTally, emptyTally, type Payout } from '../domain/approval/tally.js';
import { isObject } from '../domain/shapes.js';
import type { ClientContext } from './context.js';
import type { HistoryEvent } from './history.js';
import { decode, readRuns } from './run-histories.js';

/** Each the predecessor of the next. A run that continued as new has the sums of those before it. */
const MOST_RUNS = 50;

/**
 * The sums of a day whose run has ended, by what Temporal keeps of it: the sums that it began with, and the payouts that it has accepted.
 * Without a history they begin anew.
 */
export async function recallPayoutDay(
  context: ClientContext,
  day: string,
  runId: string,
): Promise<CarriedTally> {
  const counted: Payout[][] = [];
  let carried: CarriedTally | undefined;
  for await (const { events } of readRuns(context, payoutDayId(day), { runId, mostRuns: MOST_RUNS })) {
    counted.unshift(await payoutsIn(context, events));
    carried = await carriedIn(context, events[0]);
    if (carried) break;
  }
  const tally = createTally(carried ?? emptyTally(randomUUID()));
  counted.flat().forEach((payout) => tally.count(payout));
  return tally.carry();
}

async function carriedIn(
  context: ClientContext,
  first: HistoryEvent | undefined,
): Promise<CarriedTally | undefined> {
  const started = first?.workflowExecutionStartedEventAttributes;
  // a run that did not continue another one has refused sums in its input
  if (!started?.continuedExecutionRunId) return undefined;
  const [input] = await decode(context, started.input?.payloads);
  return isObject(input) ? (input['carried'] as CarriedTally | undefined) : undefined;
}

/** In the order in which the run has counted them; it has checked what it accepted. */
async function payoutsIn(context: ClientContext, events: readonly HistoryEvent[]): Promise<Payout[]> {
  const accepted = events.flatMap(({ workflowExecutionUpdateAcceptedEventAttributes: update }) => {
    const input = update?.acceptedRequest?.input;
    return input?.name === count.name ? [input.args?.payloads] : [];
  });
  const decoded = await Promise.all(accepted.map((payloads) => decode(context, payloads)));
  return decoded.map(([payout]) => payout as Payout);
}
