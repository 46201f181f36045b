import type { Evidence } from './evidence.js';
import type { Send } from './pieces.js';

/**
 * Nothing is on its way when a run begins: an error has interrupted what waited for the answer, and the request may have left.
 * Undefined where none was interrupted.
 */
export function answerOfInterrupted({ sending: step }: Evidence, now: number): Send | undefined {
  return step && { kind: 'send', step, answer: 'left', askedAt: now, answeredAt: now };
}
