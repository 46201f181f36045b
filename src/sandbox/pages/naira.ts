import { kobo, showNaira } from '../../domain/money.js';

/** Naira with a minus sign for a debit. */
export const naira = (amountKobo: number): string =>
  `${amountKobo < 0 ? '−' : ''}${showNaira(kobo(Math.abs(amountKobo)))}`;
