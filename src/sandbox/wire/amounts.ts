import { fromNaira, kobo, type Kobo, MoneyError, toNaira } from '../../domain/money.js';
import { malformed } from '../http/refusal.js';

/** Naira as a JSON number: lists, transfers, refunds and events. */
export const asNumber = (amountKobo: number): number => amountKobo / 100;

/** Naira as text with two decimals: status records. */
export const asText = (amountKobo: number): string => toNaira(kobo(amountKobo));

/** Reads naira from a request; accepts a number or its text. */
export function readAmount(value: unknown, field: string): Kobo {
  if (typeof value !== 'number' && typeof value !== 'string') throw malformed(`${field} is not a number`);
  try {
    return fromNaira(String(value));
  } catch (error) {
    if (error instanceof MoneyError) throw malformed(`${field}: ${error.message}`);
    throw error;
  }
}
