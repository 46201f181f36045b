import type { ActivityOptions } from '@temporalio/workflow';
import { START_TO_CLOSE_MS } from '../../../src/domain/timeouts.js';

/**
 * Questions change nothing, so Temporal repeats them a few times; after that the story's own schedule goes on. One
 * that never ended would keep the run from going on in a new one.
 */
export const ASKS: ActivityOptions = {
  startToCloseTimeout: START_TO_CLOSE_MS.reads,
  scheduleToCloseTimeout: '30s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumAttempts: 3 },
};

/** Our own errands, which the gateway has no part in: they must get through. */
export const ERRANDS: ActivityOptions = {
  startToCloseTimeout: START_TO_CLOSE_MS.reads,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
};

/** One attempt: whether a change may be repeated is decided in the workflow, by what is known of the last. */
export const CHANGES: ActivityOptions = {
  startToCloseTimeout: START_TO_CLOSE_MS.changes,
  retry: { maximumAttempts: 1 },
};

/** One attempt, ever: a second would be a second payment unless a check has proven the first absent. */
export const MOVES_MONEY: ActivityOptions = {
  startToCloseTimeout: START_TO_CLOSE_MS['moves-money'],
  retry: { maximumAttempts: 1 },
};

/** A few quick attempts; the plan of days is the story's own timers, which survive continue-as-new. */
export const TELLS: ActivityOptions = {
  startToCloseTimeout: START_TO_CLOSE_MS.reads,
  retry: { initialInterval: '1s', backoffCoefficient: 3, maximumAttempts: 3 },
};
