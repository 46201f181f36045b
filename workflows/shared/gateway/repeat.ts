import { FAILURES } from '../../../src/domain/failure.js';
import { nextTry } from '../../../src/domain/lifecycle/schedule.js';
import type { Settings } from '../../../src/domain/settings.js';
import { refusal } from '../run/commands.js';
import { isContinuing, type Pace } from '../run/pace.js';
import { failureKind, failureReason } from './failures.js';

/** A change that makes no difference the second time: setting the same value, asking for the same account. */
export interface RepeatableChange<Answer> {
  /** What it does, for people. */
  readonly summary: string;
  /** `again` as an answer means that it cannot be the answer to this. */
  readonly send: () => Promise<Answer | 'again'>;
  /** When it makes no sense any more, in milliseconds since the epoch. */
  readonly notAfter: number;
  /** False as soon as nobody wants it done any more. */
  readonly isWanted?: () => boolean;
}

export type Repeated<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused' | 'not-done'; readonly reason: string };

/** For whoever gave the order: whether the gateway said no, or was never reached, and why. */
export function refused({ kind, reason }: Exclude<Repeated<never>, { kind: 'answered' }>): Error {
  return refusal(kind === 'refused' ? 'refused' : 'not-sent', reason);
}

/** Sends it until it is answered. A lost answer needs no check: the same is simply sent again. */
export async function repeatUntilAnswered<Answer>(
  { summary, send, notAfter, isWanted = () => true }: RepeatableChange<Answer>,
  { pace, settings }: { readonly pace: Pace; readonly settings: Settings },
): Promise<Repeated<Answer>> {
  for (let attempt = 0; ; attempt++) {
    let reason = 'the answer was of something else';
    try {
      const answer = await pace.call(send);
      if (answer !== 'again') return { kind: 'answered', answer };
    } catch (error) {
      if (isContinuing(error)) throw error;
      const { retry } = FAILURES[failureKind(error)];
      reason = failureReason(error);
      if (retry === 'never') return { kind: 'refused', reason };
    }
    const dueAt = nextTry(settings.retryScheduleMs, attempt, { now: Date.now(), notAfter });
    if (dueAt === undefined) return { kind: 'not-done', reason };
    await pace.pause(dueAt, `${summary} again`, () => !isWanted());
    if (!isWanted()) return { kind: 'not-done', reason: 'it is not wanted any more' };
  }
}
