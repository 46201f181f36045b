import { FAILURES } from '../../../src/domain/failure.js';
import { nextTry } from '../../../src/domain/lifecycle/schedule.js';
import type { Settings } from '../../../src/config/settings.js';
import { refusal } from '../run/commands.js';
import { isContinuing, type Pace } from '../run/pace.js';
import { failureKind, failureReason } from './failures.js';

/** An idempotent change: setting the same value, reserving the same account. */
export interface RepeatableChange<Answer> {
  /** What it does, for activity and timer summaries. */
  readonly summary: string;
  /** Returns `again` when the reply cannot belong to this request. */
  readonly send: () => Promise<Answer | 'again'>;
  /** The last moment to send it, in milliseconds since the epoch. */
  readonly notAfter: number;
  /** False once the change is no longer needed. */
  readonly isWanted?: () => boolean;
}

export type Repeated<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused' | 'not-done'; readonly reason: string };

/** The refusal for the caller: the gateway refused, or could not be reached, and why. */
export function refused({ kind, reason }: Exclude<Repeated<never>, { kind: 'answered' }>): Error {
  return refusal(kind === 'refused' ? 'refused' : 'not-sent', reason);
}

/**
 * Sends the change until the gateway answers. A lost reply needs no check, because the change is idempotent.
 */
export async function repeatUntilAnswered<Answer>(
  { summary, send, notAfter, isWanted = () => true }: RepeatableChange<Answer>,
  { pace, settings }: { readonly pace: Pace; readonly settings: Settings },
): Promise<Repeated<Answer>> {
  let reason: string | undefined;
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await pace.call(send);
      if (answer !== 'again') return { kind: 'answered', answer };
      reason = 'the reply was about something else';
    } catch (error) {
      if (isContinuing(error)) throw error;
      const kind = failureKind(error);
      // the last attempt never left: what the gateway answered before says more
      if (kind === 'too-late') return { kind: 'not-done', reason: reason ?? failureReason(error) };
      reason = failureReason(error);
      if (FAILURES[kind].retry === 'never') return { kind: 'refused', reason };
    }
    const dueAt = nextTry(settings.retryScheduleMs, attempt, { now: Date.now(), notAfter });
    if (dueAt === undefined) return { kind: 'not-done', reason };
    await pace.pause(dueAt, `Retry: ${summary}`, () => !isWanted());
    if (!isWanted()) return { kind: 'not-done', reason: 'no longer needed' };
  }
}
