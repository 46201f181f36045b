import { z } from 'zod';

/**
 * Text of a request, and its greatest length. The length is the first check and ends the others: zod would otherwise run
 * every pattern over a text that is already refused, and a body has room for a hundred thousand characters.
 */
export function text(longest: number, message?: string, notText: string | undefined = message) {
  const tooLong = message ?? `must be at most ${longest.toLocaleString('en-US')} characters`;
  return z.string(notText).max(longest, { error: tooLong, abort: true });
}

/** Text that must have one form; the message says which, and never repeats the given value, which may identify a person. */
export const formed = (longest: number, pattern: RegExp, message: string) =>
  text(longest, message).regex(pattern, message);

/** A day of the calendar. */
export const date = (message: string) => text(10, message).check(z.iso.date(message));

/** The longest number in decimal digits that a request may write as text. */
export const LONGEST_NUMBER = 40;
