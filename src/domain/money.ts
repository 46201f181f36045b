/** Money is a whole number of kobo. No floats: text and numbers are parsed digit by digit. */
export type Kobo = number & { readonly __unit: 'kobo' };

export type Currency = 'NGN';

export class MoneyError extends Error {
  override readonly name = 'MoneyError';
}

/** Takes a count of kobo; refuses anything but an exact, non-negative integer. */
export function kobo(count: number): Kobo {
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new MoneyError(`${count} is not a whole, non-negative number of kobo within the safe range`);
  }
  return count as Kobo;
}

export const ZERO = kobo(0);

const DECIMAL = /^(\d{1,15})(?:\.(\d+))?$/;

/**
 * Reads naira written as decimal text. Two decimals are kobo; further ones must be zero, because the gateway
 * pads some amounts to four ("500.0000").
 */
export function fromNaira(text: string): Kobo {
  const match = DECIMAL.exec(text);
  if (!match) throw new MoneyError(`"${text.slice(0, 32)}" is not an amount in naira`);
  const [, whole = '', fraction = ''] = match;
  if (/[1-9]/.test(fraction.slice(2))) {
    throw new MoneyError(`"${text.slice(0, 32)}" has a fraction of a kobo`);
  }
  return kobo(Number(whole + fraction.slice(0, 2).padEnd(2, '0')));
}

/** Writes naira with exactly two decimals. */
export function toNaira(amount: Kobo): string {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** An amount as views show it: as naira under its name, and beside it in kobo. */
export function inNairaAndKobo<Name extends string>(name: Name, amount: Kobo) {
  return { [name]: toNaira(amount), [`${name}Kobo`]: amount } as NairaAndKobo<Name>;
}

export type NairaAndKobo<Name extends string> = { readonly [Key in Name]: string } & {
  readonly [Key in `${Name}Kobo`]: Kobo;
};

/** For people: ₦1,234.50 */
export function showNaira(amount: Kobo): string {
  const [whole = '', fraction = ''] = toNaira(amount).split('.');
  return `₦${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/** Exact, or an error: for sums that are asked for, sent or divided. */
export function sum(...amounts: readonly Kobo[]): Kobo {
  return kobo(amounts.reduce<number>((total, amount) => total + amount, 0));
}

/** The largest exact amount. */
const MOST = kobo(Number.MAX_SAFE_INTEGER);

/**
 * For sums that a lifecycle keeps, of what events claim or records show: above the largest exact amount it stays there.
 * An error would stop the lifecycle for good, and good money with it. A sum that is too large is careful wherever it is
 * compared: no limit, no payment and no wallet covers it.
 */
export function totalOf(...amounts: readonly Kobo[]): Kobo {
  return amounts.reduce((total, amount) => (amount > MOST - total ? MOST : sum(total, amount)), ZERO);
}

/**
 * What such sums differ by, also below zero: it stays at the largest exact amount in either direction. For comparisons,
 * which must not stop a lifecycle either.
 */
export function difference(plus: readonly Kobo[], minus: readonly Kobo[]): number {
  const exact = [plus, minus].map((amounts) => amounts.reduce((total, amount) => total + BigInt(amount), 0n));
  const [more = 0n, less = 0n] = exact;
  return Math.max(Math.min(Number(more - less), MOST), Number.MIN_SAFE_INTEGER);
}

/** Exact, or an error. */
export function subtract(amount: Kobo, part: Kobo): Kobo {
  return kobo(amount - part);
}

/** A percentage as exact decimal text: "12.5". */
export type Percent = string & { readonly __unit: 'percent' };

const PERCENT = /^(\d{1,3})(?:\.(\d{1,4}))?$/;
const WHOLE = 1_000_000n;

/** Takes decimal text from 0 to 100 with at most four decimals. */
export function percent(text: string): Percent {
  if (!PERCENT.test(text) || millionths(text) > WHOLE) {
    throw new MoneyError('expected a percentage from 0 to 100 with at most four decimals');
  }
  return text as Percent;
}

function millionths(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(4, '0'));
}

/** To the nearest kobo, half a kobo up. */
export function shareOf(amount: Kobo, share: Percent): Kobo {
  return kobo(Number((BigInt(amount) * millionths(share) + WHOLE / 2n) / WHOLE));
}

export interface FeeRule {
  readonly rate: Percent;
  readonly flat?: Kobo;
  readonly cap?: Kobo;
}

export function feeOf(amount: Kobo, { rate, flat = ZERO, cap }: FeeRule): Kobo {
  const fee = sum(shareOf(amount, rate), flat);
  return cap !== undefined && fee > cap ? cap : fee;
}
