import type { ActivityOptions } from '@temporalio/workflow';
import { START_TO_CLOSE_MS } from '../../src/domain/patience.js';

/** Questions change nothing, so Temporal repeats them until they are answered. */
export const ASKS: ActivityOptions = {
  startToCloseTimeout: START_TO_CLOSE_MS.reads,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
};

/** One attempt: whether a change may be repeated is decided in the workflow, by what is known of the last. */
export const CHANGES: ActivityOptions = {
  startToCloseTimeout: START_TO_CLOSE_MS.changes,
  retry: { maximumAttempts: 1 },
};

/** One attempt, ever: a second would be a second payment unless a question has proven the first absent. */
export const MOVES_MONEY: ActivityOptions = {
  startToCloseTimeout: START_TO_CLOSE_MS['moves-money'],
  retry: { maximumAttempts: 1 },
};

/** A few quick attempts; the plan of days is the story's own timers, which survive continue-as-new. */
export const TELLS: ActivityOptions = {
  startToCloseTimeout: START_TO_CLOSE_MS.reads,
  retry: { initialInterval: '1s', backoffCoefficient: 3, maximumAttempts: 3 },
};
