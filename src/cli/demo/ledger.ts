import { type Kobo, kobo, showNaira, sum, toNaira } from '../../domain/money.js';
import { createCaller } from './http.js';

/** One balanced entry of the sandbox's ledger. */
export interface Entry {
  /** In milliseconds since the epoch, by the sandbox's clock. */
  readonly at: number;
  readonly cause: string;
  readonly reference: string;
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

/** The amount of each collection, in naira: a collection debits one account and credits several. */
export function collectedIn(entries: readonly Entry[]): string[] {
  return entries.filter(({ cause }) => cause === 'collection').map((entry) => toNaira(amountOf(entry)));
}

const PAYOUTS = ['transfer-arrived', 'refund-arrived', 'bill'];

/** The amount of each payout that reached its bank account or its biller, in naira. */
export function paidOutIn(entries: readonly Entry[]): string[] {
  return entries
    .filter(({ cause }) => PAYOUTS.includes(cause))
    .map(({ lines }) => lines.find(({ account }) => /^(bank|biller):/.test(account))?.amountKobo ?? 0)
    .map((amountKobo) => toNaira(kobo(amountKobo)));
}

/** The total of all entries with this cause. */
export function totalFor(cause: string, entries: readonly Entry[]): Kobo {
  return sum(...entries.filter((entry) => entry.cause === cause).map(amountOf));
}

export function describeEntry(entry: Entry): string {
  const side = (isDebit: boolean): string =>
    entry.lines
      .filter(({ amountKobo }) => amountKobo < 0 === isDebit)
      .map(({ account, amountKobo }) => `${showNaira(kobo(Math.abs(amountKobo)))} ${account}`)
      .join(' and ');
  return `${entry.cause}: ${side(true)} → ${side(false)}`;
}

/** What was moved. */
export function amountOf({ lines }: Entry): Kobo {
  return kobo(lines.reduce((total, { amountKobo }) => total + Math.max(0, -amountKobo), 0));
}
