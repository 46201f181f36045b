import { Context } from '@temporalio/activity';
import {
  ActivityCancelledError,
  ActivityNotFoundError,
  ActivityPausedError,
  ActivityResetError,
} from '@temporalio/client';

/** An answer that is older says nothing about now: the process may have been frozen since. */
const FRESH_MS = 2_000;
const ANSWERS_WITHIN_MS = 5_000;
const MOST_QUESTIONS = 3;

/**
 * Why this attempt must not be sent; undefined while Temporal still waits for it and nothing holds it back. A worker that
 * was frozen may start an attempt that Temporal has given up: its workflow may have reported the payout as cancelled
 * meanwhile. Between the look of the workflow and the request may lie a queue, and a pause that was confirmed.
 */
export async function whyUnwanted(
  now: () => number = Date.now,
  /** Why operators hold it back; undefined when they do not. It throws where that cannot be known. */
  whyPaused: () => Promise<string | undefined> = () => Promise.resolve(undefined),
): Promise<string | undefined> {
  const { client, info } = Context.current();
  for (let questions = 0; questions < MOST_QUESTIONS; questions++) {
    // from the question on: a freeze may also come between the server's answer and our reading of it
    const askedAt = now();
    const paused = await whyPaused().catch(() => 'it cannot be read what is paused');
    if (paused !== undefined) return paused;
    try {
      await inTime(client.activity.heartbeat(info.taskToken));
    } catch (error) {
      return reasonOf(error);
    }
    const ageMs = now() - askedAt;
    // a clock that was set back shows no age
    if (ageMs >= 0 && ageMs <= FRESH_MS) return undefined;
  }
  return 'Temporal answers too slowly';
}

function inTime(answer: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), ANSWERS_WITHIN_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function reasonOf(error: unknown): string {
  if (error instanceof ActivityNotFoundError) return 'Temporal has given this attempt up';
  if (error instanceof ActivityCancelledError) return 'it was cancelled';
  if (error instanceof ActivityPausedError) return 'its activity is paused';
  if (error instanceof ActivityResetError) return 'its activity was reset';
  return 'Temporal does not answer';
}
