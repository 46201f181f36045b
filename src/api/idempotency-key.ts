import { holdsCardNumber, NO_CARD_NUMBER } from '../domain/card-number.js';
import { ELEVEN_DIGITS } from '../domain/reference.js';
import { invalid } from './parse.js';

const LONGEST_KEY = 255;

/** A key of a create is the reference or is hashed into one. What must not be in a reference must not be in a key either. */
export function refuseKey(idempotencyKey: string): void {
  const message = whyNot(idempotencyKey);
  if (message !== undefined) throw invalid([{ field: 'Idempotency-Key', message }]);
}

function whyNot(key: string): string | undefined {
  if (key === '' || key.length > LONGEST_KEY) return `must be 1 to ${LONGEST_KEY} characters`;
  if (/^\d{11}$/.test(key)) return ELEVEN_DIGITS;
  return holdsCardNumber(key) ? NO_CARD_NUMBER : undefined;
}
