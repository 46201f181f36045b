import { holdsCardNumber, NO_CARD_NUMBER } from '../domain/card-number.js';
import { ELEVEN_DIGITS } from '../domain/reference.js';
import { invalid } from './parse.js';

export const MAX_KEY_LENGTH = 255;

/** The key of a create is its reference, or is hashed into one: what a reference must not contain, a key must not either. */
export function refuseKey(idempotencyKey: string | undefined): void {
  if (idempotencyKey === undefined) return;
  const message = keyProblem(idempotencyKey);
  if (message !== undefined) throw invalid([{ field: 'Idempotency-Key', message }]);
}

function keyProblem(key: string): string | undefined {
  if (key === '' || key.length > MAX_KEY_LENGTH) return `must be 1 to ${MAX_KEY_LENGTH} characters`;
  if (/^\d{11}$/.test(key)) return ELEVEN_DIGITS;
  return holdsCardNumber(key) ? NO_CARD_NUMBER : undefined;
}
