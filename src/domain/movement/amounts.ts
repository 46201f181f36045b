import { type Kobo, ZERO } from '../money.js';

export const highestOf = (...amounts: readonly Kobo[]): Kobo =>
  amounts.reduce((most, amount) => (amount > most ? amount : most), ZERO);

/** What is left of an amount without a part of it. */
export const rest = (amount: Kobo, part: Kobo): Kobo => (amount > part ? ((amount - part) as Kobo) : ZERO);
