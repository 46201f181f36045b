import { ApplicationFailure, TemporalFailure } from '@temporalio/workflow';
import type { NewReviewItem } from '../../../src/domain/lifecycle/review.js';
import type { Kobo } from '../../../src/domain/money.js';
import { REFUSED_INPUT } from '../messages.js';

/** A second error within this time is no accident: the code cannot continue from the state that it carries. */
const APART_MS = 60_000;
const LONGEST_TEXT = 200;

export type Slips = ReturnType<typeof createSlips>;

/**
 * Errors that the code did not expect. None of them ends a lifecycle or is lost: it becomes a review item, and the state
 * continues in another run at once, so that no history with the wrong steps has to be replayed once the code is mended.
 * If the next run fails as well, or an earlier run is not restored yet, the workflow task fails: Temporal repeats it until
 * the code is mended, and `oware doctor` lists it.
 */
export function createSlips(carriedAt: number | undefined) {
  let latestAt = carriedAt;
  let isNew = false;
  return {
    /** Whether this run had one, so that it continues as new. */
    isAny: () => isNew,
    /** Whether there was one shortly before, so that another would follow in every run. */
    isRepeated: (now: number) => !isNew && latestAt !== undefined && now - latestAt < APART_MS,
    note: (now: number) => void ([latestAt, isNew] = [now, true]),
    carry: () => latestAt,
  };
}

/** Whether an error is an answer that is meant to leave the workflow, or belongs to the SDK. */
export function isMeant(error: unknown): boolean {
  if (error instanceof ApplicationFailure) return error.type === REFUSED_INPUT;
  return error instanceof Error && SDK_ERRORS.includes(error.name);
}

const SDK_ERRORS: readonly string[] = ['ContinueAsNew', 'DeterminismViolationError'];

/** The same error as one that fails the workflow task. Temporal ends a workflow with any failure of its own classes. */
export function failingTask(error: unknown): unknown {
  return error instanceof TemporalFailure ? new Error(error.message, { cause: error }) : error;
}

/** The item of such an error. It says where to look; the stack is in the worker's log. */
export function itemOfSlip(error: unknown, atRiskKobo: Kobo): NewReviewItem {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : 'an error without a name';
  return {
    kind: 'internal-error',
    reason: `an error in Oware interrupted it (${text.slice(0, LONGEST_TEXT)}); compare its state with the gateway`,
    atRiskKobo,
  };
}
