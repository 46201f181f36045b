import {
  ApplicationFailure,
  condition,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  uuid4,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import { LONGEST_KEY_NAME } from '../../../src/domain/approval/grant.js';
import { endOfDay, isDay } from '../../../src/domain/calendar.js';
import {
  createTally,
  emptyTally,
  type Payout,
  type PayoutSums,
  type Tally,
} from '../../../src/domain/approval/tally.js';
import { showNaira } from '../../../src/domain/money.js';
import { INTERNAL } from '../../shared/gateway/activity-options.js';
import { REFUSED_INPUT } from '../../shared/messages.js';
import { refusal } from '../../shared/run/commands.js';
import { isContinued } from '../../shared/run/input.js';
import { isAmount, isOptional, isRecord, isText } from '../../shared/run/shapes.js';
import { count, type PayoutDayInput, type PayoutDayResult, payoutDayId } from './messages.js';

const { settings: readSettings, recallPayoutDay } = proxyActivities<Activities>(INTERNAL);

const DAY_MS = 86_400_000;
/** A payout that was asked for just before midnight may be counted late, by an activity that is retried. */
const KEPT_MS = 2 * DAY_MS;
/** A run for a day long past lasts as long, so that the payout that started it is counted. */
const SHORTEST_RUN_MS = 60_000;
/** Temporal takes 2,000 updates a run. */
const MAX_UPDATES = 1_000;

/** Sums the payouts of one day, so that splitting a payout into small ones does not avoid its approval. */
export async function countPayouts(input: PayoutDayInput): Promise<PayoutDayResult> {
  refuseInput(input);
  const { day, carried, recoverFrom } = input;
  const sums =
    recoverFrom === undefined
      ? createTally(carried ?? emptyTally(uuid4()))
      : recallPayoutDay(day, recoverFrom).then(createTally);
  let updates = 0;
  let limit = Infinity;
  let isLong = false;

  // Only what is in history may decide to continue as new. A refused update is not: a condition that reads the length
  // of the history by itself could hold because of one, and would not hold when the run is replayed.
  function noteLength(): void {
    const { historyLength, continueAsNewSuggested } = workflowInfo();
    isLong ||= updates >= MAX_UPDATES || continueAsNewSuggested || historyLength >= limit;
  }

  function add(tally: Tally, payout: Payout): PayoutSums {
    const counted = tally.count(payout);
    setCurrentDetails(describe(day, tally));
    return counted;
  }

  setHandler(
    count,
    (payout) => {
      updates += 1;
      noteLength();
      return sums instanceof Promise ? sums.then((tally) => add(tally, payout)) : add(sums, payout);
    },
    { validator: refusePayout, description: 'Add a payout to the sums of the day; a repeat adds nothing.' },
  );
  const tally = sums instanceof Promise ? await sums : sums;
  setCurrentDetails(describe(day, tally));
  const endsAt = Math.max(endOfDay(day) + KEPT_MS, Date.now() + SHORTEST_RUN_MS);
  limit = (await readSettings()).continueAsNewAfterHistoryEvents;
  noteLength();
  const hasEnded = !(await condition(() => isLong, endsAt - Date.now()));
  // the handler waits for nothing but the sums: none can be in progress here
  if (!hasEnded) return continueAsNew<typeof countPayouts>({ day, carried: tally.carry() });
  return { payouts: tally.payouts(), sumKobo: tally.sumKobo() };
}

function describe(day: string, tally: Tally): string {
  return `- **Payouts of ${day}** (West Africa Time): ${tally.payouts()}, ${showNaira(tally.sumKobo())}`;
}

/** Clients of Temporal are not bound by our types. */
function refuseInput(input: unknown): void {
  const isOwnDay =
    isRecord(input) && isDay(input.day) && payoutDayId(input.day) === workflowInfo().workflowId;
  const isKnown = isOwnDay && (input.carried !== undefined) === isContinued();
  if (isKnown && isOptional(input.recoverFrom, isText)) return;
  const expected = 'expected the day of the workflow id, and carried sums only from an earlier run';
  throw ApplicationFailure.nonRetryable(`Input refused: ${expected}`, REFUSED_INPUT);
}

function refusePayout(payout: unknown): void {
  if (!isRecord(payout) || !isText(payout.reference)) {
    throw refusal('invalid', 'reference: expected the workflow id of a payout');
  }
  if (!isAmount(payout.amountKobo)) throw refusal('invalid', 'amountKobo: expected a whole number');
  if (!isOptional(payout.key, (given) => isText(given, LONGEST_KEY_NAME))) {
    throw refusal('invalid', 'key: expected the name of an API key');
  }
}
