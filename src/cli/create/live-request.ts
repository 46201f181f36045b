import { fromNaira, type Kobo, kobo, MoneyError, showNaira, sum } from '../../domain/money.js';
import type { CreateRequest, Fields } from './create-request.js';

/** What a request to a live gateway does, for the person who must agree to it. */
export function describeLive(about: string, { reference, body }: CreateRequest): string {
  return [
    `This API works with the live gateway. ${about}: ${showAmount(body)}, reference ${reference}. The request:`,
    JSON.stringify(body, null, 2),
  ].join('\n');
}

function showAmount(body: Fields): string {
  const { rows } = body;
  try {
    if (!Array.isArray(rows)) return hasAmount(body) ? showNaira(amountOf(body)) : 'no amount';
    return `${showNaira(sum(...(rows as readonly Fields[]).map(amountOf)))} in ${rows.length} rows`;
  } catch (error) {
    if (error instanceof MoneyError) return `an amount that cannot be read (${error.message})`;
    throw error;
  }
}

const hasAmount = ({ amount, amountKobo }: Fields) => amount !== undefined || amountKobo !== undefined;

function amountOf({ amount, amountKobo }: Fields): Kobo {
  if (typeof amountKobo === 'string' || typeof amountKobo === 'number') return kobo(Number(amountKobo));
  if (typeof amount === 'string' || typeof amount === 'number') return fromNaira(String(amount));
  throw new MoneyError('a row has none');
}
