import { sleep } from '@temporalio/workflow';
import { FAILURES } from '../../src/domain/failure.js';
import type { Settings } from '../../src/domain/settings.js';
import { failureKind, failureReason } from './failures.js';
import type { Outcome } from './perform.js';
import { pauseBefore } from './plan.js';

/** A change that makes no difference the second time: setting the same value, asking for the same account. */
export interface RepeatableChange<Answer> {
  /** What it does, for people. */
  readonly summary: string;
  /** `again` as an answer means that it cannot be the answer to this. */
  readonly send: () => Promise<Answer | 'again'>;
  /** When it makes no sense any more, in milliseconds since the epoch. */
  readonly notAfter: number;
}

/** Sends it until it is answered. A lost answer needs no question: the same is simply sent again. */
export async function repeat<Answer>(
  { summary, send, notAfter }: RepeatableChange<Answer>,
  { tryAgainMs }: Settings,
): Promise<Exclude<Outcome<Answer>, { kind: 'unknown' }>> {
  for (let attempt = 0; ; attempt++) {
    let reason = 'the answer was of something else';
    try {
      const answer = await send();
      if (answer !== 'again') return { kind: 'answered', answer };
    } catch (error) {
      const failure = failureKind(error);
      reason = failureReason(error);
      if (FAILURES[failure].retry === 'never') return { kind: 'refused', failure, reason };
    }
    const pause = pauseBefore(tryAgainMs, attempt);
    if (Date.now() + pause >= notAfter) return { kind: 'not-done', reason };
    await sleep(pause, { summary: `${summary} again` });
  }
}
