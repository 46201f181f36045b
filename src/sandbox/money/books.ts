import { type Collection, type Store } from '../state/store.js';

/** One side of a move: plus comes in, minus goes out. */
export interface Line {
  readonly account: string;
  readonly amountKobo: number;
}

/** A move of money: lines that sum to zero, and what caused them. */
export interface Entry {
  readonly id: string;
  readonly at: number;
  readonly cause: string;
  readonly reference: string;
  readonly lines: readonly Line[];
}

interface Balance {
  readonly account: string;
  readonly balanceKobo: number;
}

export interface Audit {
  readonly balanced: boolean;
  readonly problems: readonly string[];
  readonly entries: number;
}

export interface Ledger {
  /** Inside of a commit. Lines of zero are left out; a move of nothing is not booked. */
  move(move: Omit<Entry, 'id'>): void;
  balance(account: string): number;
  balances(): readonly Balance[];
  entries(filter?: { readonly account?: string; readonly reference?: string }): Entry[];
  /** Counts everything again from the entries. */
  audit(): Audit;
}

/** Accounts of the books. Customers' banks and cash are the outside world: below zero as money comes from there. */
export const accounts = {
  bank: (bankCode: string, accountNumber: string) => `bank:${bankCode}:${accountNumber}`,
  virtual: (accountNumber: string) => `virtual:${accountNumber}`,
  wallet: (merchantId: string) => `wallet:${merchantId}`,
  /** Collected for a merchant and not settled yet. */
  collected: (merchantId: string) => `collected:${merchantId}`,
  card: (maskedPan: string) => `card:${maskedPan}`,
  subAccount: (code: string) => `sub-account:${code}`,
  customerWallet: (key: string) => `customer-wallet:${key}`,
  /** Out of the wallet and not yet at the other bank. */
  transit: (merchantId: string) => `transit:${merchantId}`,
  paycode: (key: string) => `paycode:${key}`,
  biller: (code: string) => `biller:${code}`,
  cash: 'cash',
  fees: 'fees',
  opening: 'opening',
} as const;

export function createLedger(store: Store): Ledger {
  const entries: Collection<Entry, 'reference'> = store.collection<Entry, 'reference'>('entries', {
    key: (entry) => entry.id,
    indexes: { reference: (entry) => entry.reference },
  });
  const balances = store.collection<Balance>('balances', (balance) => balance.account);
  const balance = (account: string): number => balances.get(account)?.balanceKobo ?? 0;

  return {
    move(move) {
      const lines = move.lines.filter((line) => line.amountKobo !== 0);
      if (lines.length === 0) return;
      refuseUnbalanced(move);
      entries.put({ ...move, lines, id: `E${String(store.next('entry')).padStart(8, '0')}` });
      for (const { account, amountKobo } of lines) {
        balances.put({ account, balanceKobo: balance(account) + amountKobo });
      }
    },
    balance,
    balances: () => [...balances.values()],
    entries({ account, reference } = {}) {
      const found = reference === undefined ? entries.values() : entries.filter('reference', reference);
      return [...found].filter((entry) => account === undefined || touches(entry, account));
    },
    audit: () => audit([...entries.values()], [...balances.values()]),
  };
}

function refuseUnbalanced({ cause, reference, lines }: Omit<Entry, 'id'>): void {
  const total = lines.reduce((sum, line) => sum + line.amountKobo, 0);
  if (total !== 0 || lines.some((line) => !Number.isSafeInteger(line.amountKobo))) {
    throw new Error(`the move ${cause} of ${reference} is ${total} kobo out of balance`);
  }
}

function touches(entry: Entry, account: string): boolean {
  return entry.lines.some((line) => line.account === account);
}

function audit(entries: readonly Entry[], balances: readonly Balance[]): Audit {
  const problems: string[] = [];
  const counted = new Map<string, number>();
  for (const { id, lines } of entries) {
    const total = lines.reduce((sum, line) => sum + line.amountKobo, 0);
    if (total !== 0) problems.push(`entry ${id} sums to ${total} kobo`);
    for (const { account, amountKobo } of lines) {
      counted.set(account, (counted.get(account) ?? 0) + amountKobo);
    }
  }
  for (const { account, balanceKobo } of balances) {
    const total = counted.get(account) ?? 0;
    if (total !== balanceKobo) problems.push(`${account} shows ${balanceKobo} kobo, its entries ${total}`);
  }
  return { balanced: problems.length === 0, problems, entries: entries.length };
}
