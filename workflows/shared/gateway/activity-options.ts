import { ActivityCancellationType, type ActivityOptions } from '@temporalio/workflow';
import { START_TO_CLOSE_MS } from '../../../src/domain/timeouts.js';

/**
 * Gateway reads change nothing, so Temporal retries them a few times; then the lifecycle's own schedule takes
 * over. A read that never ended would block continue-as-new.
 */
export const GATEWAY_READ: ActivityOptions = {
  startToCloseTimeout: START_TO_CLOSE_MS.reads,
  scheduleToCloseTimeout: '30s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumAttempts: 3 },
};

/** Fifty enquiries, which wait for their turn where the rate is limited. The workflow repeats those without an answer. */
export const NAME_ENQUIRIES: ActivityOptions = {
  startToCloseTimeout: '10m',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1s', maximumAttempts: 3 },
};

/** Up to fifty reads, or all pages of a listing. */
export const MANY_READS: ActivityOptions = {
  startToCloseTimeout: '2m',
  heartbeatTimeout: '30s',
  scheduleToCloseTimeout: '5m',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumAttempts: 3 },
};

/** All recent pages of a listing. The workflow repeats it: one without an end would keep its run from continuing as new. */
export const LISTING: ActivityOptions = {
  startToCloseTimeout: '10m',
  heartbeatTimeout: '1m',
  scheduleToCloseTimeout: '15m',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumAttempts: 3 },
};

/** Reads and compares thousands of records; the events that it sends are recognised when it is repeated. */
export const COMPARISON: ActivityOptions = {
  startToCloseTimeout: '1h',
  heartbeatTimeout: '1m',
  retry: { initialInterval: '1s', backoffCoefficient: 5, maximumAttempts: 4 },
};

/** Oware's own activities, which do not call the gateway: Temporal retries them until they succeed. */
export const INTERNAL: ActivityOptions = {
  startToCloseTimeout: START_TO_CLOSE_MS.reads,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
};

/** Reads all rows of a chain of batches: what it finds counts for moments only, so it is asked again, not repeated for long. */
export const CHAIN_READ: ActivityOptions = {
  startToCloseTimeout: '2m',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumAttempts: 3 },
};

/** For an activity of Oware that a caller waits for: the workflow repeats it, by its own schedule. */
export const INTERNAL_ONCE: ActivityOptions = {
  startToCloseTimeout: '5s',
  retry: { maximumAttempts: 1 },
};

/** Signals any number of workflows; a repeat signals those that are still paused. */
export const WAKE_PAUSED: ActivityOptions = {
  startToCloseTimeout: '10m',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1s', maximumAttempts: 3 },
};

/** One attempt: the workflow decides whether to repeat a change, by what it knows of the last attempt. */
export const CHANGES: ActivityOptions = {
  startToCloseTimeout: START_TO_CLOSE_MS.changes,
  retry: { maximumAttempts: 1 },
};

/** One attempt only: a second one would pay twice unless a check proved the first absent. */
export const MOVES_MONEY: ActivityOptions = {
  startToCloseTimeout: START_TO_CLOSE_MS['moves-money'],
  retry: { maximumAttempts: 1 },
  // what a cancel did not stop is answered
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
};

/** A few quick attempts; the retry schedule of days uses workflow timers, which survive continue-as-new. */
export const WEBHOOK_DELIVERY: ActivityOptions = {
  startToCloseTimeout: START_TO_CLOSE_MS.reads,
  retry: { initialInterval: '1s', backoffCoefficient: 3, maximumAttempts: 3 },
};
