import { type Kobo, kobo } from '../money.js';

/** What an event claims of a settlement: its total, or, where it names none, that there is such a settlement. */
export interface ClaimedTotal {
  readonly amountKobo?: Kobo;
}

const TOTAL = /^total:(\d{1,16})$/;
const UNKNOWN = 'total:unknown';

/** The subject of the claim: each total that is announced is proven or reviewed by itself. */
export function subjectOf(amountKobo: Kobo | undefined): string {
  return amountKobo === undefined ? UNKNOWN : `total:${amountKobo}`;
}

export function totalIn(subject: string): ClaimedTotal {
  const digits = TOTAL.exec(subject)?.[1];
  return digits === undefined ? {} : { amountKobo: kobo(Number(digits)) };
}
