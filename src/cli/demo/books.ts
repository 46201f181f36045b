import { type Kobo, kobo, showNaira, sum, toNaira } from '../../domain/money.js';
import { createCaller } from './http.js';

/** One move of money in the gateway's books. */
export interface Entry {
  readonly cause: string;
  readonly lines: readonly { readonly account: string; readonly amountKobo: number }[];
}

interface Ledger {
  readonly balanced: boolean;
  readonly entryCount: number;
  readonly entries: readonly Entry[];
}

const ALL = 1_000_000;

export async function readLedger(gatewayUrl: string): Promise<Ledger> {
  return (await createCaller(gatewayUrl)('GET', `/sandbox/ledger?limit=${ALL}`)) as unknown as Ledger;
}

/** What came in, in naira: each collection takes it out of one account and shares it between others. */
export function collectedIn(transitions: readonly Entry[]): string[] {
  return transitions
    .filter(({ cause }) => cause === 'collection')
    .map((entry) => toNaira(kobo(takenOut(entry))));
}

/** How much was moved for this cause, over all entries. */
export function movedFor(cause: string, transitions: readonly Entry[]): Kobo {
  return sum(...transitions.filter((entry) => entry.cause === cause).map((entry) => kobo(takenOut(entry))));
}

export function describeEntry(entry: Entry): string {
  const side = (isOut: boolean): string =>
    entry.lines
      .filter(({ amountKobo }) => amountKobo < 0 === isOut)
      .map(({ account, amountKobo }) => `${showNaira(kobo(Math.abs(amountKobo)))} ${account}`)
      .join(' and ');
  return `${entry.cause}: ${side(true)} → ${side(false)}`;
}

function takenOut({ lines }: Entry): number {
  return lines.reduce((total, { amountKobo }) => total + Math.max(0, -amountKobo), 0);
}
